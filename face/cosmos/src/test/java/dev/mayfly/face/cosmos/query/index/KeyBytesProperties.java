package dev.mayfly.face.cosmos.query.index;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlOrdering;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.test.harness.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** Keys of values sort as ORDER BY sorts the values. */
final class KeyBytesProperties {
    private static final List<String> SPECIAL = List.of(
            "null",
            "true",
            "false",
            "0",
            "-0.0",
            "1",
            "1.0",
            "-1",
            "1e300",
            "-1e300",
            "1e-300",
            "9007199254740993",
            "9223372036854775807",
            "0.1",
            "\"\"",
            "\"a\"",
            "\"ab\"",
            "\"a\\u0000\"",
            "\"a\\u0001\"",
            "\"a\\u0000b\"",
            "\"\\uffff\"",
            "\"\\ud83d\\ude00\"",
            "\"\\ud83d\"",
            "\"é\"",
            "\"\\\\\"",
            "[]",
            "[1]",
            "{}",
            "{\"a\":1}");

    private static String random(RandomGenerator random) {
        return switch (random.nextInt(5)) {
            case 0 -> Integer.toString(random.nextInt(-5, 5));
            case 1 -> Double.toString(random.nextGaussian() * Math.pow(10, random.nextInt(-20, 20)));
            case 2 -> Long.toString(random.nextLong());
            case 3 -> '"' + "xyz\u00e4\uffee".substring(random.nextInt(5)) + '"';
            default -> SPECIAL.get(random.nextInt(SPECIAL.size()));
        };
    }

    private static JsonView view(String json) {
        return JsonView.of(json.getBytes(StandardCharsets.UTF_8));
    }

    @Test
    void keysSortAsTheirValuesDo() {
        Seeds.run(20_000, (_, random) -> {
            String a = random(random);
            String b = random(random);
            assertEquals(compared(a, b, false), keysCompared(a, b, false), () -> a + " and " + b);
            assertEquals(compared(a, b, true), keysCompared(a, b, true), () -> a + " and " + b + ", descending");
        });
    }

    private static int compared(String a, String b, boolean descending) {
        var left = SqlValues.stored(view(a));
        var right = SqlValues.stored(view(b));
        boolean deep = left.kind() == right.kind() && (left.kind() == SqlKind.ARRAY || left.kind() == SqlKind.OBJECT);
        int order = deep ? 0 : Integer.signum(SqlOrdering.compare(left, right));
        return descending ? -order : order;
    }

    private static int keysCompared(String a, String b, boolean descending) {
        return Integer.signum(Arrays.compareUnsigned(key(a, descending), key(b, descending)));
    }

    private static byte[] key(String json, boolean descending) {
        KeyBytes out = new KeyBytes().value(view(json));
        if (descending) {
            out.complement(0);
        }
        return out.toBytes();
    }
}
