package dev.mayfly.app.server.demo;

import dev.mayfly.base.document.BsonEncoding;
import java.io.BufferedInputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Sessions of users in a collection of the mongo face, which expire by a TTL index over their own date. */
final class DemoSessions implements DemoFace {
    private static final int OP_MSG = 2013;
    private static final int HEADER_BYTES = 16;
    private static final BsonInt32 ONE = new BsonInt32(1);
    private static final BsonString COLLECTION = new BsonString("sessions");
    private static final long MILLIS = 1_000;

    private final Socket socket;
    private final DataInputStream in;
    private int requests;

    DemoSessions(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
    }

    @Override
    public String where() {
        return "mongo      demo.sessions";
    }

    @Override
    public String how() {
        return "a TTL index over expiresAt";
    }

    @Override
    public void prepare() throws IOException {
        BsonDocument index = new BsonDocument("key", new BsonDocument("expiresAt", ONE))
                .append("name", new BsonString("expiresAt_1"))
                .append("expireAfterSeconds", new BsonInt32(0));
        ask(new BsonDocument("createIndexes", COLLECTION).append("indexes", new BsonArray(List.of(index))));
    }

    @Override
    public void write(int number, long now, int lifetimeSeconds) throws IOException {
        BsonDocument session = new BsonDocument("user", new BsonString("user-" + number))
                .append("since", new BsonDateTime(now))
                .append("expiresAt", new BsonDateTime(now + lifetimeSeconds * MILLIS));
        BsonDocument update = new BsonDocument("q", new BsonDocument("_id", new BsonInt32(number)))
                .append("u", session)
                .append("upsert", BsonBoolean.TRUE);
        ask(new BsonDocument("update", COLLECTION).append("updates", new BsonArray(List.of(update))));
    }

    private void ask(BsonDocument command) throws IOException {
        byte[] body = BsonEncoding.encode(command.append("$db", new BsonString("demo")));
        int length = HEADER_BYTES + Integer.BYTES + 1 + body.length;
        ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(length).putInt(++requests).putInt(0).putInt(OP_MSG);
        message.putInt(0).put((byte) 0).put(body);
        socket.getOutputStream().write(message.array());
        int answered = Integer.reverseBytes(in.readInt()) - Integer.BYTES;
        byte[] answer = in.readNBytes(answered);
        int bodyAt = HEADER_BYTES + 1;
        BsonDocument reply = BsonEncoding.decode(Arrays.copyOfRange(answer, bodyAt, answer.length));
        if (reply.getNumber("ok").intValue() != 1) {
            throw new IOException("the mongo face answered " + reply.toJson());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
