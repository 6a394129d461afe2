package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.DriverException;
import com.datastax.oss.driver.api.core.cql.Row;
import com.datastax.oss.driver.api.core.cql.SimpleStatement;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import dev.mayfly.store.api.Cluster;
import dev.mayfly.store.api.Leases;
import dev.mayfly.store.api.NodeTable;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.api.StoreException.Reason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;

/** What the processes that share a keyspace know of each other. */
final class CassandraCluster implements Cluster {
    private static final Duration TIMEOUT = Duration.ofSeconds(2);

    private final CqlSession session;
    private final OpenCalls calls;
    private final LeaseTable leases;
    private final NodeRows nodes;
    private final SimpleStatement time = SimpleStatement.newInstance("SELECT toTimestamp(now()) FROM system.local")
            .setTimeout(TIMEOUT);
    private final AtomicInteger asked = new AtomicInteger();

    CassandraCluster(CqlSession session, String keyspace, OpenCalls calls) {
        this.session = session;
        this.calls = calls;
        this.leases = new LeaseTable(session, keyspace, calls);
        this.nodes = new NodeRows(session, keyspace, calls);
    }

    @Override
    public Leases leases() {
        return leases;
    }

    @Override
    public NodeTable nodes() {
        return nodes;
    }

    @Override
    public long clockMillis() {
        return calls.inside(this::ask);
    }

    private long ask() {
        List<Node> up = session.getMetadata().getNodes().values().stream()
                .filter(node -> node.getState() == NodeState.UP)
                .toList();
        try {
            Row row = session.execute(
                            up.isEmpty()
                                    ? time
                                    : time.setNode(up.get(Math.floorMod(asked.getAndIncrement(), up.size()))))
                    .one();
            Instant now = row == null ? null : row.getInstant(0);
            if (now == null) {
                throw new StoreException(Reason.UNAVAILABLE, "Cassandra does not say what time it is", null);
            }
            return now.toEpochMilli();
        } catch (DriverException failure) {
            throw DriverFailures.refusal(failure);
        }
    }
}
