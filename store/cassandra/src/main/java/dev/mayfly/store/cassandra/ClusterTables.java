package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.cql.Row;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The tables of a keyspace: those that are missing are made. */
final class ClusterTables {
    /*
     * Rows of `lease` and `node` end by themselves, by Cassandra's TTL: nothing that they say has to be remembered by
     * replicas that were away for longer, so tombstones may go after ten minutes.
     *
     *   lease    name, and owner: whose it is; written by conditions alone
     *   node     place: always 0, so that one read finds all; id, and facts: what the process says of itself
     */
    private static final String SHORT_LIVED = " WITH gc_grace_seconds = 600";

    private static final Map<String, String> TABLES = new TreeMap<>(Map.of(
            "format",
            " (name text PRIMARY KEY, number int)",
            "cells",
            CellsTable.COLUMNS,
            "lease",
            " (name text PRIMARY KEY, owner text)" + SHORT_LIVED,
            "node",
            " (place tinyint, id text, facts map<text, text>, PRIMARY KEY (place, id))" + SHORT_LIVED));

    private ClusterTables() {}

    /** What was added to tables later; it is missing where an earlier release has made them. */
    private static final String ADDED = "state";

    /** Makes the tables that are missing, and the keyspace if there are none. */
    static void make(CqlSession session, CassandraOptions options) {
        String keyspace = options.keyspace();
        Set<String> there = there(session, keyspace);
        if (there.isEmpty()) {
            session.execute("CREATE KEYSPACE IF NOT EXISTS " + keyspace
                    + " WITH replication = {'class': 'NetworkTopologyStrategy', '"
                    + options.datacenter().replace("'", "''") + "': " + options.replication() + "}");
        }
        TABLES.forEach((name, columns) -> {
            if (!there.contains(name)) {
                session.execute("CREATE TABLE IF NOT EXISTS " + keyspace + "." + name + columns);
            }
        });
        if (there.contains("cells") && !hasAdded(session, keyspace)) {
            session.execute("ALTER TABLE " + keyspace + ".cells ADD IF NOT EXISTS " + ADDED + " blob static");
        }
    }

    private static boolean hasAdded(CqlSession session, String keyspace) {
        return session.execute(
                                "SELECT type FROM system_schema.columns"
                                        + " WHERE keyspace_name = ? AND table_name = 'cells' AND column_name = ?",
                                keyspace,
                                ADDED)
                        .one()
                != null;
    }

    private static Set<String> there(CqlSession session, String keyspace) {
        return session
                .execute("SELECT table_name FROM system_schema.tables WHERE keyspace_name = ?", keyspace)
                .all()
                .stream()
                .map((Row row) -> row.getString(0))
                .collect(Collectors.toSet());
    }
}
