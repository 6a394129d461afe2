package dev.mayfly.face.couchbase.query.plan;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Carries out a {@link NestedQuery} by walking its tree over lists in memory, and knows the rule of names by itself:
 * docs/faces/couchbase.md, "Names". Values are numbers, lists, maps, null and {@link #MISSING}.
 */
@SuppressWarnings("ReferenceEquality") // MISSING is nothing but itself.
final class NaiveInterpreter {
    /** The value of what is not there. */
    static final Object MISSING = new Object();

    /** Stands for any value while names alone are checked. */
    private static final Object UNKNOWN = new Object();

    private final Map<String, List<Object>> keyspaces;

    NaiveInterpreter(Map<String, List<Object>> keyspaces) {
        this.keyspaces = keyspaces;
    }

    /** A query that is refused for its names. */
    static final class Refused extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Refused(String reason) {
            super(reason);
        }
    }

    private enum Kind {
        OWN,
        GIVEN,
        WITH
    }

    private record Bound(Kind kind, @Nullable Object value) {}

    /** The names of a SELECT or of a WITH, inside of others. */
    static final class Scope {
        private final @Nullable Scope outer;
        private final Map<String, Bound> names = new HashMap<>();
        private @Nullable String only;

        Scope(@Nullable Scope outer) {
            this.outer = outer;
        }

        /** The row of a statement that changes a keyspace, whose name nobody has given. */
        static Scope of(String name, Object row) {
            Scope scope = new Scope(null);
            scope.names.put(name, new Bound(Kind.OWN, row));
            scope.only = name;
            return scope;
        }

        private @Nullable Bound find(String name) {
            Bound here = names.get(name);
            return here != null || outer == null ? here : outer.find(name);
        }

        private boolean isGiven(String name) {
            Bound found = find(name);
            return found != null && found.kind == Kind.GIVEN;
        }

        private boolean isWith(String name) {
            Bound here = names.get(name);
            return here != null && here.kind == Kind.WITH || outer != null && outer.isWith(name);
        }

        private void give(String name, @Nullable Object value) {
            if (find(name) != null) {
                throw new Refused("twice: " + name);
            }
            names.put(name, new Bound(Kind.GIVEN, value));
        }
    }

    /** The rows; refused though there may be no row at which it could be noticed. */
    List<@Nullable Object> run(NestedQuery.Query query, @Nullable Scope outer) {
        return rows(query, outer, false);
    }

    /** As {@link #run}, but looks at names alone. */
    void check(NestedQuery.Query query, @Nullable Scope outer) {
        rows(query, outer, true);
    }

    private List<@Nullable Object> rows(NestedQuery.Query query, @Nullable Scope outer, boolean dry) {
        Scope scope = new Scope(outer);
        for (NestedQuery.With with : query.with()) {
            if (scope.find(with.name()) != null) {
                throw new Refused("twice: " + with.name());
            }
            List<@Nullable Object> value = rows(with.query(), scope, dry);
            scope.names.put(with.name(), new Bound(Kind.WITH, dry ? UNKNOWN : value));
        }
        List<@Nullable Object> rows = select(query.first(), scope, dry);
        for (NestedQuery.Combined other : query.others()) {
            rows = combined(rows, other.operator(), rows(other.term(), scope, dry));
        }
        return rows;
    }

    private static List<@Nullable Object> combined(
            List<@Nullable Object> left, String operator, List<@Nullable Object> right) {
        boolean all = operator.endsWith("ALL");
        List<@Nullable Object> rows = new ArrayList<>(left);
        List<@Nullable Object> others = new ArrayList<>(right);
        if (operator.startsWith("UNION")) {
            rows.addAll(right);
        } else {
            boolean wanted = operator.startsWith("INTERSECT");
            rows.removeIf(row -> {
                boolean met = all ? others.remove(row) : others.contains(row);
                return met != wanted;
            });
        }
        return all ? rows : new ArrayList<>(new LinkedHashSet<>(rows));
    }

    private List<@Nullable Object> select(NestedQuery.Select select, Scope outer, boolean dry) {
        List<@Nullable Object> rows = new ArrayList<>();
        terms(select, 0, new Scope(outer), dry, scope -> {
            if (select.let() != null) {
                scope.give(select.let().name(), value(select.let().value(), scope, dry));
            }
            boolean passes = select.where() == null || Boolean.TRUE.equals(truth(select.where(), scope, dry));
            if (passes || dry) {
                rows.add(row(select, scope, dry));
            }
        });
        return rows;
    }

    private @Nullable Object row(NestedQuery.Select select, Scope scope, boolean dry) {
        Map<String, @Nullable Object> row = new LinkedHashMap<>();
        for (NestedQuery.Item item : select.items()) {
            Object value = value(item.value(), scope, dry);
            if (select.isRaw()) {
                return value == MISSING ? null : value;
            }
            if (value != MISSING) {
                row.put(item.name(), value);
            }
        }
        return row;
    }

    /** Goes through the terms from one on, each in a copy of the scope before. */
    private void terms(NestedQuery.Select select, int at, Scope scope, boolean dry, Consumer<Scope> each) {
        if (at == select.from().size()) {
            each.accept(scope);
            return;
        }
        NestedQuery.Term term = select.from().get(at);
        boolean keyspace = term.origin() instanceof NestedQuery.Path(List<String> words)
                && term.link() != NestedQuery.Link.UNNEST
                && isKeyspace(words, scope);
        for (Object element : elements(term, keyspace, scope, dry)) {
            Scope next = new Scope(scope.outer);
            next.names.putAll(scope.names);
            bind(term, keyspace, element, next);
            next.only = at == 0 ? name(term) : null;
            terms(select, at + 1, next, dry, each);
        }
    }

    private static boolean isKeyspace(List<String> words, Scope scope) {
        String first = words.getFirst();
        return switch (words.size()) {
            case 1 -> !scope.isGiven(first) && !scope.isWith(first);
            case 3 -> !scope.isGiven(first);
            default -> false;
        };
    }

    private List<?> elements(NestedQuery.Term term, boolean keyspace, Scope scope, boolean dry) {
        if (keyspace && term.origin() instanceof NestedQuery.Path(List<String> words)) {
            List<Object> documents = keyspaces.get(words.getLast());
            boolean far = words.size() == 3 && !words.subList(0, 2).equals(List.of("default", "s"));
            if (documents == null || far) {
                throw new Refused("no keyspace: " + words);
            }
            return dry ? List.of(UNKNOWN) : documents;
        }
        Scope seen = new Scope(scope.outer);
        seen.names.putAll(scope.names);
        seen.only = term.link() == NestedQuery.Link.UNNEST ? scope.only : null;
        Object value = value(term.origin(), seen, dry);
        if (dry) {
            return List.of(UNKNOWN);
        }
        if (value instanceof List<?> list) {
            return list;
        }
        return value == MISSING || term.link() == NestedQuery.Link.UNNEST
                ? List.of()
                : Collections.singletonList(value);
    }

    private static String name(NestedQuery.Term term) {
        if (!term.alias().isEmpty()) {
            return term.alias();
        }
        return ((NestedQuery.Path) term.origin()).words().getLast();
    }

    private static void bind(NestedQuery.Term term, boolean keyspace, @Nullable Object element, Scope scope) {
        String name = name(term);
        boolean with = false;
        if (!keyspace && term.origin() instanceof NestedQuery.Path(List<String> words) && words.size() == 1) {
            Bound origin = scope.find(words.getFirst());
            with = scope.isWith(words.getFirst());
            if (with && origin != null && origin.kind != Kind.WITH) {
                throw new Refused("WITH twice: " + words.getFirst());
            }
            with &= words.getFirst().equals(name);
        }
        if (!with && scope.find(name) != null) {
            throw new Refused("twice: " + name);
        }
        scope.names.put(name, new Bound(term.alias().isEmpty() ? Kind.OWN : Kind.GIVEN, element));
    }

    private @Nullable Object value(NestedQuery.Expr expression, Scope scope, boolean dry) {
        return switch (expression) {
            case NestedQuery.Number(long value) -> value;
            case NestedQuery.Sub(NestedQuery.Query query) -> rows(query, scope, dry);
            case NestedQuery.Path(List<String> words) -> {
                Bound first = scope.find(words.getFirst());
                if (first == null && scope.only == null) {
                    throw new Refused("ambiguous: " + words);
                }
                Object value = first == null ? field(bound(scope), words.getFirst()) : first.value;
                for (String word : words.subList(1, words.size())) {
                    value = field(value, word);
                }
                yield value;
            }
        };
    }

    private static @Nullable Object bound(Scope scope) {
        Bound only = scope.names.get(scope.only);
        return only == null ? MISSING : only.value;
    }

    private static @Nullable Object field(@Nullable Object of, String name) {
        if (of instanceof Map<?, ?> map) {
            return map.containsKey(name) ? map.get(name) : MISSING;
        }
        return of == null ? null : MISSING;
    }

    /** True, false, or null where it is neither. */
    @Nullable
    Boolean truth(NestedQuery.Condition condition, Scope scope, boolean dry) {
        return switch (condition) {
            case NestedQuery.Equal(NestedQuery.Expr left, NestedQuery.Expr right) ->
                equal(value(left, scope, dry), value(right, scope, dry));
            case NestedQuery.In(NestedQuery.Expr value, boolean not, NestedQuery.Query query) -> {
                Boolean in = in(value(value, scope, dry), rows(query, scope, dry));
                yield in == null ? null : Boolean.valueOf(in != not);
            }
            case NestedQuery.Exists(boolean not, NestedQuery.Query query) ->
                rows(query, scope, dry).isEmpty() == not;
            case NestedQuery.AnyOf(String variable, NestedQuery.Path over, NestedQuery.Condition satisfies) -> {
                Object list = value(over, scope, dry);
                Boolean any = null;
                if (list instanceof List<?> || dry) {
                    any = false;
                    for (Object element : list instanceof List<?> elements ? elements : List.of(UNKNOWN)) {
                        Scope inner = new Scope(scope.outer);
                        inner.names.putAll(scope.names);
                        inner.only = scope.only;
                        inner.give(variable, element);
                        any |= Boolean.TRUE.equals(truth(satisfies, inner, dry));
                    }
                }
                yield any;
            }
        };
    }

    private static @Nullable Boolean equal(@Nullable Object left, @Nullable Object right) {
        if (left == null || right == null || left == MISSING || right == MISSING) {
            return null;
        }
        if (left instanceof List<?> a && right instanceof List<?> b) {
            return a.size() == b.size() ? allEqual(a, b) : Boolean.FALSE;
        }
        if (left instanceof Map<?, ?> a && right instanceof Map<?, ?> b) {
            List<@Nullable Object> others = new ArrayList<>();
            a.keySet().forEach(name -> others.add(b.get(name)));
            return a.keySet().equals(b.keySet()) ? allEqual(new ArrayList<>(a.values()), others) : Boolean.FALSE;
        }
        return left.equals(right);
    }

    /** False as soon as two differ, and neither if there is a null among what is equal. */
    private static @Nullable Boolean allEqual(List<?> left, List<?> right) {
        Boolean all = true;
        for (int i = 0; i < left.size(); i++) {
            Boolean same = equal(left.get(i), right.get(i));
            if (Boolean.FALSE.equals(same)) {
                return false;
            }
            all = same == null ? null : all;
        }
        return all;
    }

    private static @Nullable Boolean in(@Nullable Object value, List<@Nullable Object> list) {
        if (value == MISSING) {
            return null;
        }
        if (value == null) {
            return list.isEmpty() ? Boolean.FALSE : null;
        }
        if (list.stream().anyMatch(element -> Boolean.TRUE.equals(equal(value, element)))) {
            return true;
        }
        return list.contains(null) ? null : Boolean.FALSE;
    }
}
