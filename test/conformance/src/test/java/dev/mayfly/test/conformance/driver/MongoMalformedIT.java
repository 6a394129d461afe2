package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.harness.Seeds;
import dev.mayfly.test.testkit.MayflyTest;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.List;
import java.util.random.RandomGenerator;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** Bytes that are no message hurt the connection that they came on, and nobody else. */
@MayflyTest
final class MongoMalformedIT {
    private static final int HEADER_BYTES = 16;
    private static final int OP_QUERY = 2004;
    private static final int OP_COMPRESSED = 2012;
    private static final int OP_MSG = 2013;
    private static final List<Integer> OPERATIONS = List.of(1, 2001, OP_QUERY, 2005, OP_COMPRESSED, OP_MSG, -1);
    private static final List<Integer> LENGTHS =
            List.of(Integer.MIN_VALUE, -1, 0, 4, 15, 16, 17, 48_000_000, 48_000_001, Integer.MAX_VALUE);

    /** Sends the bytes and no more, and answers how many come back before the server hangs up. */
    private static int send(MayflyServer server, byte[] bytes) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port(FaceName.MONGO))) {
            socket.setSoTimeout(20_000);
            try {
                socket.getOutputStream().write(bytes);
                socket.shutdownOutput();
                return socket.getInputStream().readAllBytes().length;
            } catch (SocketException _) {
                return 0;
            }
        }
    }

    private static ByteBuffer message(int length, int operation, int bodyBytes) {
        return ByteBuffer.allocate(HEADER_BYTES + bodyBytes)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(length)
                .putInt(1)
                .putInt(0)
                .putInt(operation);
    }

    private static byte[] bytesOf(ByteBuffer message) {
        byte[] bytes = new byte[message.capacity()];
        message.get(0, bytes);
        return bytes;
    }

    private static void assertUnharmed(MongoCollection<Document> documents) {
        assertEquals(1, documents.countDocuments());
        assertEquals(
                new Document("_id", 1).append("n", "fine"), documents.find().first());
    }

    private static MongoCollection<Document> documents(MongoClient client, String name) {
        MongoCollection<Document> documents = client.getDatabase("malformed").getCollection(name);
        documents.insertOne(new Document("_id", 1).append("n", "fine"));
        return documents;
    }

    @Test
    void impossibleLengthsHangUp(MayflyServer server, MongoClient client) throws Exception {
        MongoCollection<Document> documents = documents(client, "lengths");
        for (int length : LENGTHS) {
            for (int operation : OPERATIONS) {
                send(server, message(length, operation, 64).array());
            }
        }
        assertUnharmed(documents);
    }

    @Test
    void noiseHangsUp(MayflyServer server, MongoClient client) {
        MongoCollection<Document> documents = documents(client, "noise");
        Seeds.run(100, (_, random) -> {
            byte[] noise = new byte[random.nextInt(1, 4000)];
            random.nextBytes(noise);
            assertEquals(0, send(server, noise));
        });
        assertUnharmed(documents);
    }

    @Test
    void noiseInAWellMadeFrameIsAnsweredOrHangsUp(MayflyServer server, MongoClient client) {
        MongoCollection<Document> documents = documents(client, "frames");
        Seeds.run(200, (_, random) -> {
            byte[] body = new byte[random.nextInt(1, 400)];
            random.nextBytes(body);
            int operation = OPERATIONS.get(random.nextInt(OPERATIONS.size()));
            ByteBuffer frame = message(HEADER_BYTES + body.length, operation, body.length);
            if (operation == OP_MSG && body.length > 5 && random.nextBoolean()) {
                ByteBuffer.wrap(body).putInt(0).put((byte) 0);
            }
            frame.put(body);
            send(server, bytesOf(frame));
        });
        assertUnharmed(documents);
    }

    @Test
    void bombIsNotInflated(MayflyServer server, MongoClient client) throws Exception {
        MongoCollection<Document> documents = documents(client, "bombs");
        for (byte compressor = 0; compressor < 5; compressor++) {
            ByteBuffer bomb = message(HEADER_BYTES + 9 + 20, OP_COMPRESSED, 29)
                    .putInt(OP_MSG)
                    .putInt(Integer.MAX_VALUE)
                    .put(compressor);
            assertTrue(send(server, bytesOf(bomb)) < 1000);
        }
        assertUnharmed(documents);
    }

    @Test
    void damagedCommandLeavesTheRestOfThePoolAlone(MayflyServer server, MongoClient client) {
        MongoCollection<Document> documents = documents(client, "damaged");
        byte[] whole = insertMessage();
        Seeds.run(300, (_, random) -> {
            byte[] damaged = whole.clone();
            damage(damaged, random);
            send(server, damaged);
        });
        assertUnharmed(documents);
    }

    /** A command that writes to a collection that nobody looks at. */
    private static byte[] insertMessage() {
        byte[] command = org.bson.RawBsonDocument.parse(
                        "{insert: 'elsewhere', documents: [{a: 1, b: {c: ['text']}}], $db: 'malformed'}")
                .getByteBuffer()
                .array();
        return message(HEADER_BYTES + 5 + command.length, OP_MSG, 5 + command.length)
                .putInt(0)
                .put((byte) 0)
                .put(command)
                .array();
    }

    /** Changes some bytes behind the length. */
    private static void damage(byte[] message, RandomGenerator random) {
        int changes = random.nextInt(1, 4);
        for (int change = 0; change < changes; change++) {
            message[random.nextInt(4, message.length)] = (byte) random.nextInt(256);
        }
    }
}
