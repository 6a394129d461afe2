package dev.mayfly.test.conformance.driver;

import java.io.Closeable;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.ByteBuf;
import org.bson.RawBsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;

/** Sends commands just as they are given, without what a driver would add to them. */
final class RawConnection implements Closeable {
    private static final int OP_MSG = 2013;
    private static final int HEADER_BYTES = 16;
    private static final int BODY_OFFSET = HEADER_BYTES + 5;

    private final Socket socket;

    RawConnection(int port) throws IOException {
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
    }

    BsonDocument run(String command) throws IOException {
        ByteBuf document = RawBsonDocument.parse(command).getByteBuffer();
        byte[] body = new byte[document.remaining()];
        document.get(body);
        ByteBuffer message = ByteBuffer.allocate(BODY_OFFSET + body.length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(message.capacity()).putInt(1).putInt(0).putInt(OP_MSG);
        message.putInt(0).put((byte) 0).put(body);
        socket.getOutputStream().write(message.array());
        DataInputStream in = new DataInputStream(socket.getInputStream());
        int length = Integer.reverseBytes(in.readInt());
        byte[] rest = new byte[length - 4];
        in.readFully(rest);
        ByteBuffer reply = ByteBuffer.wrap(rest, BODY_OFFSET - 4, rest.length - BODY_OFFSET + 4)
                .slice();
        try (BsonBinaryReader reader = new BsonBinaryReader(reply)) {
            return new BsonDocumentCodec()
                    .decode(reader, DecoderContext.builder().build());
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
