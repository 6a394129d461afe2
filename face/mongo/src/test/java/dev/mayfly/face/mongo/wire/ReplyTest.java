package dev.mayfly.face.mongo.wire;

import static dev.mayfly.face.mongo.wire.Frames.bson;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonValidator;
import dev.mayfly.base.document.BsonView;
import io.netty.buffer.ByteBufUtil;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.RawBsonDocument;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

final class ReplyTest {
    @Test
    void builderWritesEveryKindOfField() {
        BsonView stored = BsonView.of(bson("{x: [1, 'two'], y: {z: null}}"));
        byte[] bytes = new BsonBuilder()
                .int32("int", -7)
                .int64("long", 1L << 40)
                .real("double", 0.5)
                .text("text", "grüße\0!")
                .bool("yes", true)
                .date("date", 12_345)
                .nothing("nothing")
                .raw("raw", stored)
                .value("wert ü", new BsonInt32(5))
                .startArray("list")
                .element(stored)
                .element("text")
                .startElement()
                .int32("n", 1)
                .end()
                .end()
                .finish();
        BsonValidator.validate(bytes, 0, bytes.length, 100);
        assertEquals(BsonDocument.parse("""
                        {int: -7, long: {$numberLong: '1099511627776'}, double: 0.5, text: 'grüße\\u0000!', yes: true,
                         date: {$date: 12345}, nothing: null, raw: {x: [1, 'two'], y: {z: null}}, 'wert ü': 5,
                         list: [{x: [1, 'two'], y: {z: null}}, 'text', {n: 1}]}"""), new RawBsonDocument(bytes));
    }

    @Test
    void builderGrowsAndNumbersItsElements() {
        BsonView document = BsonView.of(bson("{a: '" + "x".repeat(100) + "'}"));
        BsonBuilder builder = new BsonBuilder().startArray("all");
        for (int i = 0; i < 12_345; i++) {
            builder.element(document);
        }
        byte[] bytes = builder.end().finish();
        BsonValidator.validate(bytes, 0, bytes.length, 100);
        BsonDocument tree = BsonView.of(bytes).toBsonValue().asDocument();
        assertEquals(12_345, tree.getArray("all").size());
        BsonView array = BsonView.of(bytes).field("all");
        assertTrue(array != null && array.element(12_344) != null);
    }

    @Test
    void namesWithZerosAreOurMistake() {
        BsonBuilder builder = new BsonBuilder();
        assertThrows(IllegalArgumentException.class, () -> builder.int32("a\0b", 1));
    }

    @ParameterizedTest
    @EnumSource(Compressor.class)
    void answerCanBeReadBack(Compressor compressor) {
        for (boolean hasChecksum : new boolean[] {false, true}) {
            WireForm form = new WireForm(77, false, "", compressor, hasChecksum);
            Reply reply = Reply.ok(new BsonBuilder().text("a", "x".repeat(1_000)));
            byte[] body = reply.body();
            byte[] frame = ByteBufUtil.getBytes(reply.frame(form, 5, true));
            assertEquals(frame.length, LittleEndian.intAt(frame, 0));
            assertEquals(77, LittleEndian.intAt(frame, 8));
            WireMessage read = MessageReader.read(frame);
            assertEquals(5, read.form().requestId());
            assertEquals(compressor, read.form().compressor());
            assertEquals(hasChecksum, read.form().hasChecksum());
            assertEquals(new RawBsonDocument(body), read.body().toBsonValue());
        }
    }

    @Test
    void secretAnswersAreNotPacked() {
        WireForm form = new WireForm(77, false, "", Compressor.ZLIB, false);
        byte[] frame = ByteBufUtil.getBytes(Reply.ok().frame(form, 5, false));
        assertEquals(OpCode.MSG, LittleEndian.intAt(frame, 12));
    }

    @Test
    void answerToAQueryHasOneDocument() {
        WireForm form = new WireForm(77, true, "admin", Compressor.NONE, false);
        byte[] frame = ByteBufUtil.getBytes(Reply.ok().frame(form, 5, true));
        byte[] expected = Frames.frame(
                5,
                OpCode.REPLY,
                Frames.join(
                        Frames.int32(8),
                        new byte[12],
                        Frames.int32(1),
                        bson(new BsonDocument("ok", new org.bson.BsonDouble(1)))));
        System.arraycopy(Frames.int32(77), 0, expected, 8, 4);
        assertArrayEquals(expected, frame);
    }
}
