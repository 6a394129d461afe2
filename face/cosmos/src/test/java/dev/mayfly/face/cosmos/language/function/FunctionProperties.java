package dev.mayfly.face.cosmos.language.function;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.test.harness.Seeds;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/**
 * Whatever a function is given, it answers with a value that can be written, or refuses with an error of the protocol.
 */
final class FunctionProperties {
    private static final List<String> NAMES = List.copyOf(SqlFunctions.names());
    private static final List<String> TEXTS = List.of(
            "",
            "a",
            "aba",
            " x ",
            "😀",
            "\ud83d",
            "ß\u0000",
            "dd",
            "mm",
            "yyyy",
            "ns",
            "2024-02-29",
            "9999-12-31T23:59:59.9999999Z",
            "0001-01-01",
            "true",
            "null",
            "[1]",
            "{}",
            "1e400",
            "-0",
            "(a|b)*",
            "[",
            "i",
            "yyyy-MM-dd'x\\");
    private static final List<Double> NUMBERS = List.of(
            0.0,
            -0.0,
            1.0,
            -1.0,
            2.5,
            7.0,
            1e15,
            -1e18,
            1e19,
            1e308,
            Double.MIN_VALUE,
            Double.NaN,
            Double.POSITIVE_INFINITY,
            Double.NEGATIVE_INFINITY);
    private static final List<String> STORED = List.of(
            "1.0",
            "12345678901234567890",
            "-1e400",
            "\"\\ud83d\"",
            "\"\\u0041\"",
            "[1, \"a\", null, {\"a\": 1}]",
            "[]",
            "{\"a\": [1.50], \"_rid\": \"AAAAAYAAAAMBAAAAAAAAAA==\"}",
            "{\"_rid\": \"//\"}");

    @Test
    void functionsAnswerOrRefuse() {
        Seeds.run(60_000, (_, random) -> {
            String name = NAMES.get(random.nextInt(NAMES.size()));
            SqlValue[] arguments = new SqlValue[random.nextInt(8)];
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] = value(random, 2);
            }
            QueryInstant moment = new QueryInstant(random.nextLong(-1L << 41, 1L << 41), random);
            try {
                check(SqlFunctions.resolve(name, arguments.length).evaluate(moment, arguments));
            } catch (FunctionException mismatch) {
                assertEquals("SC2050", mismatch.code());
            } catch (CosmosException refusal) {
                assertEquals(400, refusal.status());
            }
        });
    }

    private static void check(SqlValue value) {
        if (value.isUndefined()) {
            return;
        }
        byte[] json = SqlValues.json(value).getBytes(UTF_8);
        JsonValidator.validate(json, 0, json.length, JsonValidator.DEPTH_MAX);
    }

    private static SqlValue value(RandomGenerator random, int depth) {
        return switch (random.nextInt(depth == 0 ? 6 : 7)) {
            case 0 -> SqlValues.UNDEFINED;
            case 1 -> random.nextBoolean() ? SqlValues.NULL : SqlValues.of(random.nextBoolean());
            case 2 -> SqlValues.of(NUMBERS.get(random.nextInt(NUMBERS.size())));
            case 3 -> SqlValues.of(random.nextBoolean() ? random.nextLong() : random.nextInt(-3, 9));
            case 4 -> SqlValues.of(TEXTS.get(random.nextInt(TEXTS.size())));
            case 5 -> SqlValues.parse(STORED.get(random.nextInt(STORED.size())).getBytes(UTF_8));
            default -> SqlValues.array(List.of(value(random, depth - 1), value(random, depth - 1)));
        };
    }
}
