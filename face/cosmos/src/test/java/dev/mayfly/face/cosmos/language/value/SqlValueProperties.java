package dev.mayfly.face.cosmos.language.value;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

final class SqlValueProperties {
    private static final List<String> TEXTS =
            List.of("", "a", "ab", "b", "\u0000", "\"\\", "é", "\uffee", "😀", "\ud83d", "\udc00x");
    private static final List<Double> NUMBERS =
            List.of(0.0, -0.0, 1.0, -1.5, 1e21, 1e-7, 123456789.125, 9007199254740994.0, -1e300, Double.MIN_VALUE);

    @Test
    void whatIsWrittenReadsBackAsTheSameValue() {
        Seeds.run(20_000, (_, random) -> {
            SqlValue built = value(random, 3);
            SqlValue stored = SqlValues.parse(SqlValues.json(built).getBytes(UTF_8));
            assertEquals(built, stored);
            assertEquals(stored, built);
            assertEquals(built.hashCode(), stored.hashCode());
            assertEquals(0, SqlOrdering.compare(built, stored));
            assertEquals(CompactJson.of(built), CompactJson.of(stored));
        });
    }

    @Test
    void theOrderIsOneAndAgreesWithEquality() {
        Seeds.run(20_000, (_, random) -> {
            SqlValue a = value(random, 2);
            SqlValue b = value(random, 2);
            SqlValue c = value(random, 2);
            int order = Integer.signum(SqlOrdering.compare(a, b));
            assertEquals(-order, Integer.signum(SqlOrdering.compare(b, a)), a + " and " + b);
            assertEquals(a.equals(b), order == 0, a + " and " + b);
            if (order <= 0 && SqlOrdering.compare(b, c) <= 0) {
                assertTrue(SqlOrdering.compare(a, c) <= 0, a + ", " + b + " and " + c);
            }
        });
    }

    private static SqlValue value(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 4 : 6)) {
            case 0 -> random.nextBoolean() ? SqlValues.NULL : SqlValues.of(random.nextBoolean());
            case 1 -> SqlValues.of(NUMBERS.get(random.nextInt(NUMBERS.size())));
            case 2 -> SqlValues.of(random.nextBoolean() ? random.nextLong() : random.nextInt(-3, 3));
            case 3 -> SqlValues.of(TEXTS.get(random.nextInt(TEXTS.size())));
            case 4 -> {
                List<SqlValue> elements = new ArrayList<>();
                for (int count = random.nextInt(4); count > 0; count--) {
                    elements.add(value(random, depth - 1));
                }
                yield SqlValues.array(elements);
            }
            default -> {
                SequencedMap<String, SqlValue> properties = new LinkedHashMap<>();
                for (int count = random.nextInt(4); count > 0; count--) {
                    properties.put(TEXTS.get(random.nextInt(TEXTS.size())), value(random, depth - 1));
                }
                yield SqlValues.object(properties);
            }
        };
    }
}
