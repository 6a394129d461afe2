package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assumptions.abort;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.app.cassandra.CassandraNode;
import dev.mayfly.app.cassandra.CassandraStartException;
import dev.mayfly.app.cassandra.Java17;
import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.app.cassandra.LocalSettings;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.KillRounds;
import dev.mayfly.test.harness.Launch;
import dev.mayfly.test.harness.Ledger;
import dev.mayfly.test.harness.Seeds;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
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
    private static final String RUNNING = "mayfly.cassandra";

    @TempDir
    private Path folder = Path.of("");

    private final List<Long> stalls = Collections.synchronizedList(new ArrayList<>());

    private LocalCassandra cassandra(int nodes) throws CassandraStartException {
        if (Java17.find().isEmpty()) {
            System.err.println("NO JAVA 17 ON THIS MACHINE: NO CLUSTER IS KILLED");
            abort("no Java 17, by which Cassandra runs");
        }
        return LocalCassandra.start(LocalSettings.found(nodes, folder.resolve("cassandra")));
    }

    /**
     * The nodes below the servers that are killed: those that run already where {@value #RUNNING} names them, with a keyspace of
     * this run, else one that is started.
     */
    private record Below(
            String contactPoints, int nodes, @Nullable LocalCassandra started) implements AutoCloseable {
        static Below of(LocalCassandra started) {
            List<String> addresses = started.contactPoints().stream()
                    .map(address -> address.getHostString() + ":" + address.getPort())
                    .toList();
            return new Below(String.join(",", addresses), addresses.size(), started);
        }

        @Override
        public void close() {
            if (started != null) {
                started.close();
            }
        }
    }

    private Below below() throws CassandraStartException {
        String running = System.getProperty(RUNNING, "");
        return running.isEmpty() ? Below.of(cassandra(1)) : new Below(running, running.split(",", -1).length, null);
    }

    private ServerProcess serve(Below below) throws IOException {
        return ServerProcess.start(
                folder,
                new Launch(List.of("-Xmx400m", "-XX:+UseSerialGC"), Map.of(), OptionalInt.empty()),
                "--store=cassandra",
                "--cassandra-contact-points=" + below.contactPoints(),
                "--cassandra-datacenter=" + LocalCassandra.DATACENTER,
                "--cassandra-keyspace=kills" + ProcessHandle.current().pid(),
                "--cassandra-replication=" + Math.min(CASSANDRAS, below.nodes()));
    }

    /** A server that is killed, with what else happens then. */
    private record Victim(MongoCrashServer server, Runnable before, Runnable after) implements KillRounds.Server {
        @Override
        public Ledger.Client connect() {
            return server.connect();
        }

        @Override
        public Map<String, Ledger.State> read(List<String> keys) {
            return server.read(keys);
        }

        @Override
        public void kill() {
            before.run();
            server.kill();
            after.run();
        }

        @Override
        public void close() {
            server.close();
        }
    }

    @Test
    void serversThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (Below below = below();
                    ServerProcess survivor = serve(below);
                    MongoClient left = survivor.client()) {
                new KillRounds("mongo over Cassandra, servers killed", random)
                        .run(
                                ROUNDS,
                                WRITES_MAX,
                                round -> new Victim(
                                        MongoCrashServer.of(serve(below), round, MongoCrashServer.Journaling.SOME),
                                        () -> {},
                                        () -> stall(left)));
            }
            tellStalls();
        });
    }

    @Test
    void nodesOfCassandraThatAreKilledLoseNothingAndReviveNothing() {
        Seeds.run(1, (_, random) -> {
            try (LocalCassandra cassandra = cassandra(CASSANDRAS);
                    ServerProcess survivor = serve(Below.of(cassandra));
                    MongoClient left = survivor.client()) {
                new KillRounds("mongo over Cassandra, its nodes killed", random)
                        .run(ROUNDS, WRITES_MAX, new KillRounds.Servers() {
                            private CassandraNode dead = cassandra.nodes().getFirst();

                            @Override
                            public KillRounds.Server start(int round) throws IOException {
                                dead = pick(cassandra, random);
                                CassandraNode next = dead;
                                return new Victim(
                                        MongoCrashServer.of(
                                                serve(Below.of(cassandra)), round, MongoCrashServer.Journaling.SOME),
                                        () -> {
                                            next.kill();
                                            stall(left);
                                        },
                                        () -> {});
                            }

                            @Override
                            public void killed(int round) throws CassandraStartException {
                                dead.start();
                            }
                        });
            }
            tellStalls();
        });
    }

    private static CassandraNode pick(LocalCassandra cassandra, RandomGenerator random) {
        return cassandra.nodes().get(random.nextInt(cassandra.nodes().size()));
    }

    /** Measures for how long nothing can be written through a server that is left. */
    private void stall(MongoClient left) {
        MongoCollection<Document> probes = left.getDatabase("crash").getCollection("probes");
        long begun = SystemClock.INSTANCE.tickNanos();
        boolean isWritten = false;
        while (!isWritten) {
            try {
                probes.insertOne(new Document());
                isWritten = true;
            } catch (MongoException _) {
                // As long as it is refused it is stalled.
            }
        }
        stalls.add((SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000);
    }

    private void tellStalls() {
        List<Long> sorted = stalls.stream().sorted().toList();
        System.out.println("stalled for, in milliseconds: " + sorted);
    }
}
