package dev.mayfly.test.couchbase;

import dev.mayfly.test.harness.CassandraGround;
import dev.mayfly.test.harness.ClusterKills;
import dev.mayfly.test.harness.Seeds;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Servers over Cassandra, and nodes of Cassandra below them, that are killed under load. {@code -Drounds=20} for as many rounds of each.
 */
@Tag("slow")
final class ClusterKillIT {
    private static final int ROUNDS = Integer.getInteger("rounds", 3);
    private static final int WRITES_MAX = 800;
    private static final int CASSANDRAS = 3;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void serversThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (CassandraGround below = CassandraGround.found(1, folder);
                    CouchbaseCrashServer survivor = CouchbaseCrashServer.start(folder, 0, below.options());
                    Wire wire = survivor.open()) {
                new ClusterKills("couchbase", random, () -> CouchbaseCrashServer.probe(wire))
                        .ofServers(ROUNDS, WRITES_MAX, _ -> CouchbaseCrashServer.start(folder, 0, below.options()));
            }
        });
    }

    @Test
    void nodesOfCassandraThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (CassandraGround below = CassandraGround.start(CASSANDRAS, folder);
                    CouchbaseCrashServer survivor = CouchbaseCrashServer.start(folder, 0, below.options());
                    Wire wire = survivor.open()) {
                new ClusterKills("couchbase", random, () -> CouchbaseCrashServer.probe(wire))
                        .ofNodes(
                                ROUNDS,
                                WRITES_MAX,
                                _ -> CouchbaseCrashServer.start(folder, 0, below.options()),
                                below.nodes());
            }
        });
    }
}
