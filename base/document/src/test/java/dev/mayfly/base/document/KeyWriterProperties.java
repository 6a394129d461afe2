package dev.mayfly.base.document;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonBinary;
import org.bson.BsonBoolean;
import org.bson.BsonDateTime;
import org.bson.BsonDecimal128;
import org.bson.BsonDouble;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonNull;
import org.bson.BsonObjectId;
import org.bson.BsonString;
import org.bson.BsonUndefined;
import org.bson.BsonValue;
import org.bson.types.Decimal128;
import org.bson.types.ObjectId;
import org.junit.jupiter.api.Test;

class KeyWriterProperties {
    private static final long SEED = Long.getLong("seed", 20_261_120L);

    private static List<BsonValue> values(long seed, int count) {
        RandomValues random = new RandomValues(seed);
        List<BsonValue> values = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            values.add(random.value(3));
        }
        return values;
    }

    @Test
    void bytesAreOrderedAsValues() {
        List<BsonValue> values = values(SEED, 1_500);
        List<View> views =
                values.stream().map(v -> (View) RandomValues.inBson(v)).toList();
        List<byte[]> keys = views.stream().map(KeyWriter::encode).toList();
        for (int i = 0; i < views.size(); i++) {
            for (int j = 0; j < views.size(); j++) {
                int expected = Integer.signum(ValueOrder.compare(views.get(i), views.get(j)));
                int actual = Integer.signum(Arrays.compareUnsigned(keys.get(i), keys.get(j)));
                if (expected != actual) {
                    assertEquals(expected, actual, "seed " + SEED + ": " + values.get(i) + " and " + values.get(j));
                }
            }
        }
    }

    @Test
    void numbersAreOrderedByTheirExactValues() {
        RandomValues random = new RandomValues(SEED + 1);
        for (int i = 0; i < 300_000; i++) {
            BsonValue a = random.number();
            BsonValue b = random.number();
            int expected = Integer.signum(ValueOrder.compare(TreeView.of(a), TreeView.of(b)));
            byte[] x = KeyWriter.encode(TreeView.of(a));
            byte[] y = KeyWriter.encode(TreeView.of(b));
            assertEquals(expected, Integer.signum(Arrays.compareUnsigned(x, y)), () -> "seed " + SEED + ": " + a + b);
            assertTrue(expected == 0 || !isPrefix(x, y), () -> "seed " + SEED + ": " + a + b);
        }
    }

    @Test
    void whatIsAppendedWithoutAViewIsEncodedAsItIsWithOne() {
        for (double number : new double[] {0, -0.0, 1, -1.5, 1e300, Double.MIN_VALUE, Double.NaN, 0x1p63}) {
            assertSame(new BsonDouble(number), new KeyWriter().appendDouble(number));
        }
        assertSame(BsonBoolean.TRUE, new KeyWriter().appendBoolean(true));
        assertSame(BsonBoolean.FALSE, new KeyWriter().appendBoolean(false));
        assertSame(new BsonUndefined(), new KeyWriter().appendUndefined(false));
        assertSame(new BsonString("a"), new KeyWriter().appendString("a"));
    }

    private static void assertSame(BsonValue value, KeyWriter written) {
        assertArrayEquals(KeyWriter.encode(TreeView.of(value)), written.toBytes(), value.toString());
    }

    @Test
    void orderIsTransitiveAndAntisymmetric() {
        List<BsonValue> values = values(SEED + 2, 400);
        List<View> sorted = values.stream()
                .map(v -> (View) TreeView.of(v))
                .sorted(ValueOrder.COMPARATOR)
                .toList();
        for (int i = 0; i < sorted.size(); i++) {
            for (int j = i; j < sorted.size(); j++) {
                assertTrue(ValueOrder.compare(sorted.get(i), sorted.get(j)) <= 0, "seed " + SEED);
                assertTrue(ValueOrder.compare(sorted.get(j), sorted.get(i)) >= 0, "seed " + SEED);
            }
        }
    }

    @Test
    void noEncodingBeginsAnother() {
        List<byte[]> keys = values(SEED + 3, 1_000).stream()
                .map(v -> KeyWriter.encode(TreeView.of(v)))
                .toList();
        for (byte[] a : keys) {
            for (byte[] b : keys) {
                assertTrue(!isPrefix(a, b) || Arrays.equals(a, b), "seed " + SEED);
            }
        }
    }

    private static boolean isPrefix(byte[] a, byte[] b) {
        return a.length <= b.length && Arrays.equals(a, 0, a.length, b, 0, a.length);
    }

    @Test
    void compoundKeysKeepTheOrderOfTheirPartsInEitherDirection() {
        RandomValues random = new RandomValues(SEED + 4);
        for (int i = 0; i < 60_000; i++) {
            boolean firstDown = random.random().nextBoolean();
            boolean secondDown = random.random().nextBoolean();
            View a1 = TreeView.of(random.value(1));
            View a2 = TreeView.of(random.value(1));
            View b1 = random.random().nextBoolean() ? a1 : TreeView.of(random.value(1));
            View b2 = TreeView.of(random.value(1));
            int first = ValueOrder.compare(a1, b1) * (firstDown ? -1 : 1);
            int second = ValueOrder.compare(a2, b2) * (secondDown ? -1 : 1);
            byte[] a =
                    new KeyWriter().append(a1, firstDown).append(a2, secondDown).toBytes();
            byte[] b =
                    new KeyWriter().append(b1, firstDown).append(b2, secondDown).toBytes();
            int expected = Integer.signum(first != 0 ? first : second);
            assertEquals(expected, Integer.signum(Arrays.compareUnsigned(a, b)), "seed " + SEED);
        }
    }

    @Test
    void viewsOfTreesAndBytesEncodeAlike() {
        for (BsonValue value : values(SEED + 5, 3_000)) {
            assertArrayEquals(
                    KeyWriter.encode(TreeView.of(value)),
                    KeyWriter.encode(RandomValues.inBson(value)),
                    () -> "seed " + SEED + ": " + value);
        }
    }

    @Test
    void aBracketHoldsItsTypeAndNoOther() {
        for (BsonValue value : values(SEED + 6, 2_000)) {
            View view = TreeView.of(value);
            byte[] key = KeyWriter.encode(view);
            for (ValueType type : ValueType.values()) {
                boolean inside = Arrays.compareUnsigned(KeyWriter.bracketFrom(type), key) <= 0
                        && Arrays.compareUnsigned(key, KeyWriter.bracketUntil(type)) < 0;
                assertEquals(type.bracket() == view.type().bracket(), inside, () -> type + " " + value);
            }
        }
    }

    @Test
    void equalNumbersEncodeEqually() {
        List<BsonValue> fives = List.of(
                new BsonInt32(5),
                new BsonInt64(5),
                new BsonDouble(5),
                new BsonDecimal128(Decimal128.parse("5.00")),
                new BsonDecimal128(Decimal128.parse("0.5E1")));
        for (BsonValue five : fives) {
            assertArrayEquals(KeyWriter.encode(TreeView.of(new BsonInt32(5))), KeyWriter.encode(TreeView.of(five)));
        }
        assertArrayEquals(
                KeyWriter.encode(TreeView.of(new BsonInt64(9007199254740993L))),
                KeyWriter.encode(TreeView.of(new BsonDecimal128(Decimal128.parse("9007199254740993")))));
        assertArrayEquals(
                KeyWriter.encode(TreeView.of(new BsonDouble(-0.0))), KeyWriter.encode(TreeView.of(new BsonInt32(0))));
    }

    @Test
    void encodingsAreCompact() {
        assertEquals(9, size(new BsonInt32(12345)));
        assertEquals(9, size(new BsonDouble(0.1)));
        assertEquals(9, size(new BsonInt64(1L << 60)));
        assertEquals(11, size(new BsonInt64(Long.MAX_VALUE)));
        assertEquals(13, size(new BsonDecimal128(Decimal128.parse("19.99"))));
        assertEquals(13, size(new BsonObjectId(new ObjectId())));
        assertEquals(9, size(new BsonDateTime(1)));
        assertEquals(7, size(new BsonString("hello")));
        assertEquals(19, size(new BsonBinary(new byte[16])));
        assertEquals(2, size(new BsonArray()));
    }

    private static int size(BsonValue value) {
        return KeyWriter.encode(TreeView.of(value)).length;
    }

    @Test
    void thePrefixEndsAboveAllThatBeginsWithIt() {
        assertArrayEquals(new byte[] {1, 3}, KeyWriter.prefixUntil(new byte[] {1, 2}));
        assertArrayEquals(new byte[] {2}, KeyWriter.prefixUntil(new byte[] {1, (byte) 0xFF}));
        assertArrayEquals(new byte[0], KeyWriter.prefixUntil(new byte[] {(byte) 0xFF}));
    }

    @Test
    void scalarsWithoutAViewAreEncodedAsTheirViews() {
        assertArrayEquals(
                KeyWriter.encode(TreeView.of(BsonBoolean.TRUE)),
                new KeyWriter().appendBoolean(true).toBytes());
        assertArrayEquals(
                KeyWriter.encode(TreeView.of(new BsonUndefined())),
                new KeyWriter().appendUndefined(false).toBytes());
        for (double value : new double[] {0, -0.0, 1.5, -3, 1e300, Double.MIN_VALUE}) {
            assertArrayEquals(
                    KeyWriter.encode(TreeView.of(new BsonDouble(value))),
                    new KeyWriter().appendDouble(value).toBytes());
        }
    }

    @Test
    void whatWasWrittenIsReadBack() {
        RandomValues random = new RandomValues(SEED + 7);
        for (int i = 0; i < 50_000; i++) {
            BsonValue written = i % 2 == 0 ? random.number() : random.value(3);
            byte[] key = KeyWriter.encode(RandomValues.inBson(written));
            List<BsonValue> read = KeyDecoder.decode(key);
            assertEquals(1, read.size(), "seed " + SEED + ": " + written);
            assertArrayEquals(
                    key, KeyWriter.encode(TreeView.of(read.getFirst())), "seed " + SEED + ": " + written + ", " + read);
        }
    }

    @Test
    void severalValuesAreReadBackInTheirOrder() {
        byte[] key = new KeyWriter()
                .appendString("CO1")
                .appendDouble(7)
                .appendNull(false)
                .appendString("a\0b\1")
                .toBytes();
        assertEquals(
                List.of(new BsonString("CO1"), new BsonInt32(7), BsonNull.VALUE, new BsonString("a\0b\1")),
                KeyDecoder.decode(key));
    }

    @Test
    void whatNobodyWroteIsRefused() {
        assertThrows(IllegalArgumentException.class, () -> KeyDecoder.decode(new byte[] {0x20, 'a'}));
        assertThrows(IllegalArgumentException.class, () -> KeyDecoder.decode(new byte[] {0x02}));
        assertThrows(IllegalArgumentException.class, () -> KeyDecoder.decode(new byte[] {0x30}));
    }
}
