package dev.mayfly.face.couchbase.query.plan;

import java.util.List;
import java.util.StringJoiner;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Queries inside of queries, as trees of the test's own, each of which can be written down. */
sealed interface NestedQuery {
    /** A query: names of WITH, and terms of which the others are combined with the first from left to right. */
    record Query(List<With> with, Select first, List<Combined> others) implements NestedQuery {
        @Override
        public String toString() {
            StringBuilder text = new StringBuilder();
            if (!with.isEmpty()) {
                text.append("WITH ").append(commas(with)).append(' ');
            }
            text.append(first);
            others.forEach(other -> text.append(' ').append(other));
            return text.toString();
        }
    }

    record With(String name, Query query) {
        @Override
        public String toString() {
            return name + " AS (" + query + ")";
        }
    }

    /** A query that is combined with all before, in parentheses. */
    record Combined(String operator, Query term) {
        @Override
        public String toString() {
            return operator + " (" + term + ")";
        }
    }

    /** One SELECT; raw where there is one item without a name. */
    record Select(
            List<Item> items,
            List<Term> from,
            @Nullable Let let,
            @Nullable Condition where) {
        boolean isRaw() {
            return items.getFirst().name().isEmpty();
        }

        @Override
        public String toString() {
            StringJoiner text = new StringJoiner(" ", "SELECT ", "");
            text.add(isRaw() ? "RAW " + items.getFirst().value() : commas(items));
            if (!from.isEmpty()) {
                text.add("FROM " + from.stream().map(Term::toString).collect(Collectors.joining()));
            }
            if (let != null) {
                text.add("LET " + let.name() + " = " + let.value());
            }
            if (where != null) {
                text.add("WHERE " + where);
            }
            return text.toString();
        }
    }

    record Item(Expr value, String name) {
        @Override
        public String toString() {
            return value + " AS " + name;
        }
    }

    record Let(String name, Expr value) {}

    /** How a term stands to those before. */
    enum Link {
        FIRST(""),
        COMMA(", "),
        JOIN(" JOIN "),
        UNNEST(" UNNEST ");

        final String text;

        Link(String text) {
            this.text = text;
        }
    }

    /** A term of FROM; the alias is empty where none is said. */
    record Term(Link link, Expr origin, String alias) {
        @Override
        public String toString() {
            String named = origin + (alias.isEmpty() ? "" : " AS " + alias);
            return link.text + named + (link == Link.JOIN ? " ON TRUE" : "");
        }
    }

    sealed interface Expr {}

    record Path(List<String> words) implements Expr {
        @Override
        public String toString() {
            return words.stream().map(word -> "`" + word + "`").collect(Collectors.joining("."));
        }
    }

    record Number(long value) implements Expr {
        @Override
        public String toString() {
            return Long.toString(value);
        }
    }

    record Sub(Query query) implements Expr {
        @Override
        public String toString() {
            return "(" + query + ")";
        }
    }

    sealed interface Condition {}

    record Equal(Expr left, Expr right) implements Condition {
        @Override
        public String toString() {
            return left + " = " + right;
        }
    }

    record In(Expr value, boolean not, Query query) implements Condition {
        @Override
        public String toString() {
            return value + (not ? " NOT IN (" : " IN (") + query + ")";
        }
    }

    record Exists(boolean not, Query query) implements Condition {
        @Override
        public String toString() {
            return (not ? "NOT " : "") + "EXISTS (" + query + ")";
        }
    }

    record AnyOf(String variable, Path over, Condition satisfies) implements Condition {
        @Override
        public String toString() {
            return "ANY " + variable + " IN " + over + " SATISFIES " + satisfies + " END";
        }
    }

    private static String commas(List<?> parts) {
        return parts.stream().map(Object::toString).collect(Collectors.joining(", "));
    }
}
