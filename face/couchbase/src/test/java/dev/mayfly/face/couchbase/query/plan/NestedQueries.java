package dev.mayfly.face.couchbase.query.plan;

import java.util.ArrayList;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Makes queries inside of queries whose names meet often: words that are keyspaces, fields, aliases, and names of WITH. */
final class NestedQueries {
    private static final String[] KEYSPACES = {"a", "b", "c"};
    private static final String[] FIELDS = {"v", "a", "l", "x"};
    private static final String[] FRESH = {"x", "y", "z", "p", "q", "r", "s", "t", "u", "w"};
    private static final String[] OPERATORS = {
        "UNION", "UNION ALL", "INTERSECT", "INTERSECT ALL", "EXCEPT", "EXCEPT ALL"
    };
    private static final int DEPTH_MAX = 3;

    private final RandomGenerator random;

    NestedQueries(RandomGenerator random) {
        this.random = random;
    }

    private String pick(String... choices) {
        return choices[random.nextInt(choices.length)];
    }

    private boolean chance(int of) {
        return random.nextInt(of) == 0;
    }

    String keyspace() {
        return pick(KEYSPACES);
    }

    /** A name to give: mostly one that nothing has. */
    String alias(List<String> known) {
        if (chance(16)) {
            return chance(2) ? pick(KEYSPACES) : pick(FRESH);
        }
        List<String> free = new ArrayList<>(List.of(FRESH));
        free.removeAll(known);
        return free.isEmpty() ? pick(FRESH) : free.get(random.nextInt(free.size()));
    }

    private String known(List<String> names) {
        return names.isEmpty() || chance(20) ? pick(KEYSPACES) : names.get(random.nextInt(names.size()));
    }

    NestedQuery.Query query(List<String> names, int depth) {
        List<String> known = new ArrayList<>(names);
        List<NestedQuery.With> with = new ArrayList<>();
        while (with.size() < 2 && chance(3)) {
            String name = alias(known);
            with.add(new NestedQuery.With(name, query(known, depth + 1)));
            known.add(name);
        }
        List<NestedQuery.Combined> others = new ArrayList<>();
        boolean raw = chance(2);
        while (others.size() < 2 && depth < DEPTH_MAX && chance(5)) {
            others.add(new NestedQuery.Combined(
                    pick(OPERATORS), new NestedQuery.Query(List.of(), select(known, depth + 1, raw), List.of())));
        }
        return new NestedQuery.Query(with, select(known, depth, raw), others);
    }

    private NestedQuery.Select select(List<String> names, int depth, boolean raw) {
        List<String> known = new ArrayList<>(names);
        List<NestedQuery.Term> from = new ArrayList<>();
        int terms = chance(8) ? 0 : chance(3) ? 2 : 1;
        for (int i = 0; i < terms; i++) {
            NestedQuery.Term term = term(i, known, depth);
            from.add(term);
            known.add(
                    term.alias().isEmpty()
                            ? ((NestedQuery.Path) term.origin()).words().getLast()
                            : term.alias());
        }
        NestedQuery.Let let = null;
        if (chance(6)) {
            let = new NestedQuery.Let(alias(known), expression(known, depth));
            known.add(let.name());
        }
        NestedQuery.Condition where = chance(3) ? null : condition(known, depth);
        List<NestedQuery.Item> items = new ArrayList<>();
        items.add(new NestedQuery.Item(expression(known, depth), raw ? "" : "i"));
        if (!raw && chance(3)) {
            items.add(new NestedQuery.Item(expression(known, depth), "j"));
        }
        return new NestedQuery.Select(items, from, let, where);
    }

    private NestedQuery.Term term(int at, List<String> known, int depth) {
        NestedQuery.Link link = at == 0
                ? NestedQuery.Link.FIRST
                : NestedQuery.Link.values()[1 + random.nextInt(NestedQuery.Link.values().length - 1)];
        NestedQuery.Expr origin = link == NestedQuery.Link.UNNEST ? path(known) : origin(known, depth);
        boolean own = origin instanceof NestedQuery.Path(List<String> words) && !known.contains(words.getLast());
        boolean named = own ? chance(2) : origin instanceof NestedQuery.Path && chance(12);
        return new NestedQuery.Term(link, origin, named ? "" : alias(known));
    }

    private NestedQuery.Expr origin(List<String> known, int depth) {
        return switch (random.nextInt(known.isEmpty() ? 4 : 10)) {
            case 0, 1, 2, 3 -> new NestedQuery.Path(List.of(keyspace()));
            case 4, 5 -> new NestedQuery.Path(List.of(known(known)));
            case 6 -> new NestedQuery.Path(List.of("default", "s", keyspace()));
            case 7 -> depth < DEPTH_MAX ? new NestedQuery.Sub(query(known, depth + 1)) : path(known);
            default -> path(known);
        };
    }

    private NestedQuery.Path path(List<String> known) {
        List<String> words = new ArrayList<>();
        words.add(known(known));
        int fields = random.nextInt(3);
        for (int i = 0; i < fields; i++) {
            words.add(pick(FIELDS));
        }
        return new NestedQuery.Path(words);
    }

    private NestedQuery.Expr expression(List<String> known, int depth) {
        return switch (random.nextInt(known.isEmpty() ? 2 : 8)) {
            case 0 -> known.isEmpty() ? new NestedQuery.Number(1) : new NestedQuery.Path(List.of(pick(FIELDS)));
            case 1 -> new NestedQuery.Number(random.nextInt(4));
            case 2 -> depth < DEPTH_MAX ? new NestedQuery.Sub(query(known, depth + 1)) : path(known);
            default -> path(known);
        };
    }

    NestedQuery.Condition condition(List<String> known, int depth) {
        boolean query = depth < DEPTH_MAX;
        return switch (random.nextInt(8)) {
            case 0, 1, 2 ->
                query
                        ? new NestedQuery.In(expression(known, DEPTH_MAX), chance(2), query(known, depth + 1))
                        : equal(known);
            case 3 -> query ? new NestedQuery.Exists(chance(2), query(known, depth + 1)) : equal(known);
            case 4 -> {
                String variable = alias(known);
                List<String> inside = new ArrayList<>(known);
                inside.add(variable);
                yield new NestedQuery.AnyOf(variable, path(known), condition(inside, depth + 1));
            }
            default -> equal(known);
        };
    }

    private NestedQuery.Condition equal(List<String> known) {
        return new NestedQuery.Equal(expression(known, DEPTH_MAX), expression(known, DEPTH_MAX));
    }

    /** A document of a keyspace. */
    String document() {
        List<String> fields = new ArrayList<>();
        for (String field : FIELDS) {
            if (!chance(4)) {
                fields.add("\"" + field + "\":" + value(field));
            }
        }
        return "{" + String.join(",", fields) + "}";
    }

    private String value(@Nullable String field) {
        return switch (random.nextInt("l".equals(field) ? 3 : 8)) {
            case 0 -> "[" + random.nextInt(3) + "," + random.nextInt(3) + "]";
            case 1 -> "[{\"v\":" + random.nextInt(3) + "},{\"a\":" + random.nextInt(3) + "}]";
            case 2 -> "{\"v\":" + random.nextInt(3) + ",\"l\":[" + random.nextInt(3) + "]}";
            case 3 -> "null";
            default -> Integer.toString(random.nextInt(4));
        };
    }
}
