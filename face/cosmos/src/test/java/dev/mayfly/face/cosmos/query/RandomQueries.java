package dev.mayfly.face.cosmos.query;

import java.util.List;
import java.util.Locale;
import java.util.random.RandomGenerator;

/** Items and filters at random, from few values, so that they meet. */
final class RandomQueries {
    private static final List<String> SCALARS = List.of(
            "1",
            "2",
            "3",
            "1.0",
            "-1",
            "0",
            "1e3",
            "true",
            "false",
            "null",
            "\"a\"",
            "\"ab\"",
            "\"b\"",
            "\"\"",
            "\"é\"",
            "9007199254740993",
            "9007199254740992");
    private static final List<String> PLACES =
            List.of("c.a", "c.b", "c.o.x", "c[\"o\"].y", "c.l[0]", "c.n.m[1].x", "c.id", "c.pk", "c[\"d.e\"]", "c._ts");
    private static final List<String> OPERATORS = List.of("=", "!=", "<", "<=", ">", ">=");

    private final RandomGenerator random;

    RandomQueries(RandomGenerator random) {
        this.random = random;
    }

    private <T> T of(List<T> choices) {
        return choices.get(random.nextInt(choices.size()));
    }

    String scalar() {
        return of(SCALARS);
    }

    private String value(int depth) {
        return switch (random.nextInt(depth > 0 ? 10 : 6)) {
            case 6 -> "[" + value(0) + "," + value(depth - 1) + "]";
            case 7 -> "[]";
            case 8 -> "{\"x\":" + value(depth - 1) + ",\"y\":" + value(0) + "}";
            case 9 -> "{}";
            default -> scalar();
        };
    }

    String partition() {
        return of(List.of("\"p\"", "\"q\"", "1", "null"));
    }

    /** @param ttl whether it may have a time to live */
    String item(String id, String partition, boolean ttl) {
        StringBuilder item = new StringBuilder("{\"id\":\"" + id + "\",\"pk\":" + partition);
        for (String name : List.of("a", "b", "o", "l", "d.e")) {
            if (random.nextInt(4) > 0) {
                String value = name.equals("l") && random.nextBoolean()
                        ? "[" + scalar() + "," + value(1) + "]"
                        : value(name.equals("o") ? 2 : 1);
                item.append(",\"").append(name).append("\":").append(value);
            }
        }
        if (random.nextInt(3) == 0) {
            item.append(",\"n\":{\"m\":[{\"x\":")
                    .append(scalar())
                    .append("},{\"x\":")
                    .append(scalar())
                    .append("}]}");
        }
        if (ttl && random.nextInt(3) == 0) {
            item.append(",\"ttl\":").append(random.nextInt(1, 12));
        }
        return item.append('}').toString();
    }

    String filter(int depth) {
        if (depth > 0 && random.nextBoolean()) {
            String operator = random.nextBoolean() ? " AND " : " OR ";
            String both = "(" + filter(depth - 1) + operator + filter(depth - 1) + ")";
            return random.nextInt(6) == 0 ? "NOT " + both : both;
        }
        String place = of(PLACES);
        return switch (random.nextInt(13)) {
            case 0, 1, 2 -> place + " " + of(OPERATORS) + " " + constant();
            case 3 -> constant() + " " + of(OPERATORS) + " " + place;
            case 4 -> place + " IN (" + constant() + ", " + constant() + ")";
            case 5 -> place + " BETWEEN " + constant() + " AND " + constant();
            case 6 -> "STARTSWITH(" + place + ", \"a\")";
            case 7 -> place + " LIKE \"a%\"";
            case 8 ->
                of(List.of("IS_DEFINED", "IS_NUMBER", "IS_STRING", "IS_NULL", "IS_ARRAY", "IS_OBJECT", "IS_BOOL")) + "("
                        + place + ")";
            case 9 -> "ARRAY_CONTAINS(c.l, " + constant() + ")";
            case 10 -> "ARRAY_CONTAINS([" + constant() + ", " + constant() + "], " + place + ")";
            case 11 -> "EXISTS(SELECT VALUE t FROM t IN c.l WHERE t " + of(OPERATORS) + " " + constant() + ")";
            default -> "c.pk = " + partition() + (random.nextBoolean() ? " AND c.id = \"" + id() + "\"" : "");
        };
    }

    String constant() {
        return random.nextInt(12) == 0 ? of(List.of("[1]", "{\"x\": 1}", "undefined")) : scalar();
    }

    String id() {
        return String.format(Locale.ROOT, "i%02d", random.nextInt(40));
    }
}
