package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import org.bson.BsonBinaryReader;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.codecs.BsonDocumentCodec;
import org.bson.codecs.DecoderContext;
import org.bson.types.Decimal128;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import tools.jackson.core.JsonParser;
import tools.jackson.core.JsonToken;
import tools.jackson.core.ObjectReadContext;
import tools.jackson.core.json.JsonFactory;

class ViewProperties {
    private static final long SEED = Long.getLong("seed", 7L);

    @Test
    void bsonBytesReadAsTheLibraryReadsThem() {
        RandomValues random = new RandomValues(SEED);
        for (int i = 0; i < 5_000; i++) {
            BsonDocument document = random.document(3);
            byte[] bytes = RandomValues.bson(document);
            BsonValidator.validate(bytes, 0, bytes.length, BsonValidator.DEPTH_MAX);
            BsonDocument read = new BsonDocumentCodec()
                    .decode(
                            new BsonBinaryReader(ByteBuffer.wrap(bytes)),
                            DecoderContext.builder().build());
            assertEquals(read, BsonView.of(bytes).toBsonValue(), "seed " + SEED);
            assertEquals(bytes.length, BsonView.of(bytes).length());
        }
    }

    @Test
    void bytesAndTreesAgree() {
        RandomValues random = new RandomValues(SEED + 1);
        for (int i = 0; i < 5_000; i++) {
            BsonDocument document = random.document(3);
            byte[] shifted = shifted(RandomValues.bson(document));
            agree(TreeView.of(document), BsonView.of(shifted, 3));
        }
    }

    private static byte[] shifted(byte[] bytes) {
        byte[] shifted = new byte[bytes.length + 5];
        Arrays.fill(shifted, (byte) 0x7E);
        System.arraycopy(bytes, 0, shifted, 3, bytes.length);
        return shifted;
    }

    private static void agree(View tree, View other) {
        assertEquals(tree.type(), other.type());
        assertEquals(tree.toBsonValue(), other.toBsonValue());
        assertEquals(0, ValueOrder.compare(tree, other));
        if (tree.type().isNumber()) {
            assertEquals(tree.intValue(), other.intValue());
            assertEquals(tree.longValue(), other.longValue());
            assertEquals(tree.doubleValue(), other.doubleValue());
            assertEquals(tree.decimalValue(), other.decimalValue());
        }
        if (tree.type() == ValueType.OBJECT || tree.type() == ValueType.ARRAY) {
            agreeInside(tree, other);
        }
    }

    private static void agreeInside(View tree, View other) {
        View.Fields a = tree.fields();
        View.Fields b = other.fields();
        int index = 0;
        while (a.next()) {
            assertEquals(true, b.next());
            assertEquals(a.name(), b.name());
            agree(a.value(), b.value());
            View found = tree.type() == ValueType.ARRAY ? other.element(index) : other.field(a.name());
            assertNotNull(found);
            assertEquals(a.value().toBsonValue(), found.toBsonValue());
            index++;
        }
        assertEquals(false, b.next());
        assertEquals(false, b.next());
        assertNull(tree.type() == ValueType.ARRAY ? other.element(index) : other.field("no such name"));
    }

    @Test
    void jsonReadsAsJacksonReadsIt() {
        RandomJson random = new RandomJson(SEED + 2);
        for (int i = 0; i < 20_000; i++) {
            String text = random.value(4);
            byte[] bytes = (" " + text + "\n").getBytes(StandardCharsets.UTF_8);
            JsonValidator.validate(bytes, 0, bytes.length, JsonValidator.DEPTH_MAX);
            try (JsonParser parser = new JsonFactory().createParser(ObjectReadContext.empty(), text)) {
                agreeWithJackson(parser, parser.nextToken(), JsonView.of(bytes));
            }
        }
    }

