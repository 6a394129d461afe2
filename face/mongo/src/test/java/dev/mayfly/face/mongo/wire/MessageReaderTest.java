package dev.mayfly.face.mongo.wire;

import static dev.mayfly.face.mongo.wire.Frames.body;
import static dev.mayfly.face.mongo.wire.Frames.bson;
import static dev.mayfly.face.mongo.wire.Frames.compressed;
import static dev.mayfly.face.mongo.wire.Frames.frame;
import static dev.mayfly.face.mongo.wire.Frames.int32;
import static dev.mayfly.face.mongo.wire.Frames.join;
import static dev.mayfly.face.mongo.wire.Frames.msg;
import static dev.mayfly.face.mongo.wire.Frames.query;
import static dev.mayfly.face.mongo.wire.Frames.sequence;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.transport.connection.FrameRefusedException;
import dev.mayfly.face.transport.connection.Framer;
import io.netty.buffer.Unpooled;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class MessageReaderTest {
    private static final byte[] PING = bson("{ping: 1, $db: 'admin'}");

    @Test
    void bodyAndSequencesAreViewsIntoTheFrame() {
        byte[] insert = bson("{insert: 'c', $db: 'd'}");
        byte[] frame = msg(7, 0, sequence("documents", bson("{_id: 1}"), bson("{_id: 2}")), body(insert));
        WireMessage message = MessageReader.read(frame);
        assertEquals(7, message.form().requestId());
        assertFalse(message.moreToCome());
        assertSame(frame, message.body().bytes());
        assertEquals(
                BsonDocument.parse("{insert: 'c', $db: 'd'}"), message.body().toBsonValue());
        WireMessage.DocumentSequence documents = message.sequences().getFirst();
        assertEquals("documents", documents.name());
        assertEquals(
                List.of(BsonDocument.parse("{_id: 1}"), BsonDocument.parse("{_id: 2}")),
                documents.documents().stream().map(BsonView::toBsonValue).toList());
        assertSame(frame, documents.documents().getFirst().bytes());
    }

    @Test
    void checksumIsVerified() {
        byte[] frame = msg(1, Frames.CHECKSUM | Frames.MORE_TO_COME, body(PING));
        WireMessage message = MessageReader.read(frame);
        assertTrue(message.form().hasChecksum());
        assertTrue(message.moreToCome());
        for (int i = Header.BYTES; i < frame.length; i++) {
            byte[] damaged = frame.clone();
            damaged[i] ^= 0x40;
            assertThrows(FrameRefusedException.class, () -> MessageReader.read(damaged), "byte " + i);
        }
    }

    @Test
    void exhaustIsPassedOverAndUnknownFlagsAreRefused() {
        MessageReader.read(msg(1, 1 << 16, body(PING)));
        refused(msg(1, 4, body(PING)));
        refused(msg(1, 1 << 15, body(PING)));
    }

    @Test
    void queryOfTheOldKindIsReadForCommands() {
        WireMessage message = MessageReader.read(query(3, "admin.$cmd", bson("{isMaster: 1}")));
        assertTrue(message.form().isQuery());
        assertEquals("admin", message.form().database());
        assertEquals(BsonDocument.parse("{isMaster: 1}"), message.body().toBsonValue());
        WireMessage wrapped = MessageReader.read(
                query(3, "admin.$cmd", bson("{$query: {isMaster: 1}, $readPreference: {mode: 'primary'}}")));
        assertEquals(BsonDocument.parse("{isMaster: 1}"), wrapped.body().toBsonValue());
        refused(query(3, "test.things", bson("{}")));
        refused(query(3, "$cmd", bson("{}")));
        refused(join(query(3, "admin.$cmd", bson("{}")), new byte[] {1}));
    }

    @ParameterizedTest
    @EnumSource(Compressor.class)
    void packedMessageIsUnpacked(Compressor compressor) {
        byte[] plain =
                msg(9, Frames.CHECKSUM, body(bson("{ping: 1, $db: 'admin', text: '" + "x".repeat(3_000) + "'}")));
        WireMessage message = MessageReader.read(compressed(compressor, plain, 0));
        assertEquals(9, message.form().requestId());
        assertEquals(compressor, message.form().compressor());
        assertEquals(
                MessageReader.read(plain).body().toBsonValue(), message.body().toBsonValue());
    }

    @ParameterizedTest
    @EnumSource(Compressor.class)
    void claimedSizeMustBeTheRealOne(Compressor compressor) {
        byte[] plain = msg(9, 0, body(PING));
        for (int lie : new int[] {-1, 1, 7, 1_000, -plain.length, Integer.MAX_VALUE - plain.length}) {
            refused(compressed(compressor, plain, lie));
        }
    }

    @ParameterizedTest
    @EnumSource(Compressor.class)
    void damagedPackingIsRefusedOrNoticed(Compressor compressor) {
        byte[] packed = compressed(compressor, msg(9, Frames.CHECKSUM, body(PING)), 0);
        for (int i = Header.BYTES; i < packed.length; i++) {
            byte[] damaged = packed.clone();
            damaged[i] ^= 0x55;
            try {
                assertEquals(
                        BsonDocument.parse("{ping: 1, $db: 'admin'}"),
                        MessageReader.read(damaged).body().toBsonValue());
            } catch (FrameRefusedException _) {
                // As it should be; some bits of some formats mean nothing.
            }
        }
    }

    @Test
    void bombIsRefusedBeforeItIsUnpacked() {
        byte[] zeros = new byte[20_000_000];
        byte[] plain = frame(1, OpCode.MSG, zeros);
        refused(compressed(Compressor.ZSTD, plain, 0));
        refused(compressed(Compressor.ZLIB, plain, 30_000_000));
        byte[] large = msg(1, 0, body(bson("{a: '" + "abcdefgh".repeat(200_000) + "'}")));
        byte[] packed = compressed(Compressor.SNAPPY, large, 0);
        MessageReader.read(packed);
        assertThrows(FrameRefusedException.class, () -> MessageReader.read(packed, 1 << 20));
    }

    @Test
    void packedMessageInsideAPackedOneIsRefused() {
        byte[] once = compressed(Compressor.ZLIB, msg(9, 0, body(PING)), 0);
        refused(compressed(Compressor.ZLIB, once, 0));
    }

    @Test
    void brokenShapesAreRefused() {
        refused(msg(1, 0));
        refused(msg(1, 0, body(PING), body(PING)));
        refused(msg(1, 0, new byte[] {2}, PING));
        refused(msg(1, 0, sequence("a", PING), sequence("a", PING), body(PING)));
        refused(msg(1, 0, new byte[] {1}, int32(1_000_000), new byte[] {'a', 0}));
        refused(msg(1, 0, new byte[] {1}, int32(-1), new byte[] {'a', 0}));
        refused(msg(1, 0, body(int32(Integer.MAX_VALUE)), PING));
        refused(msg(1, 0, body(int32(4)), PING));
        byte[] whole = msg(1, 0, sequence("documents", PING), body(PING));
        for (int length = 0; length < whole.length; length++) {
            refused(Arrays.copyOf(whole, length));
        }
    }

    @Test
    void documentThatIsNotBsonCanBeAnswered() {
        byte[] bad = PING.clone();
        bad[4] = 99;
        InvalidMessageException failure =
                assertThrows(InvalidMessageException.class, () -> MessageReader.read(msg(5, 0, body(bad))));
        assertEquals(5, failure.form().requestId());
        assertTrue(failure.isAnswered());
        InvalidMessageException unanswered = assertThrows(
                InvalidMessageException.class, () -> MessageReader.read(msg(5, Frames.MORE_TO_COME, body(bad))));
        assertFalse(unanswered.isAnswered());
    }

    @Test
    void nestingIsLimitedWithoutRecursion() {
        MessageReader.read(msg(1, 0, body(PING), sequence("documents", nested(100))));
        assertThrows(
                InvalidMessageException.class,
                () -> MessageReader.read(msg(1, 0, body(PING), sequence("documents", nested(101)))));
        assertThrows(InvalidMessageException.class, () -> MessageReader.read(msg(1, 0, body(nested(500_000)))));
    }

    @Test
    void framerReadsLengthsAndRefusesOtherProtocols() {
        MongoFramer framer = new MongoFramer();
        byte[] frame = msg(1, 0, body(PING));
        assertEquals(Framer.UNKNOWN, framer.frameLength(Unpooled.wrappedBuffer(frame, 0, 15)));
        assertEquals(frame.length, framer.frameLength(Unpooled.wrappedBuffer(frame, 0, 16)));
        for (byte[] refused : List.of(
                "GET / HTTP/1.1\r\n\r\n".getBytes(java.nio.charset.StandardCharsets.US_ASCII),
                join(int32(15), new byte[8], int32(OpCode.MSG)),
                join(int32(-1), new byte[8], int32(OpCode.MSG)),
                join(int32(48_000_001), new byte[8], int32(OpCode.MSG)),
                join(int32(100), new byte[8], int32(2002)))) {
            assertThrows(FrameRefusedException.class, () -> framer.frameLength(Unpooled.wrappedBuffer(refused)));
        }
    }

    /** A document of nested documents, each the only field of the one around it. */
    private static byte[] nested(int depth) {
        int overhead = 4 + 1 + 2 + 1;
        byte[] bytes = new byte[5 + overhead * (depth - 1)];
        for (int i = 0; i < depth; i++) {
            int at = 7 * i;
            LittleEndian.putInt(bytes, at, bytes.length - 8 * i);
            if (i < depth - 1) {
                bytes[at + 4] = 3;
                bytes[at + 5] = 'a';
            }
        }
        return bytes;
    }

    private static void refused(byte[] frame) {
        assertThrows(FrameRefusedException.class, () -> MessageReader.read(frame));
    }
}
