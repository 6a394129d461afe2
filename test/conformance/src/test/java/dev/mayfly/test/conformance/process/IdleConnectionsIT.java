package dev.mayfly.test.conformance.process;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Launch;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
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
    /** Much more than an answer takes on a busy machine, and much less than a stalled client waits. */
    private static final long ANSWER_NANOS_MAX = 30_000_000_000L;

    private static final long BYTES_OF_CONNECTION_MAX = 32 << 10;
    private static final long GROWTH_BYTES_MAX = 64 << 20;

    @TempDir
    private Path folder = Path.of("");

    @Test
    void idleConnectionsOfEachFaceAreKept() throws Exception {
        hold(FEW);
    }

    @Test
    @Tag("slow")
    void twoThousandIdleConnectionsOfEachFaceAreKept() throws Exception {
        hold(MANY);
    }

    /** One exchange of a protocol that needs no other before it. */
    private interface Question {
        void ask(Socket socket) throws IOException;
    }

    private void hold(int count) throws Exception {
        List<Socket> idle = new ArrayList<>();
        try (ServerProcess server = ServerProcess.start(
                        folder,
                        Launch.onHeap(HEAP_MEGABYTES),
                        "--in-memory",
                        "--face",
                        "mongo,couchbase,admin",
                        "--couchbase-port",
                        "0",
                        "--kv-port",
                        "0",
                        "--query-port",
                        "0");
                MongoClient client = server.client()) {
            Map<Integer, Question> faces = new LinkedHashMap<>();
            faces.put(server.port(), IdleConnectionsIT::ping);
            faces.put(server.kvPort(), IdleConnectionsIT::logIn);
            faces.put(server.port("admin"), IdleConnectionsIT::get);
            MongoCollection<Document> documents = client.getDatabase("idle").getCollection("documents");
            documents.insertOne(new Document("_id", 1));
            long before = server.residentBytes();
            for (Map.Entry<Integer, Question> face : faces.entrySet()) {
                for (int number = 0; number < count; number++) {
                    Socket socket = new Socket(InetAddress.getLoopbackAddress(), face.getKey());
                    idle.add(socket);
                    socket.setSoTimeout(20_000);
                    face.getValue().ask(socket);
                }
            }
            long growth = server.residentBytes() - before;
            System.out.println("idle connections: " + idle.size() + " on " + faces.size() + " faces, " + (growth >> 20)
                    + " MiB more");
            assertTrue(growth < GROWTH_BYTES_MAX + idle.size() * BYTES_OF_CONNECTION_MAX, growth + " bytes more");
            long from = SystemClock.INSTANCE.tickNanos();
            try (MongoClient other = server.client()) {
                assertEquals(
                        1, other.getDatabase("idle").getCollection("documents").countDocuments());
            }
            long taken = SystemClock.INSTANCE.tickNanos() - from;
            assertTrue(taken < ANSWER_NANOS_MAX, taken + " ns for a new client");
            for (int at = 0; at < idle.size(); at++) {
                List.copyOf(faces.values()).get(at / count).ask(idle.get(at));
            }
        } finally {
            for (Socket each : idle) {
                each.close();
            }
        }
    }

    private static void ping(Socket socket) throws IOException {
        socket.getOutputStream().write(FuzzFrames.ping(1));
        DataInputStream input = new DataInputStream(socket.getInputStream());
        input.skipNBytes(Integer.reverseBytes(input.readInt()) - 4);
    }

    private static void logIn(Socket socket) throws IOException {
        byte[] mechanism = "PLAIN".getBytes(UTF_8);
        byte[] words = "\0Administrator\0password".getBytes(UTF_8);
        ByteBuffer frame = ByteBuffer.allocate(24 + mechanism.length + words.length)
                .putShort((short) 0x8021)
                .putShort((short) mechanism.length)
                .putInt(0)
                .putInt(mechanism.length + words.length)
                .position(24)
                .put(mechanism)
                .put(words);
        socket.getOutputStream().write(frame.array());
        DataInputStream input = new DataInputStream(socket.getInputStream());
        byte[] header = input.readNBytes(24);
        assertEquals(0, ByteBuffer.wrap(header).getShort(6), "status of a login");
        input.skipNBytes(ByteBuffer.wrap(header).getInt(8));
    }

    private static void get(Socket socket) throws IOException {
        socket.getOutputStream().write("GET /api/v1/clock HTTP/1.1\r\nHost: localhost\r\n\r\n".getBytes(UTF_8));
        DataInputStream input = new DataInputStream(socket.getInputStream());
        StringBuilder head = new StringBuilder();
        while (head.indexOf("\r\n\r\n") < 0) {
            head.append((char) input.readUnsignedByte());
        }
        assertTrue(head.toString().startsWith("HTTP/1.1 200"), head::toString);
        String length = head.toString().replaceFirst("(?is).*content-length: (\\d+).*", "$1");
        input.skipNBytes(Long.parseLong(length, 10));
    }
}
