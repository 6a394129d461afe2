package dev.mayfly.face.couchbase.query.operator;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.face.couchbase.language.value.N1qlOrdering;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** The bytes that rows are sorted by are in the order of the values. */
class CollationKeyProperties {
    private static final String[] TEXTS = {"", "a", "b", "ab", "a\u0000", "a\u0000b", "\u00e9", "\ud83d\ude00", "\uffee"
    };
    private static final long[] LONGS = {
        0, 1, -1, 2, 10, (1L << 53) - 1, 1L << 53, (1L << 53) + 1, Long.MAX_VALUE, Long.MAX_VALUE - 1, Long.MIN_VALUE
    };
    private static final double[] DOUBLES = {0.5, -0.5, 1e300, -1e300, 9007199254740992.0, 9.3e18, 1e-300};

    private static N1qlValue random(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 7 : 9)) {
            case 0 -> N1qlValues.MISSING;
            case 1 -> N1qlValues.NULL;
            case 2 -> N1qlValues.of(random.nextBoolean());
            case 3 -> N1qlValues.of(LONGS[random.nextInt(LONGS.length)]);
            case 4 -> N1qlValues.of(DOUBLES[random.nextInt(DOUBLES.length)]);
            case 5 -> N1qlValues.of(TEXTS[random.nextInt(TEXTS.length)]);
            case 6 -> N1qlValues.binary(new byte[] {(byte) random.nextInt(3)});
            case 7 -> {
                List<N1qlValue> elements = new ArrayList<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    elements.add(random(random, depth - 1));
                }
                yield N1qlValues.array(elements);
            }
            default -> {
                SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
                for (int i = random.nextInt(3); i > 0; i--) {
                    fields.put(TEXTS[random.nextInt(TEXTS.length)], random(random, depth - 1));
                }
                yield N1qlValues.object(fields);
            }
        };
    }

    private static byte[] key(N1qlValue value, boolean descending, N1qlValue next) {
        CollationKey key = new CollationKey();
        key.add(value, descending, null);
        key.add(next, false, null);
        return key.bytes();
    }

    @Test
    void bytesAreOrderedAsValuesAre() {
        Seeds.run(20, (_, random) -> {
            for (int i = 0; i < 500; i++) {
                N1qlValue a = random(random, 3);
                N1qlValue b = random(random, 3);
                int order = Integer.signum(N1qlOrdering.compare(a, b));
                assertEquals(
                        order,
                        Integer.signum(
                                Arrays.compareUnsigned(key(a, false, N1qlValues.NULL), key(b, false, N1qlValues.NULL))),
                        () -> a + " and " + b);
                assertEquals(
                        -order,
                        Integer.signum(
                                Arrays.compareUnsigned(key(a, true, N1qlValues.NULL), key(b, true, N1qlValues.NULL))),
                        () -> a + " and " + b + ", descending");
                N1qlValue next = random(random, 1);
                assertEquals(
                        order != 0 ? order : Integer.signum(N1qlOrdering.compare(next, N1qlValues.TRUE)),
                        Integer.signum(Arrays.compareUnsigned(key(a, false, next), key(b, false, N1qlValues.TRUE))),
                        () -> a + " and " + b + ", followed by " + next);
            }
        });
    }
}
