package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.couchbase.language.ExpressionText;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The values of one index key that a condition allows. Immutable. */
sealed interface Sarg {
    /** The ends of the types of values. */
    final class Ends {
        static final byte[] NULL_KEY = {KeyBytes.NULL};
        static final byte[] KNOWN = {KeyBytes.FALSE};
        static final byte[] TRUTHS = {KeyBytes.TRUE};
        static final byte[] STRINGS = {KeyBytes.STRING};
        static final byte[] ARRAYS = {KeyBytes.ARRAY};

        private Ends() {}
    }

    /** The values that it may have, sorted. */
    List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values);

    /** Returns whether it is one value, whatever that is. */
    default boolean isPoint() {
        return false;
    }

    /** Returns the form of EXPLAIN. */
    String text();

    record Compared(N1qlComparison comparison, N1qlExpression value) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            N1qlValue known = values.apply(value);
            if (known.isUnknown()) {
                return List.of();
            }
            byte[] key = KeyBytes.of(known);
            return switch (comparison) {
                case EQUAL -> List.of(KeyInterval.point(key));
                case LESS -> List.of(KeyInterval.between(Ends.KNOWN, key));
                case LESS_OR_EQUAL -> List.of(KeyInterval.between(Ends.KNOWN, KeyRange.after(key)));
                case GREATER -> List.of(KeyInterval.between(behind(key), null));
                case GREATER_OR_EQUAL -> List.of(KeyInterval.between(key, null));
                case NOT_EQUAL -> List.of(KeyInterval.between(Ends.KNOWN, null));
            };
        }

        private static byte[] behind(byte[] key) {
            byte[] after = KeyRange.after(key);
            return after == null ? key : after;
        }

        @Override
        public boolean isPoint() {
            return comparison == N1qlComparison.EQUAL;
        }

        @Override
        public String text() {
            String sign = switch (comparison) {
                case EQUAL -> "= ";
                case NOT_EQUAL -> "!= ";
                case LESS -> "< ";
                case LESS_OR_EQUAL -> "<= ";
                case GREATER -> "> ";
                case GREATER_OR_EQUAL -> ">= ";
            };
            return sign + ExpressionText.of(value);
        }
    }

    record Among(N1qlExpression list) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            List<KeyInterval> points = new ArrayList<>();
            if (values.apply(list) instanceof N1qlArray array) {
                for (N1qlValue element : array) {
                    if (!element.isUnknown()) {
                        points.add(KeyInterval.point(KeyBytes.of(element)));
                    }
                }
            }
            return KeyInterval.merged(points);
        }

        @Override
        public String text() {
            return "in " + ExpressionText.of(list);
        }
    }

    record Alike(N1qlExpression pattern, @Nullable N1qlExpression escape) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            N1qlValue by = escape == null ? N1qlValues.of("\\") : values.apply(escape);
            if (!(values.apply(pattern) instanceof N1qlString text) || !(by instanceof N1qlString mark)) {
                return List.of();
            }
            StringBuilder prefix = new StringBuilder();
            boolean whole = prefix(text.stringValue(), mark.stringValue(), prefix);
            if (whole) {
                return List.of(KeyInterval.point(KeyBytes.of(N1qlValues.of(prefix.toString()))));
            }
            if (prefix.isEmpty()) {
                return List.of(KeyInterval.between(Ends.STRINGS, Ends.ARRAYS));
            }
            byte[] from = KeyBytes.textPrefix(prefix.toString());
            return List.of(KeyInterval.between(from, KeyRange.after(from)));
        }

        /** Gathers what stands before the first placeholder; true when there is none. */
        private static boolean prefix(String text, String mark, StringBuilder prefix) {
            for (int i = 0; i < text.length(); i++) {
                char c = text.charAt(i);
                if (mark.length() == 1 && c == mark.charAt(0) && i + 1 < text.length()) {
                    prefix.append(text.charAt(++i));
                } else if (c == '%' || c == '_') {
                    return false;
                } else {
                    prefix.append(c);
                }
            }
            return true;
        }

        @Override
        public String text() {
            return "like " + ExpressionText.of(pattern);
        }
    }

    record Tested(N1qlExpression.Test test) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            return List.of(
                    switch (test) {
                        case NULL -> KeyInterval.point(Ends.NULL_KEY);
                        case NOT_NULL, VALUED -> KeyInterval.between(Ends.KNOWN, null);
                        case MISSING -> KeyInterval.point(new byte[] {KeyBytes.MISSING});
                        case NOT_MISSING -> KeyInterval.between(Ends.NULL_KEY, null);
                        case NOT_VALUED -> KeyInterval.between(new byte[] {KeyBytes.MISSING}, Ends.KNOWN);
                    });
        }

        /** Returns whether it says that there is a value. */
        boolean meansPresent() {
            return switch (test) {
                case MISSING, NOT_VALUED -> false;
                case NULL, NOT_NULL, VALUED, NOT_MISSING -> true;
            };
        }

        @Override
        public String text() {
            return "is " + test.name().toLowerCase(Locale.ROOT).replace('_', ' ');
        }
    }

    /** The key itself is the condition. */
    record Truth() implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            return List.of(KeyInterval.between(Ends.TRUTHS, null));
        }

        @Override
        public String text() {
            return "is true";
        }
    }

    record All(List<Sarg> sargs) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            List<KeyInterval> common = sargs.getFirst().intervals(values);
            for (Sarg sarg : sargs.subList(1, sargs.size())) {
                common = KeyInterval.intersection(common, sarg.intervals(values));
            }
            return common;
        }

        @Override
        public boolean isPoint() {
            return sargs.stream().anyMatch(Sarg::isPoint);
        }

        @Override
        public String text() {
            return String.join(" and ", sargs.stream().map(Sarg::text).toList());
        }
    }

    record Any(List<Sarg> sargs) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            List<KeyInterval> all = new ArrayList<>();
            for (Sarg sarg : sargs) {
                all.addAll(sarg.intervals(values));
            }
            return KeyInterval.merged(all);
        }

        @Override
        public String text() {
            return String.join(" or ", sargs.stream().map(Sarg::text).toList());
        }
    }

    /** The first element of an array that is a key. */
    record Leading(Sarg of) implements Sarg {
        @Override
        public List<KeyInterval> intervals(Function<N1qlExpression, N1qlValue> values) {
            List<KeyInterval> arrays = new ArrayList<>();
            for (KeyInterval interval : of.intervals(values)) {
                arrays.add(interval.behind(Ends.ARRAYS));
            }
            return arrays;
        }

        @Override
        public String text() {
            return "first " + of.text();
        }
    }

    /** Returns whether a document whose key is MISSING can never pass. */
    static boolean meansPresent(Sarg sarg) {
        return switch (sarg) {
            case Compared _, Among _, Alike _, Truth _, Leading _ -> true;
            case Tested tested -> tested.meansPresent();
            case All(List<Sarg> sargs) -> sargs.stream().anyMatch(Sarg::meansPresent);
            case Any(List<Sarg> sargs) -> sargs.stream().allMatch(Sarg::meansPresent);
        };
    }
}
