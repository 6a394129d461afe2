package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The table that holds everything, and the number of its format. */
final class CellsTable {
    private static final Logger LOG = LoggerFactory.getLogger(CellsTable.class);

    /*
     * A row is a key with its value. A partition of ours is a partition of Cassandra, so that one conditional batch can
     * write any of its rows; its id is four bytes, big-endian.
     *
     *   shard    the partition
     *   space    the code of the space; -1 for what the store itself keeps of the partition
     *   key      the key
     *   ver      the first eight bytes of the value, or null if it is shorter, so that a condition need not read the value
     *   value    the value
     *   brief    true where the value is too short for ver: one of both is set in every row that exists, and a row where
     *            both are null does not. It may stay true where a longer value replaces a short one. It is also what a
     *            condition on a row that is not written deletes: a statement must name something to change, and this
     *            deletion neither makes an absent row exist nor takes anything that is read.
     *   turn, sch, op   of the whole partition: its last turn, the schema of it, and the operation that made it
     *   state    of the whole partition: what a batch has left beside its turn, behind the number of that turn in eight bytes.
     *            A batch that leaves nothing does not touch it, so it counts only where that number is the last turn's
     *
     * In space -1 the empty key is a sentinel that every batch writes again. A condition on the turn reads the first live
     * row of the partition; without the sentinel it would read over all the deleted rows there, and fail when they are
     * many. The keys of one byte beside it are the ring of operations, which ShardWriter explains.
     */
    static final int SENTINEL_SPACE = -1;

    /** Cassandra's own limit is 65535; one less leaves room for the first key after another. */
    static final int KEY_BYTES_MAX = 65_534;

    private static final int FORMAT = 1;

    static final String COLUMNS = " (shard blob, space tinyint, key blob, ver bigint, value blob, brief boolean,"
            + " turn bigint static, sch bigint static, op blob static, state blob static, PRIMARY KEY (shard, space, key))"
            + " WITH compaction = {'class': 'UnifiedCompactionStrategy'} AND gc_grace_seconds = 864000";

    private CellsTable() {}

    /** Makes what is missing, if the user may, and refuses what a newer release has written. */
    static void prepare(CqlSession session, CassandraOptions options) {
        String keyspace = options.keyspace();
        try {
            ClusterTables.make(session, options);
            // A node that has not heard of a table refuses the statements that are prepared for it.
            if (!session.checkSchemaAgreement()) {
                LOG.warn("the nodes of Cassandra do not agree on the schema; going on all the same");
            }
            session.execute("INSERT INTO " + keyspace + ".format (name, number) VALUES ('cells', " + FORMAT
                    + ") IF NOT EXISTS");
            refuseNewer(session.execute("SELECT number FROM " + keyspace + ".format WHERE name = 'cells'")
                    .one());
        } catch (DriverException failure) {
            throw new StoreException(
                    Reason.UNAVAILABLE,
                    "the tables in the keyspace " + keyspace + " are not there and cannot be made: "
                            + failure.getMessage(),
                    failure);
        }
    }

    private static void refuseNewer(@Nullable Row row) {
        int found = row == null ? FORMAT : row.getInt("number");
        if (found > FORMAT) {
            throw new StoreException(
                    Reason.NEWER_FORMAT,
                    "the tables are of format " + found + ", and this release knows " + FORMAT + " and older",
                    null);
        }
    }
}