    private static void agreeWithJackson(JsonParser parser, @Nullable JsonToken token, View view) {
        assertNotNull(token);
        switch (token) {
            case START_OBJECT -> {
                View.Fields fields = view.fields();
                while (parser.nextToken() == JsonToken.PROPERTY_NAME) {
                    assertEquals(true, fields.next());
                    assertEquals(parser.currentName(), fields.name());
                    View found = view.field(fields.name());
                    assertNotNull(found);
                    agreeWithJackson(parser, parser.nextToken(), fields.value());
                }
                assertEquals(false, fields.next());
            }
            case START_ARRAY -> {
                View.Fields fields = view.fields();
                int index = 0;
                for (JsonToken next = parser.nextToken(); next != JsonToken.END_ARRAY; next = parser.nextToken()) {
                    assertEquals(true, fields.next());
                    assertNotNull(view.element(index++));
                    agreeWithJackson(parser, next, fields.value());
                }
                assertEquals(false, fields.next());
            }
            case VALUE_STRING -> assertEquals(parser.getString(), view.stringValue());
            case VALUE_TRUE, VALUE_FALSE -> assertEquals(parser.getBooleanValue(), view.booleanValue());
            case VALUE_NULL -> assertEquals(ValueType.NULL, view.type());
            case VALUE_NUMBER_INT -> agreeOnInteger(parser, view);
            default -> {
                assertEquals(ValueType.DOUBLE, view.type());
                assertEquals(parser.getDoubleValue(), view.doubleValue());
            }
        }
    }

    private static void agreeOnInteger(JsonParser parser, View view) {
        switch (parser.getNumberType()) {
            case INT -> {
                assertEquals(ValueType.INT32, view.type());
                assertEquals(parser.getIntValue(), view.intValue());
            }
            case LONG -> {
                assertEquals(ValueType.INT64, view.type());
                assertEquals(parser.getLongValue(), view.longValue());
            }
            default -> assertEquals(ValueType.DOUBLE, view.type());
        }
    }

    @Test
    void jsonNumbersSayExactlyWhatTheTextSaid() {
        assertEquals(Decimal128.parse("0.1"), json("0.1").decimalValue());
        assertEquals(
                Decimal128.parse("123456789012345678901234567890"),
                json("123456789012345678901234567890").decimalValue());
        assertEquals(Decimal128.parse("Infinity"), json("1e9999").decimalValue());
        assertEquals(Double.POSITIVE_INFINITY, json("1e400").doubleValue());
        assertEquals(Long.MAX_VALUE, json("1e400").longValue());
        assertEquals(-1, json("-1.9").longValue());
        assertEquals(ValueType.INT64, json("-9223372036854775808").type());
        assertEquals(ValueType.DOUBLE, json("9223372036854775808").type());
    }

    private static View json(String text) {
        return JsonView.of(text.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void anAccessorOfAnotherTypeIsRefused() {
        View[] strings = {json("\"x\""), TreeView.of(new BsonString("x")), RandomValues.inBson(new BsonString("x"))};
        for (View string : strings) {
            assertThrows(IllegalStateException.class, string::booleanValue);
            assertThrows(IllegalStateException.class, string::longValue);
            assertThrows(IllegalStateException.class, string::doubleValue);
            assertThrows(IllegalStateException.class, string::decimalValue);
            assertThrows(IllegalStateException.class, string::dateMillis);
            assertThrows(IllegalStateException.class, string::objectIdValue);
            assertThrows(IllegalStateException.class, string::fields);
            assertThrows(IllegalStateException.class, () -> string.field("a"));
            assertThrows(IllegalStateException.class, () -> string.element(0));
        }
    }

    @Test
    void aTreeTakenFromAViewSharesNothing() {
        BsonDocument document = BsonDocument.parse("{a: {b: [1]}}");
        BsonValue copy = TreeView.of(document).toBsonValue();
        document.getDocument("a").getArray("b").clear();
        assertEquals(BsonDocument.parse("{a: {b: [1]}}"), copy);
    }

    @Test
    void theRawSpanOfAValueCanBeCopied() {
        byte[] bytes = RandomValues.bson(BsonDocument.parse("{a: 1, b: {c: 'x'}, d: 2}"));
        BsonView b = BsonView.of(bytes).field("b");
        assertNotNull(b);
        assertEquals(3, b.bsonType());
        byte[] raw = Arrays.copyOfRange(b.bytes(), b.offset(), b.offset() + b.length());
        assertArrayEquals(RandomValues.bson(BsonDocument.parse("{c: 'x'}")), raw);
    }
}
