package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.base.document.MalformedDocumentException.Fault;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.SplittableRandom;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class ValidatorProperties {
    private static final long SEED = Long.getLong("seed", 11L);

    @Test
    void mutatedBsonIsRefusedOrReadable() {
        RandomValues values = new RandomValues(SEED);
        SplittableRandom random = values.random();
        int accepted = 0;
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = mutated(RandomValues.bson(values.document(3)), random);
            try {
                BsonValidator.validate(bytes, 0, bytes.length, BsonValidator.DEPTH_MAX);
            } catch (MalformedDocumentException _) {
                continue;
            }
            accepted++;
            View view = BsonView.of(bytes);
            assertDoesNotThrow(view::toBsonValue, "seed " + SEED);
            assertDoesNotThrow(() -> KeyWriter.encode(view), "seed " + SEED);
        }
        assertEquals(true, accepted > 1_000, "accepted " + accepted);
    }

    @Test
    void mutatedJsonIsRefusedOrReadable() {
        RandomJson values = new RandomJson(SEED);
        SplittableRandom random = new SplittableRandom(SEED);
        for (int i = 0; i < 100_000; i++) {
            byte[] bytes = mutated(values.value(4).getBytes(StandardCharsets.UTF_8), random);
            try {
                JsonValidator.validate(bytes, 0, bytes.length, JsonValidator.DEPTH_MAX);
            } catch (MalformedDocumentException _) {
                continue;
            }
            View view = JsonView.of(bytes);
            assertDoesNotThrow(view::toBsonValue, "seed " + SEED);
            assertDoesNotThrow(() -> KeyWriter.encode(view), "seed " + SEED);
        }
    }

    private static byte[] mutated(byte[] bytes, SplittableRandom random) {
        byte[] mutated = random.nextInt(8) == 0 ? Arrays.copyOf(bytes, random.nextInt(bytes.length + 4)) : bytes;
        for (int i = random.nextInt(4); i > 0 && mutated.length > 0; i--) {
            int at = random.nextInt(mutated.length);
            mutated[at] = random.nextBoolean() ? (byte) random.nextInt() : (byte) (mutated[at] + random.nextInt(-1, 2));
        }
        return mutated;
    }

    private static Fault faultOf(byte[] bytes) {
        return assertThrows(
                        MalformedDocumentException.class,
                        () -> BsonValidator.validate(bytes, 0, bytes.length, BsonValidator.DEPTH_MAX))
                .fault();
    }

    @Test
    void eachFaultHasItsName() {
        byte[] good = RandomValues.bson(BsonDocument.parse("{a: 'x'}"));
        assertEquals(Fault.TRAILING_BYTES, faultOf(Arrays.copyOf(good, good.length + 1)));
        assertEquals(Fault.LENGTH, faultOf(Arrays.copyOf(good, good.length - 1)));
        assertEquals(Fault.LENGTH, faultOf(new byte[4]));
        assertEquals(Fault.LENGTH, faultOf(with(good, 0, (byte) 4)));
        assertEquals(Fault.LENGTH, faultOf(with(good, 3, (byte) 0x80)));
        assertEquals(Fault.UNTERMINATED, faultOf(with(good, good.length - 1, (byte) 1)));
        assertEquals(Fault.UNKNOWN_TYPE, faultOf(with(good, 4, (byte) 0x55)));
        assertEquals(Fault.BAD_UTF8, faultOf(with(good, 5, (byte) 0x80)));
        assertEquals(Fault.BAD_UTF8, faultOf(with(good, 11, (byte) 0xC0)));
        assertEquals(Fault.LENGTH, faultOf(with(good, 10, (byte) 0x7F)));
        byte[] bool = RandomValues.bson(BsonDocument.parse("{a: true}"));
        assertEquals(Fault.BAD_VALUE, faultOf(with(bool, 7, (byte) 2)));
    }

    private static byte[] with(byte[] bytes, int at, byte value) {
        byte[] changed = bytes.clone();
        changed[at] = value;
        return changed;
    }

    @Test
    void aHundredLevelsAreAcceptedAndOneMoreIsNot() {
        byte[] hundred = RandomValues.bson(nested(100));
        BsonValidator.validate(hundred, 0, hundred.length, 100);
        assertEquals(Fault.TOO_DEEP, faultOf(RandomValues.bson(nested(101))));
    }

    private static BsonDocument nested(int levels) {
        BsonValue inner = new BsonArray();
        for (int i = 2; i < levels; i++) {
            inner = new BsonDocument("a", inner);
        }
        return new BsonDocument("a", inner);
    }

    @Test
    void depthCannotExhaustTheStack() {
        int levels = 1_000_000;
        ByteBuffer bytes = ByteBuffer.allocate(levels * 8 + 5).order(ByteOrder.LITTLE_ENDIAN);
        for (int i = 0; i < levels; i++) {
            bytes.putInt((levels - i) * 8 + 5).put((byte) 3).put((byte) 'a').put((byte) 0);
        }
        assertThrows(
                MalformedDocumentException.class,
                () -> BsonValidator.validate(bytes.array(), 0, bytes.capacity(), BsonValidator.DEPTH_MAX));
        byte[] brackets = "[".repeat(levels).getBytes(StandardCharsets.UTF_8);
        assertThrows(
                MalformedDocumentException.class,
                () -> JsonValidator.validate(brackets, 0, brackets.length, JsonValidator.DEPTH_MAX));
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "{",
                "[",
                "}",
                "[1,]",
                "[,1]",
                "{\"a\":1,}",
                "{\"a\"}",
                "{a:1}",
                "{\"a\":}",
                "01",
                "+1",
                "1.",
                ".5",
                "1e",
                "-",
                "tru",
                "nul",
                "\"",
                "\"\\x\"",
                "\"\\u12\"",
                "\"\t\"",
                "1 2",
                "[1 2]",
                "[}",
                "{]"
            })
    void malformedJsonIsRefused(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        assertThrows(
                MalformedDocumentException.class,
                () -> JsonValidator.validate(bytes, 0, bytes.length, JsonValidator.DEPTH_MAX));
    }

    @ParameterizedTest
    @CsvSource({"1001, 0, NUMBER_TOO_LONG", "2, 10001, NUMBER_TOO_LONG"})
    void giantNumbersAreRefused(int digits, int exponent, Fault fault) {
        byte[] bytes = ("1".repeat(digits) + "e" + exponent).getBytes(StandardCharsets.UTF_8);
        MalformedDocumentException refusal = assertThrows(
                MalformedDocumentException.class,
                () -> JsonValidator.validate(bytes, 0, bytes.length, JsonValidator.DEPTH_MAX));
        assertEquals(fault, refusal.fault());
        byte[] allowed = ("1".repeat(digits - 1) + "e" + Math.max(0, exponent - 1)).getBytes(StandardCharsets.UTF_8);
        JsonValidator.validate(allowed, 0, allowed.length, JsonValidator.DEPTH_MAX);
    }
}
