package dev.mayfly.base.document;

import java.util.SplittableRandom;

/** Random JSON texts from one seed. */
final class RandomJson {
    private static final String[] NUMBERS = {
        "0",
        "-0",
        "1",
        "-1",
        "0.5",
        "1e3",
        "1E-3",
        "-12.5e+2",
        "2147483647",
        "2147483648",
        "-2147483648",
        "999999999",
        "9223372036854775807",
        "-9223372036854775808",
        "9223372036854775808",
        "123456789012345678901234567890"
    };
    private static final String[] STRINGS = {
        "\"\"", "\"a\"", "\"\\n\\\"\\\\\\/\"", "\"\\u00e9\\ud83d\\ude00\"", "\"é😀\"", "\"a,b]}\"", "\"\\u0000\""
    };

    private final SplittableRandom random;

    RandomJson(long seed) {
        this.random = new SplittableRandom(seed);
    }

    String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 8 : 6)) {
            case 0 -> "true";
            case 1 -> "false";
            case 2 -> "null";
            case 3, 4 -> NUMBERS[random.nextInt(NUMBERS.length)];
            case 5 -> STRINGS[random.nextInt(STRINGS.length)];
            case 6 -> array(depth - 1);
            default -> object(depth - 1);
        };
    }

    private String array(int depth) {
        StringBuilder out = new StringBuilder("[").append(space());
        for (int i = random.nextInt(4); i > 0; i--) {
            out.append(value(depth)).append(space()).append(i > 1 ? "," : "").append(space());
        }
        return out.append("]").toString();
    }

    private String object(int depth) {
        StringBuilder out = new StringBuilder("{").append(space());
        int size = random.nextInt(STRINGS.length);
        for (int i = 0; i < size; i++) {
            out.append(i == 0 ? "" : ",")
                    .append(space())
                    .append(STRINGS[i])
                    .append(space())
                    .append(":");
            out.append(space()).append(value(depth)).append(space());
        }
        return out.append("}").toString();
    }

    private String space() {
        return random.nextInt(4) == 0 ? " \t\r\n" : "";
    }
}
