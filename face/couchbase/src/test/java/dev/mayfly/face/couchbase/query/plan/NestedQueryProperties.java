package dev.mayfly.face.couchbase.query.plan;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlMissing;
import dev.mayfly.face.couchbase.language.value.N1qlNull;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** Whatever queries stand in each other, each name means what the rule says: {@link NaiveInterpreter}. */
class NestedQueryProperties {
    private static final int DOCUMENTS = 4;
    private static final int STATEMENTS = 400;

    /** The least number of them that are to have answers that were compared. */
    private static final int ANSWERED = 60;

    private int answered;

    @Test
    void everyNameMeansWhatTheRuleSays() {
        Seeds.run(1, (_, random) -> {
            answered = 0;
            try (Keyspaces keyspaces = new Keyspaces(random)) {
                for (int i = 0; i < STATEMENTS; i++) {
                    switch (random.nextInt(6)) {
                        case 0 -> delete(keyspaces);
                        case 1 -> merge(keyspaces);
                        default -> select(keyspaces);
                    }
                }
            }
            assertTrue(answered > ANSWERED, () -> "no more than " + answered + " were answered");
        });
    }

    /** Three keyspaces with the same documents here and there. */
    private static final class Keyspaces implements AutoCloseable {
        final NestedQueries queries;
        final QueryFixture fixture = new QueryFixture();
        final Map<String, Map<String, String>> documents = new TreeMap<>();

        Keyspaces(RandomGenerator random) {
            queries = new NestedQueries(random);
            fixture.context = QueryContext.of("default.s");
            fixture.run("CREATE SCOPE default.s", Parameters.NONE);
            for (String name : new String[] {"a", "b", "c"}) {
                fixture.run("CREATE COLLECTION default.s." + name, Parameters.NONE);
                Map<String, String> in = new TreeMap<>();
                for (int i = 0; i < DOCUMENTS; i++) {
                    in.put("k" + i, queries.document());
                }
                documents.put(name, in);
                restore(name);
            }
        }

        void restore(String name) {
            documents.get(name).forEach((key, json) -> fixture.put("default.s." + name, key, json));
        }

        Map<String, Object> of(String name) {
            Map<String, Object> values = new TreeMap<>();
            documents.get(name).forEach((key, json) -> values.put(key, plain(N1qlValues.parse(json))));
            return values;
        }

        NaiveInterpreter interpreter() {
            Map<String, List<Object>> values = new TreeMap<>();
            documents.keySet().forEach(name -> values.put(name, List.copyOf(of(name).values())));
            return new NaiveInterpreter(values);
        }

        @Override
        public void close() {
            fixture.close();
        }
    }

    private static @Nullable Object plain(N1qlValue value) {
        return switch (value) {
            case N1qlNumber number -> number.longValue();
            case N1qlNull _ -> null;
            case N1qlMissing _ -> NaiveInterpreter.MISSING;
            case N1qlArray array -> {
                List<@Nullable Object> list = new ArrayList<>();
                array.elements().forEach(element -> list.add(plain(element)));
                yield list;
            }
            case N1qlObject object -> {
                Map<String, @Nullable Object> map = new LinkedHashMap<>();
                object.toMap().forEach((name, field) -> map.put(name, plain(field)));
                yield map;
            }
            default -> throw new AssertionError("a value of a kind that there is not: " + value);
        };
    }

    /** The result of the query, with rows in an order of their own; null where it was refused. */
    private static QueryFixture.@Nullable Outcome run(QueryFixture fixture, String text) {
        try {
            QueryFixture.Outcome outcome = fixture.run(text, Parameters.NONE);
            return outcome.errors().isEmpty() ? outcome : null;
        } catch (N1qlException _) {
            return null;
        }
    }

    private static List<String> sorted(List<?> rows) {
        return rows.stream().map(String::valueOf).sorted().toList();
    }

    private void select(Keyspaces keyspaces) {
        NestedQuery.Query query = keyspaces.queries.query(List.of(), 0);
        List<String> expected = null;
        try {
            NaiveInterpreter interpreter = keyspaces.interpreter();
            interpreter.check(query, null);
            expected = sorted(interpreter.run(query, null));
        } catch (NaiveInterpreter.Refused _) {
            // So it is to be refused.
        }
        QueryFixture.Outcome outcome = run(keyspaces.fixture, query.toString());
        List<String> rows = outcome == null
                ? null
                : sorted(outcome.rows().stream()
                        .map(NestedQueryProperties::plain)
                        .toList());
        assertEquals(expected, rows, query::toString);
        answered += expected == null || expected.isEmpty() ? 0 : 1;
    }

    private void delete(Keyspaces keyspaces) {
        String name = keyspaces.queries.keyspace();
        String alias = keyspaces.queries.alias(List.of());
        NestedQuery.Condition where = keyspaces.queries.condition(List.of(alias), 0);
        String text = "DELETE FROM " + name + " AS " + alias + " WHERE " + where;
        NaiveInterpreter interpreter = keyspaces.interpreter();
        Set<String> expected = new HashSet<>();
        boolean refused = false;
        try {
            interpreter.truth(where, NaiveInterpreter.Scope.of(alias, NaiveInterpreter.MISSING), true);
            keyspaces.of(name).forEach((key, row) -> {
                if (Boolean.TRUE.equals(interpreter.truth(where, NaiveInterpreter.Scope.of(alias, row), false))) {
                    expected.add(key);
                }
            });
        } catch (NaiveInterpreter.Refused _) {
            refused = true;
        }
        compare(keyspaces, name, text, refused, expected);
    }

    private void merge(Keyspaces keyspaces) {
        String name = keyspaces.queries.keyspace();
        NestedQuery.Query source = keyspaces.queries.query(List.of(), 1);
        String text = "MERGE INTO " + name + " AS target USING (" + source
                + ") AS source ON target.v = source.i WHEN MATCHED THEN DELETE";
        NaiveInterpreter interpreter = keyspaces.interpreter();
        Set<String> expected = new HashSet<>();
        boolean refused = false;
        try {
            interpreter.check(source, null);
            for (Object row : interpreter.run(source, null)) {
                Object wanted = row instanceof Map<?, ?> map ? map.get("i") : null;
                for (Map.Entry<String, Object> document : keyspaces.of(name).entrySet()) {
                    Object found = document.getValue() instanceof Map<?, ?> map ? map.get("v") : null;
                    if (wanted != null && wanted.equals(found)) {
                        // Two rows that want the same document are refused before anything is written.
                        refused |= !expected.add(document.getKey());
                    }
                }
            }
        } catch (NaiveInterpreter.Refused _) {
            refused = true;
        }
        compare(keyspaces, name, text, refused, expected);
    }

    private void compare(Keyspaces keyspaces, String name, String text, boolean refused, Set<String> expected) {
        QueryFixture.Outcome outcome = run(keyspaces.fixture, text);
        assertEquals(refused, outcome == null, text);
        Set<String> left = new HashSet<>(keyspaces.documents.get(name).keySet());
        if (!refused) {
            left.removeAll(expected);
        }
        QueryFixture.Outcome now = keyspaces.fixture.run("SELECT RAW META().id FROM " + name, Parameters.NONE);
        Set<String> there = new HashSet<>();
        now.rows().forEach(id -> there.add(N1qlValues.parse(N1qlValues.json(id)).toString()));
        Set<String> kept = new HashSet<>();
        left.forEach(id -> kept.add(N1qlValues.of(id).toString()));
        assertEquals(kept, there, text);
        answered += refused || expected.isEmpty() ? 0 : 1;
        keyspaces.restore(name);
    }
}
