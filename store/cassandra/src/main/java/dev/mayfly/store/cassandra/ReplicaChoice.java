package dev.mayfly.store.cassandra;

import com.datastax.oss.driver.api.core.CqlSession;
import com.datastax.oss.driver.api.core.metadata.Metadata;
import com.datastax.oss.driver.api.core.metadata.Node;
import com.datastax.oss.driver.api.core.metadata.NodeState;
import java.nio.ByteBuffer;
import java.util.Comparator;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the one replica to which all processes send the batches of a shard.
 *
 * <p>Rounds of Paxos that meet at one node wait there for each other; rounds that begin at several disturb each other, and
 * end as outcomes that nobody knows. Which node it is does not matter as long as all choose the same, so a wrong choice
 * costs time and nothing else.
 */
final class ReplicaChoice {
    private final CqlSession session;
    private final String keyspace;
    private final String datacenter;

    ReplicaChoice(CqlSession session, CassandraOptions options) {
        this.session = session;
        this.keyspace = options.keyspace();
        this.datacenter = options.datacenter();
    }

    /** Returns the replica to send to, or null to leave it to the driver. */
    @Nullable
    Node of(ByteBuffer shard) {
        Metadata metadata = session.getMetadata();
        List<Node> live = metadata.getTokenMap()
                .map(map -> map.getReplicas(keyspace, shard).stream()
                        .filter(node -> node.getState() == NodeState.UP
                                && datacenter.equals(node.getDatacenter())
                                && node.getHostId() != null)
                        .sorted(Comparator.comparing(node -> String.valueOf(node.getHostId())))
                        .toList())
                .orElse(List.of());
        return live.isEmpty() ? null : live.get(Math.floorMod(shard.hashCode(), live.size()));
    }
}
