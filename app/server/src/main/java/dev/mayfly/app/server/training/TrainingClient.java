package dev.mayfly.app.server.training;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.document.BsonEncoding;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.types.ObjectId;

/**
 * Sends a mongo face the most common requests of applications, in the shape that drivers give them. Confined to one
 * thread.
 */
final class TrainingClient implements AutoCloseable {
    private static final int OP_MSG = 2013;
    private static final int HEADER_BYTES = 16;
    private static final BsonInt32 ONE = new BsonInt32(1);
    private static final BsonString COLLECTION = new BsonString("documents");
    private static final BsonDocument SESSION = new BsonDocument("id", new BsonBinary(new UUID(1, 2)));

    private final Socket socket;
    private final OutputStream out;
    private final DataInputStream in;
    private int requests;

    TrainingClient(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setTcpNoDelay(true);
        out = socket.getOutputStream();
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    /** Creates a collection with an index and a TTL index. */
    void prepare() throws IOException {
        ask(new BsonDocument("hello", ONE), "", List.of());
        BsonArray indexes =
                new BsonArray(List.of(index("group"), index("at").append("expireAfterSeconds", new BsonInt32(3600))));
        ask(new BsonDocument("createIndexes", COLLECTION).append("indexes", indexes), "", List.of());
    }

    private static BsonDocument index(String field) {
        return new BsonDocument("key", new BsonDocument(field, ONE)).append("name", new BsonString(field + "_1"));
    }

    /** Writes, reads, changes and removes documents. */
    void run(int rounds, Duration atMost) throws IOException {
        long end = SystemClock.INSTANCE.tickNanos() + atMost.toNanos();
        for (int round = 0; round < rounds && SystemClock.INSTANCE.tickNanos() - end < 0; round++) {
            BsonObjectId id = new BsonObjectId(new ObjectId());
            BsonDocument byId = new BsonDocument("_id", id);
            BsonInt32 group = new BsonInt32(round % 500);
            ask(write("insert"), "documents", List.of(document(id, group)));
            ask(find(byId).append("limit", ONE).append("singleBatch", BsonBoolean.TRUE), "", List.of());
            ask(write("update"), "updates", List.of(update(byId, "$inc", new BsonDocument("count", ONE))));
            ask(write("update"), "updates", List.of(update(byId, "$set", new BsonDocument("group", group))));
            ask(find(new BsonDocument("group", group)), "", List.of());
            if (round % 4 == 0) {
                BsonDocument delete = new BsonDocument("q", byId).append("limit", ONE);
                ask(write("delete"), "deletes", List.of(delete));
            }
        }
    }

    private static BsonDocument write(String command) {
        return new BsonDocument(command, COLLECTION).append("ordered", BsonBoolean.TRUE);
    }

    private static BsonDocument find(BsonDocument filter) {
        return new BsonDocument("find", COLLECTION).append("filter", filter);
    }

    private static BsonDocument update(BsonDocument filter, String operator, BsonDocument fields) {
        return new BsonDocument("q", filter).append("u", new BsonDocument(operator, fields));
    }

    private static BsonDocument document(BsonObjectId id, BsonInt32 group) {
        return new BsonDocument("_id", id)
                .append("group", group)
                .append("at", new BsonDateTime(id.getValue().getTimestamp() * 1000L))
                .append("text", new BsonString("x".repeat(138)));
    }

    /** Sends a command, with documents beside it if they have a name, and waits for the answer. */
    private void ask(BsonDocument command, String name, List<BsonDocument> documents) throws IOException {
        command.append("$db", new BsonString("training")).append("lsid", SESSION);
        byte[] body = BsonEncoding.encode(command);
        ByteBuffer message = ByteBuffer.allocate(1 << 16).order(ByteOrder.LITTLE_ENDIAN);
        message.position(HEADER_BYTES);
        message.putInt(0).put((byte) 0).put(body);
        if (!name.isEmpty()) {
            int section = message.put((byte) 1).position();
            message.putInt(0).put(name.getBytes(StandardCharsets.US_ASCII)).put((byte) 0);
            documents.forEach(document -> message.put(BsonEncoding.encode(document)));
            message.putInt(section, message.position() - section);
        }
        message.putInt(0, message.position()).putInt(4, ++requests).putInt(8, 0).putInt(12, OP_MSG);
        out.write(message.array(), 0, message.position());
        int length = Integer.reverseBytes(in.readInt());
        in.skipNBytes(length - Integer.BYTES);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
