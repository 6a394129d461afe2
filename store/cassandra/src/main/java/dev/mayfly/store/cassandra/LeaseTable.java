package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.PreparedStatement;
import com.datastax.oss.driver.api.core.cql.ResultSet;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.Statement;
import dev.mayfly.store.api.Lease;
import dev.mayfly.store.api.Leases;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** The leases, as rows that end by Cassandra's TTL. Safe for concurrent use. */
final class LeaseTable implements Leases {
    private static final long MILLIS = 1_000;

    private final CqlSession session;
    private final OpenCalls calls;
    private final PreparedStatement grab;
    private final PreparedStatement renew;
    private final PreparedStatement release;
    private final PreparedStatement held;

    /** The owner by which this process took a lease last: a hint which of two questions to ask first. */
    private final Map<String, String> taken = new ConcurrentHashMap<>();

    LeaseTable(CqlSession session, String keyspace, OpenCalls calls) {
        this.session = session;
        this.calls = calls;
        String table = keyspace + ".lease";
        String update = "UPDATE " + table + " USING TTL ? SET owner = ? WHERE name = ? IF owner = ";
        // A row that only an UPDATE has written is gone with its last column.
        this.grab = session.prepare(update + "null");
        this.renew = session.prepare(update + "?");
        this.release = session.prepare("DELETE FROM " + table + " WHERE name = ? IF owner = ?");
        this.held = session.prepare("SELECT name, owner FROM " + table);
    }

    @Override
    public boolean take(String name, String owner, long ttlMillis) {
        int ttl = seconds(ttlMillis);
        boolean isHeld = calls.inside(() -> owner.equals(taken.get(name))
                ? renew(name, owner, ttl) == null || grab(name, owner, ttl) == null
                : takeNew(name, owner, ttl));
        if (isHeld) {
            taken.put(name, owner);
        } else {
            taken.remove(name, owner);
        }
        return isHeld;
    }

    private boolean takeNew(String name, String owner, int ttl) {
        String refused = grab(name, owner, ttl);
        return refused == null || (refused.equals(owner) && renew(name, owner, ttl) == null);
    }

    /** Cassandra counts whole seconds, from the beginning of the one in which it writes. */
    static int seconds(long millis) {
        return Math.toIntExact(Math.ceilDiv(millis, MILLIS) + 1);
    }

    private @Nullable String grab(String name, String owner, int ttl) {
        return refusal(grab.bind(ttl, owner, name));
    }

    private @Nullable String renew(String name, String owner, int ttl) {
        return refusal(renew.bind(ttl, owner, name, owner));
    }

    /** Returns null if the statement was applied, else the owner in whose name it was refused, or nobody's. */
    private @Nullable String refusal(Statement<?> statement) {
        try {
            ResultSet answer = session.execute(statement);
            if (answer.wasApplied()) {
                return null;
            }
            Row row = answer.one();
            String owner = row != null && row.getColumnDefinitions().contains("owner") ? row.getString("owner") : null;
            return owner == null ? "" : owner;
        } catch (DriverException failure) {
            // Whether it was applied may be unknown: then the owner holds a lease that it does not use, for its time.
            throw DriverFailures.refusal(failure);
        }
    }

    @Override
    public void release(String name, String owner) {
        taken.remove(name, owner);
        calls.inside(() -> refusal(release.bind(name, owner)) == null);
    }

    @Override
    public List<Lease> held() {
        return calls.inside(() -> CellReader.read(session, held.bind()).stream()
                .filter(row -> !row.isNull(1))
                .map(row -> new Lease(CellReader.text(row, 0), CellReader.text(row, 1)))
                .toList());
    }
}
