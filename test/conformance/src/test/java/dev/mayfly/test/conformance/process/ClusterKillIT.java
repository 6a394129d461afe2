package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import dev.mayfly.test.harness.CassandraGround;
import dev.mayfly.test.harness.ClusterKills;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.random.RandomGenerator;
import org.bson.Document;
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

    private ServerProcess serve(CassandraGround below) throws IOException {
        return ServerProcess.over(below.options(), folder);
    }

    private MongoCrashServer crashServer(CassandraGround below, int round) throws IOException {
        return MongoCrashServer.of(serve(below), round, MongoCrashServer.Journaling.SOME);
    }

    private static ClusterKills kills(RandomGenerator random, MongoClient left) {
        return new ClusterKills("mongo", random, () -> isWritten(left));
    }

    @Test
    void serversThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (CassandraGround below = CassandraGround.found(1, folder);
                    ServerProcess survivor = serve(below);
                    MongoClient left = survivor.client()) {
                kills(random, left).ofServers(ROUNDS, WRITES_MAX, round -> crashServer(below, round));
                check(survivor);
            }
        });
    }

    @Test
    void nodesOfCassandraThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (CassandraGround below = CassandraGround.start(CASSANDRAS, folder);
                    ServerProcess survivor = serve(below);
                    MongoClient left = survivor.client()) {
                kills(random, left).ofNodes(ROUNDS, WRITES_MAX, round -> crashServer(below, round), below.nodes());
                check(survivor);
            }
        });
    }

    private static boolean isWritten(MongoClient client) {
        try {
            client.getDatabase("crash").getCollection("probes").insertOne(new Document());
            return true;
        } catch (MongoException _) {
            return false;
        }
    }

    /** Documents, index entries and queue entries fit together. */
    private static void check(ServerProcess server) {
        try (AdminClient admin = new AdminClient(server)) {
            Document checked = admin.operation(admin.post("/api/v1/check"));
            System.out.println("check: " + checked.toJson());
            assertEquals("done", checked.getString("state"), checked::toJson);
            assertEquals(0, checked.get("result", Document.class).getInteger("found"), checked::toJson);
        }
    }
}
