package dev.mayfly.face.mongo.wire;

import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.zip.CRC32C;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;

/** Puts frames together as a client would, or as no client should. */
public final class Frames {
    public static final int CHECKSUM = 1;
    public static final int MORE_TO_COME = 2;

    private Frames() {}

    public static byte[] bson(String json) {
        return bson(BsonDocument.parse(json));
    }

    public static byte[] bson(BsonDocument document) {
        try (BasicOutputBuffer buffer = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(buffer)) {
            new BsonDocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
            return buffer.toByteArray();
        }
    }

    public static byte[] body(byte[] document) {
        return join(new byte[] {0}, document);
    }

    public static byte[] sequence(String name, byte[]... documents) {
        byte[] contents = join(join((name + '\0').getBytes(StandardCharsets.UTF_8)), join(documents));
        return join(new byte[] {1}, int32(4 + contents.length), contents);
    }

    public static byte[] msg(int requestId, int flags, byte[]... sections) {
        byte[] frame = frame(requestId, OpCode.MSG, join(int32(flags), join(sections)));
        if ((flags & CHECKSUM) == 0) {
            return frame;
        }
        byte[] longer = frame(requestId, OpCode.MSG, join(int32(flags), join(sections), new byte[4]));
        CRC32C sum = new CRC32C();
        sum.update(longer, 0, longer.length - 4);
        System.arraycopy(int32((int) sum.getValue()), 0, longer, longer.length - 4, 4);
        return longer;
    }

    public static byte[] query(int requestId, String collection, byte[] document) {
        byte[] name = (collection + '\0').getBytes(StandardCharsets.UTF_8);
        return frame(requestId, OpCode.QUERY, join(int32(4), name, int32(0), int32(-1), document));
    }

    /** Packs a frame, claiming another size than it has if asked. */
    public static byte[] compressed(Compressor compressor, byte[] frame, int lie) {
        int length = frame.length - Header.BYTES;
        byte[] packed = compressor.pack(frame, Header.BYTES, length);
        Header header = Header.read(frame);
        byte[] prefix = join(int32(header.opCode()), int32(length + lie), new byte[] {(byte) compressor.id()});
        return frame(header.requestId(), OpCode.COMPRESSED, join(prefix, packed));
    }

    public static byte[] frame(int requestId, int opCode, byte[] body) {
        return join(int32(Header.BYTES + body.length), int32(requestId), int32(0), int32(opCode), body);
    }

    public static byte[] int32(int value) {
        return ByteBuffer.allocate(4)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putInt(value)
                .array();
    }

    public static byte[] join(byte[]... parts) {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] part : parts) {
            all.writeBytes(part);
        }
        return all.toByteArray();
    }
}
