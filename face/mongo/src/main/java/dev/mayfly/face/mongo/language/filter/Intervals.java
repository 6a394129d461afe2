package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDouble;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.jspecify.annotations.Nullable;

/**
 * The ranges of an index in which values that pass a test can lie.
 *
 * @param list ascending, apart from each other, none empty
 * @param exact whether every value inside passes
 */
public record Intervals(List<KeyInterval> list, boolean exact) {
    private static final byte[] NULL = KeyWriter.encode(TreeView.of(BsonNull.VALUE));
    private static final byte[] UNDEFINED = KeyWriter.encode(TreeView.of(new BsonUndefined()));
    private static final byte[] ABOVE_NAN =
            KeyWriter.prefixUntil(KeyWriter.encode(TreeView.of(new BsonDouble(Double.NaN))));

    public Intervals {
        list = KeyInterval.merged(list);
    }

    /** As below, in an index of texts by their bytes. */
    public static @Nullable Intervals of(ValueTest test) {
        return of(test, Collation.SIMPLE);
    }

    /**
     * Returns null when the test says nothing about the place of the values that pass.
     *
     * @param index the collation by which texts lie in the index
     */
    public static @Nullable Intervals of(ValueTest test, Collation index) {
        return switch (test) {
            case Comparison comparison -> of(comparison, index);
            case InSet set -> of(set, index);
            case RegexTest regex -> of(regex, index);
            case ValueTest.AnyElement element -> ofElement(element.test(), index);
            case ValueTest.Every every -> ofEvery(every, index);
            case TypeTest _,
                    BitTest _,
                    GeoTest _,
                    ValueTest.Exists _,
                    ValueTest.Remainder _,
                    ValueTest.SizeIs _,
                    ValueTest.AnyObject _,
                    ValueTest.Negated _ -> null;
        };
    }

    /** An array that is itself an element lies in the index as a whole, so that its own elements are not found there. */
    private static @Nullable Intervals ofElement(ValueTest test, Collation index) {
        return switch (test) {
            case ValueTest.AnyElement _ -> null;
            case ValueTest.Every every ->
                ofEvery(
                        new ValueTest.Every(every.tests().stream()
                                .filter(each -> !(each instanceof ValueTest.AnyElement))
                                .toList()),
                        index);
            default -> of(test, index);
        };
    }

    private static @Nullable Intervals of(Comparison comparison, Collation index) {
        View operand = comparison.operand();
        if (isElsewhere(operand, comparison.collation(), index)) {
            return null;
        }
        if (comparison.relation() == Comparison.Relation.EQUAL) {
            return equal(operand);
        }
        return switch (operand.type()) {
            case MIN_KEY, MAX_KEY, ARRAY, UNDEFINED -> null;
            case NULL -> comparison.relation().includesEqual() ? equal(operand) : none();
            default ->
                Comparison.isNan(operand)
                        ? comparison.relation().includesEqual() ? equal(operand) : none()
                        : range(comparison.relation(), operand);
        };
    }

    private static KeyInterval point(View value) {
        return KeyInterval.point(KeyWriter.encode(value));
    }

    private static Intervals none() {
        return new Intervals(List.of(), true);
    }

    private static Intervals equal(View operand) {
        return switch (operand.type()) {
            case NULL -> new Intervals(List.of(KeyInterval.point(UNDEFINED), KeyInterval.point(NULL)), false);
            // An array lies in an index by its elements, or whole when it is an element itself.
            case ARRAY -> new Intervals(List.of(point(operand), firstOf(operand)), false);
            default -> new Intervals(List.of(point(operand)), true);
        };
    }

    private static KeyInterval firstOf(View array) {
        View first = array.element(0);
        return first == null ? KeyInterval.point(UNDEFINED) : point(first);
    }

    private static Intervals range(Comparison.Relation relation, View operand) {
        byte[] encoded = KeyWriter.encode(operand);
        ValueType type = operand.type();
        byte[] from = type.isNumber() ? ABOVE_NAN : KeyWriter.bracketFrom(type);
        byte[] until = KeyWriter.bracketUntil(type);
        KeyInterval interval = switch (relation) {
            case LESS -> KeyInterval.between(from, encoded);
            case AT_MOST -> KeyInterval.between(from, KeyInterval.above(encoded));
            case GREATER -> KeyInterval.between(KeyWriter.prefixUntil(encoded), until);
            case AT_LEAST -> KeyInterval.between(encoded, until);
            case EQUAL -> KeyInterval.point(encoded);
        };
        return new Intervals(List.of(interval), true);
    }

    /** Returns whether values equal to the operand by its collation lie elsewhere under that of the index. */
    private static boolean isElsewhere(View operand, Collation collation, Collation index) {
        return !collation.equals(index)
                && switch (operand.type()) {
                    case STRING, SYMBOL, OBJECT, ARRAY -> true;
                    default -> false;
                };
    }

    private static @Nullable Intervals of(InSet set, Collation index) {
        List<KeyInterval> all = new ArrayList<>();
        boolean exact = true;
        for (View value : set.values()) {
            if (isElsewhere(value, set.collation(), index)) {
                return null;
            }
            Intervals equal = equal(value);
            all.addAll(equal.list);
            exact &= equal.exact;
        }
        for (RegexTest pattern : set.patterns()) {
            all.addAll(of(pattern, index).list);
            exact = false;
        }
        return new Intervals(all, exact);
    }

    private static Intervals of(RegexTest regex, Collation index) {
        KeyInterval patterns =
                KeyInterval.between(KeyWriter.bracketFrom(ValueType.REGEX), KeyWriter.bracketUntil(ValueType.REGEX));
        String prefix = index.isSimple() ? regex.prefix() : "";
        if (prefix.isEmpty()) {
            KeyInterval texts = KeyInterval.between(
                    KeyWriter.bracketFrom(ValueType.STRING), KeyWriter.bracketUntil(ValueType.STRING));
            return new Intervals(List.of(texts, patterns), false);
        }
        byte[] whole = new KeyWriter().appendString(prefix).toBytes();
        byte[] beginning = Arrays.copyOf(whole, whole.length - 1);
        return new Intervals(List.of(KeyInterval.between(beginning, KeyInterval.above(beginning)), patterns), false);
    }

    private static @Nullable Intervals ofEvery(ValueTest.Every every, Collation index) {
        Intervals all = null;
        for (ValueTest test : every.tests()) {
            Intervals each = of(test, index);
            if (each != null) {
                all = all == null ? each : all.intersect(each);
            }
        }
        return all == null || every.tests().size() == 1 ? all : new Intervals(all.list, false);
    }

    /** No longer exact: what lies in both need not pass both where arrays stand. */
    public Intervals intersect(Intervals other) {
        return new Intervals(KeyInterval.intersection(list, other.list), false);
    }

    Intervals union(Intervals other) {
        List<KeyInterval> either = new ArrayList<>(list);
        either.addAll(other.list);
        return new Intervals(either, exact && other.exact);
    }

    public boolean arePoints() {
        return list.stream().allMatch(KeyInterval::point);
    }

    /** Returns whether a missing or null value can pass. */
    public boolean includeMissing() {
        return list.stream().anyMatch(interval -> interval.contains(NULL));
    }

    public boolean contain(Intervals others) {
        int at = 0;
        for (KeyInterval other : others.list) {
            while (at < list.size() && !list.get(at).contains(other)) {
                at++;
            }
            if (at == list.size()) {
                return false;
            }
        }
        return true;
    }
}
