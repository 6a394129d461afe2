package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.session.ScramClient;
import dev.mayfly.face.mongo.wire.Frames;
import dev.mayfly.face.mongo.wire.MessageReader;
import dev.mayfly.face.mongo.wire.WireMessage;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.net.SocketException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** Speaks the wire protocol frame by frame over one blocking socket. */
public final class RawMongoClient implements AutoCloseable {
    private static final int TIMEOUT_MILLIS = 20_000;
    private static final int REPLY_HEADER_BYTES = 36;
    private static final int RESPONSE_TO_AT = 8;

    private final Socket socket;
    private final DataInputStream in;
    private int requests;

    RawMongoClient(InetSocketAddress address) throws IOException {
        socket = new Socket(address.getAddress(), address.getPort());
        socket.setSoTimeout(TIMEOUT_MILLIS);
        socket.setTcpNoDelay(true);
        in = new DataInputStream(socket.getInputStream());
    }

    /** Runs a command written as JSON, on the database that its $db names or else on admin. */
    public BsonDocument run(String json) throws IOException {
        return run(BsonDocument.parse(json));
    }

    public BsonDocument run(BsonDocument command) throws IOException {
        if (!command.containsKey("$db")) {
            command.append("$db", new BsonString("admin"));
        }
        send(Frames.msg(++requests, 0, Frames.body(Frames.bson(command))));
        return receive();
    }

    BsonDocument query(String collection, String json) throws IOException {
        send(Frames.query(++requests, collection, Frames.bson(json)));
        byte[] frame = receiveFrame();
        return BsonView.of(frame, REPLY_HEADER_BYTES).toBsonValue().asDocument();
    }

    public void send(byte[] frame) throws IOException {
        socket.getOutputStream().write(frame);
        socket.getOutputStream().flush();
    }

    public BsonDocument receive() throws IOException {
        return receiveMessage().body().toBsonValue().asDocument();
    }

    WireMessage receiveMessage() throws IOException {
        return MessageReader.read(receiveFrame());
    }

    byte[] receiveFrame() throws IOException {
        byte[] length = in.readNBytes(4);
        if (length.length < 4) {
            throw new IOException("closed by the server");
        }
        int size = ByteBuffer.wrap(length).order(ByteOrder.LITTLE_ENDIAN).getInt();
        return Frames.join(length, in.readNBytes(size - 4));
    }

    /** Every byte up to the answer of this request, or until the server closes the connection. */
    byte[] receiveAll(int lastRequest) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        try {
            while (true) {
                byte[] frame = receiveFrame();
                all.writeBytes(frame);
                if (ByteBuffer.wrap(frame).order(ByteOrder.LITTLE_ENDIAN).getInt(RESPONSE_TO_AT) == lastRequest) {
                    return all.toByteArray();
                }
            }
        } catch (IOException _) {
            return all.toByteArray();
        }
    }

    /** Logs in and answers the last reply. */
    BsonDocument login(String database, String user, String password) throws IOException {
        ScramClient client = new ScramClient(user, password);
        BsonDocument first = run(new BsonDocument("saslStart", new BsonInt32(1))
                .append("mechanism", new BsonString("SCRAM-SHA-256"))
                .append("payload", new BsonBinary(client.first()))
                .append("options", new BsonDocument("skipEmptyExchange", BsonBoolean.TRUE))
                .append("$db", new BsonString(database)));
        if (!first.containsKey("payload")) {
            return first;
        }
        BsonDocument last = run(new BsonDocument("saslContinue", new BsonInt32(1))
                .append("conversationId", first.get("conversationId"))
                .append(
                        "payload",
                        new BsonBinary(client.last(first.getBinary("payload").getData())))
                .append("$db", new BsonString(database)));
        if (last.containsKey("payload")
                && !client.accepts(last.getBinary("payload").getData())) {
            throw new IOException("the server does not know the password");
        }
        return last;
    }

    boolean isClosedByServer() throws IOException {
        try {
            return in.read() < 0;
        } catch (SocketException _) {
            return true;
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
