package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Launch;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Clients that have asked once and then say nothing: all of them are kept, and nobody waits because of them. */
final class IdleConnectionsIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final int FEW = 60;
    private static final int MANY = 2_000;

    /** A little less than the server takes from all ports at one time. */
    private static final int CONNECTIONS_MAX = 9_000;

    /** Much more than an answer takes on a busy machine, and much less than a stalled client waits. */
    private static final long ANSWER_NANOS_MAX = 30_000_000_000L;

    private static final long BYTES_OF_CONNECTION_MAX = 32 << 10;
    private static final long GROWTH_BYTES_MAX = 64 << 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void idleConnectionsOfEachPortAreKept() throws Exception {
        hold(FEW);
    }

    @Test
    @Tag("slow")
    void twoThousandIdleConnectionsOfEachPortAreKept() throws Exception {
        hold(MANY);
    }

    private void hold(int count) throws Exception {
        try (ServerProcess server = ServerProcess.start(
                        folder,
                        Launch.onHeap(HEAP_MEGABYTES),
                        "--in-memory",
                        "--face",
                        "mongo,cosmos,couchbase,admin",
                        "--cosmos-port",
                        "0",
                        "--couchbase-port",
                        "0",
                        "--kv-port",
                        "0",
                        "--query-port",
                        "0");
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = client.getDatabase("idle").getCollection("documents");
            documents.insertOne(new Document("_id", 1));
            List<Map.Entry<Integer, PortQuestion>> ports =
                    List.copyOf(PortQuestion.ofAllPorts(server).entrySet());
            int together = Math.min(ports.size(), CONNECTIONS_MAX / count);
            for (int from = 0; from < ports.size(); from += together) {
                hold(server, ports.subList(from, Math.min(from + together, ports.size())), count);
            }
        }
    }

    private static void hold(ServerProcess server, List<Map.Entry<Integer, PortQuestion>> ports, int count)
            throws Exception {
        List<Socket> idle = new ArrayList<>();
        try {
            long before = server.residentBytes();
            for (Map.Entry<Integer, PortQuestion> port : ports) {
                for (int number = 0; number < count; number++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), port.getKey());
                    idle.add(socket);
                    socket.setSoTimeout(20_000);
                    port.getValue().ask(socket);
                }
            }
            long growth = server.residentBytes() - before;
            System.out.println("idle connections: " + idle.size() + " on " + ports.size() + " ports, " + (growth >> 20)
                    + " MiB more");
            assertTrue(growth < GROWTH_BYTES_MAX + idle.size() * BYTES_OF_CONNECTION_MAX, growth + " bytes more");
            askAsNewClient(server);
            for (int at = 0; at < idle.size(); at++) {
                ports.get(at / count).getValue().ask(idle.get(at));
            }
        } finally {
            for (Socket each : idle) {
                each.close();
            }
        }
    }

    private static void askAsNewClient(ServerProcess server) {
        long from = SystemClock.INSTANCE.tickNanos();
        try (MongoClient other = server.client()) {
            assertEquals(1, other.getDatabase("idle").getCollection("documents").countDocuments());
        }
        long taken = SystemClock.INSTANCE.tickNanos() - from;
        assertTrue(taken < ANSWER_NANOS_MAX, taken + " ns for a new client");
    }
}
