package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.Expression;
import dev.mayfly.face.cosmos.language.Query;
import dev.mayfly.face.cosmos.language.value.ArrayValue;
import dev.mayfly.face.cosmos.language.value.BooleanValue;
import dev.mayfly.face.cosmos.language.value.Kind;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.ObjectValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import dev.mayfly.face.cosmos.query.Bound.Tightness;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds what an index can know of a filter. What it finds holds for every item that the filter wants, and maybe for
 * others, so the filter is asked in the end.
 */
final class BoundFinder {
    private final Names names;

    BoundFinder(Names names) {
        this.names = names;
    }

    /**
     * For each condition that has to hold, alternatives of which one has to hold; conditions of which nothing is known are
     * left out.
     */
    List<List<Bound>> find(@Nullable Expression where) {
        List<List<Bound>> found = new ArrayList<>();
        if (where != null) {
            for (Expression term : conjuncts(where)) {
                List<Bound> alternatives = alternatives(term);
                if (alternatives != null) {
                    found.add(alternatives);
                }
            }
        }
        return narrowed(found);
    }

    static List<Expression> conjuncts(Expression filter) {
        if (!(filter instanceof Expression.And(List<Expression> terms))) {
            return List.of(filter);
        }
        List<Expression> all = new ArrayList<>();
        terms.forEach(term -> all.addAll(conjuncts(term)));
        return all;
    }

    /** Two conditions on one place, where an item has one value, are one narrower condition. */
    private static List<List<Bound>> narrowed(List<List<Bound>> found) {
        List<List<Bound>> narrowed = new ArrayList<>();
        for (List<Bound> alternatives : found) {
            int same = alternatives.size() == 1 ? samePlace(narrowed, alternatives.getFirst()) : -1;
            if (same < 0) {
                narrowed.add(alternatives);
            } else {
                narrowed.set(same, List.of(both(narrowed.get(same).getFirst(), alternatives.getFirst())));
            }
        }
        return narrowed;
    }

    private static int samePlace(List<List<Bound>> earlier, Bound bound) {
        for (int i = 0; i < earlier.size() && !bound.path().isThroughElements(); i++) {
            if (earlier.get(i).size() == 1 && earlier.get(i).getFirst().path().equals(bound.path())) {
                return i;
            }
        }
        return -1;
    }

    private static Bound both(Bound a, Bound b) {
        boolean between = a.tightness() == Tightness.BEYOND && b.tightness() == Tightness.BEYOND;
        return new Bound(
                a.path(),
                Spans.intersection(a.spans(), b.spans()),
                between ? Tightness.BETWEEN : Bound.tighter(a.tightness(), b.tightness()));
    }

    /** Of these one has to hold; null when nothing is known. */
    private @Nullable List<Bound> alternatives(Expression condition) {
        return switch (condition) {
            case Expression.And and -> tightest(and);
            case Expression.Or(List<Expression> terms) -> anyOf(terms);
            case Expression.Binary(BinaryOperator operator, Expression left, Expression right) ->
                compared(operator, left, right);
            case Expression.Between(Expression value, Expression from, Expression to, boolean negated) ->
                negated ? null : between(value, from, to);
            case Expression.In(Expression value, List<Expression> choices, boolean negated) ->
                negated ? null : in(value, choices);
            case Expression.Like(Expression value, Expression pattern, String escape, boolean negated) ->
                negated || escape != null ? null : like(value, pattern);
            case Expression.Call(String function, List<Expression> arguments) -> call(function, arguments);
            case Expression.Subquery(Expression.SubqueryKind kind, Query query) ->
                kind == Expression.SubqueryKind.EXISTS ? exists(query) : null;
            case Expression.Member _ -> equal(condition, Values.TRUE);
            default -> null;
        };
    }

    private @Nullable List<Bound> tightest(Expression.And and) {
        List<Bound> best = null;
        for (List<Bound> each : find(and)) {
            if (best == null || looseness(each).compareTo(looseness(best)) < 0) {
                best = each;
            }
        }
        return best;
    }

    static Tightness looseness(List<Bound> alternatives) {
        Tightness loosest = Tightness.EQUAL;
        for (Bound each : alternatives) {
            loosest = Bound.looser(loosest, each.tightness());
        }
        return loosest;
    }

    private @Nullable List<Bound> anyOf(List<Expression> terms) {
        List<Bound> all = new ArrayList<>();
        for (Expression term : terms) {
            List<Bound> some = alternatives(term);
            if (some == null) {
                return null;
            }
            all.addAll(some);
        }
        return united(all);
    }

    /** Alternatives at one path are one. */
    private static List<Bound> united(List<Bound> all) {
        List<Bound> united = new ArrayList<>();
        for (Bound bound : all) {
            int same = -1;
            for (int i = 0; i < united.size(); i++) {
                same = united.get(i).path().equals(bound.path()) ? i : same;
            }
            if (same < 0) {
                united.add(bound);
            } else {
                Bound other = united.get(same);
                List<KeyRange> spans = new ArrayList<>(other.spans());
                spans.addAll(bound.spans());
                united.set(same, new Bound(bound.path(), spans, Bound.looser(other.tightness(), bound.tightness())));
            }
        }
        return united;
    }

    private @Nullable List<Bound> compared(BinaryOperator operator, Expression left, Expression right) {
        Value constant = names.constant(right);
        if (constant != null) {
            return compared(operator, left, constant);
        }
        Value first = names.constant(left);
        return first == null ? null : compared(turned(operator), right, first);
    }

    static BinaryOperator turned(BinaryOperator operator) {
        return switch (operator) {
            case LESS -> BinaryOperator.GREATER;
            case LESS_OR_EQUAL -> BinaryOperator.GREATER_OR_EQUAL;
            case GREATER -> BinaryOperator.LESS;
            case GREATER_OR_EQUAL -> BinaryOperator.LESS_OR_EQUAL;
            default -> operator;
        };
    }

    private @Nullable List<Bound> compared(BinaryOperator operator, Expression place, Value constant) {
        if (operator == BinaryOperator.EQUAL) {
            return equal(place, constant);
        }
        ItemPath path = names.path(place);
        if (path == null || !isScalar(constant)) {
            return null;
        }
        byte[] key = ValueKeys.of(constant);
        byte[] behind = KeyRange.after(key);
        byte[] from = ValueKeys.from(constant.kind());
        byte[] until = ValueKeys.until(constant.kind());
        return switch (operator) {
            case LESS -> one(path, new KeyRange(from, key), Tightness.BEYOND);
            case LESS_OR_EQUAL -> one(path, new KeyRange(from, behind), Tightness.BEYOND);
            case GREATER -> one(path, new KeyRange(Objects.requireNonNull(behind), until), Tightness.BEYOND);
            case GREATER_OR_EQUAL -> one(path, new KeyRange(key, until), Tightness.BEYOND);
            // Values of other types are unequal too.
            case NOT_EQUAL -> kinds(path, Kind.NULL, Kind.OBJECT);
            default -> null;
        };
    }

    private static List<Bound> one(ItemPath path, KeyRange span, Tightness tightness) {
        return List.of(new Bound(path, List.of(span), tightness));
    }

    /** Whether the value stands for itself in an index, and is less or more than others. */
    private static boolean isScalar(Value value) {
        return switch (value.kind()) {
            case NULL, BOOLEAN, STRING -> true;
            case NUMBER -> value instanceof NumberValue number && !Double.isNaN(number.doubleValue());
            case UNDEFINED, ARRAY, OBJECT -> false;
        };
    }

    private @Nullable List<Bound> equal(Expression place, Value constant) {
        ItemPath path = names.path(place);
        if (path == null || constant.isUndefined()) {
            return null;
        }
        return one(
                path, KeyRange.prefix(ValueKeys.of(constant)), isScalar(constant) ? Tightness.EQUAL : Tightness.KIND);
    }

    private @Nullable List<Bound> between(Expression place, Expression from, Expression to) {
        ItemPath path = names.path(place);
        Value least = names.constant(from);
        Value most = names.constant(to);
        if (path == null || least == null || most == null || !isScalar(least) || least.kind() != most.kind()) {
            return null;
        }
        return one(path, new KeyRange(ValueKeys.of(least), KeyRange.after(ValueKeys.of(most))), Tightness.BETWEEN);
    }

    private @Nullable List<Bound> in(Expression place, List<Expression> choices) {
        List<Value> values = names.constants(choices);
        return values == null ? null : in(place, (Iterable<Value>) values);
    }

    private @Nullable List<Bound> in(Expression place, Iterable<Value> values) {
        ItemPath path = names.path(place);
        if (path == null) {
            return null;
        }
        List<KeyRange> spans = new ArrayList<>();
        Tightness tightness = Tightness.EQUAL;
        for (Value value : values) {
            if (!value.isUndefined()) {
                spans.add(KeyRange.prefix(ValueKeys.of(value)));
                tightness = isScalar(value) ? tightness : Tightness.KIND;
            }
        }
        return List.of(new Bound(path, spans, tightness));
    }

    private @Nullable List<Bound> like(Expression place, Expression pattern) {
        if (!(names.constant(pattern) instanceof StringValue text)) {
            return null;
        }
        String known = text.stringValue();
        int until = 0;
        while (until < known.length() && "%_[".indexOf(known.charAt(until)) < 0) {
            until++;
        }
        return textBeginning(place, known.substring(0, until));
    }

    private @Nullable List<Bound> textBeginning(Expression place, String text) {
        ItemPath path = names.path(place);
        return path == null || text.isEmpty()
                ? null
                : one(path, KeyRange.prefix(ValueKeys.textPrefix(text)), Tightness.BETWEEN);
    }

    private @Nullable List<Bound> call(String function, List<Expression> arguments) {
        return switch (function) {
            case "STARTSWITH" -> {
                String text = text(arguments);
                yield text == null ? null : textBeginning(arguments.getFirst(), text);
            }
            case "STRINGEQUALS" -> {
                String text = text(arguments);
                yield text == null ? null : equal(arguments.getFirst(), Values.of(text));
            }
            case "ARRAY_CONTAINS" -> arrayContains(arguments);
            case "IS_DEFINED" -> kinds(arguments, Kind.NULL, Kind.OBJECT);
            case "IS_NULL" -> kinds(arguments, Kind.NULL, Kind.NULL);
            case "IS_BOOL" -> kinds(arguments, Kind.BOOLEAN, Kind.BOOLEAN);
            case "IS_NUMBER" -> kinds(arguments, Kind.NUMBER, Kind.NUMBER);
            case "IS_STRING" -> kinds(arguments, Kind.STRING, Kind.STRING);
            case "IS_ARRAY" -> kinds(arguments, Kind.ARRAY, Kind.ARRAY);
            case "IS_OBJECT" -> kinds(arguments, Kind.OBJECT, Kind.OBJECT);
            default -> null;
        };
    }

    /** The constant text of the second argument, unless the third lets capitals pass for small letters. */
    private @Nullable String text(List<Expression> arguments) {
        boolean exact = arguments.size() == 2
                || (arguments.size() == 3
                        && names.constant(arguments.get(2)) instanceof BooleanValue exactly
                        && exactly.isFalse());
        return exact && names.constant(arguments.get(1)) instanceof StringValue text ? text.stringValue() : null;
    }

    private @Nullable List<Bound> kinds(List<Expression> arguments, Kind from, Kind until) {
        ItemPath path = arguments.size() == 1 ? names.path(arguments.getFirst()) : null;
        return path == null ? null : kinds(path, from, until);
    }

    private static List<Bound> kinds(ItemPath path, Kind from, Kind until) {
        return one(path, new KeyRange(ValueKeys.from(from), ValueKeys.until(until)), Tightness.KIND);
    }

    private @Nullable List<Bound> arrayContains(List<Expression> arguments) {
        if (arguments.size() < 2) {
            return null;
        }
        if (names.constant(arguments.getFirst()) instanceof ArrayValue choices && arguments.size() == 2) {
            return in(arguments.get(1), choices);
        }
        ItemPath array = names.path(arguments.getFirst());
        Value element = names.constant(arguments.get(1));
        if (array == null || element == null || element.isUndefined()) {
            return null;
        }
        ItemPath path = array.then(ItemPath.Step.ELEMENTS);
        if (isScalar(element)) {
            return one(path, KeyRange.prefix(ValueKeys.of(element)), Tightness.EQUAL);
        }
        return element instanceof ObjectValue object ? someProperty(path, object) : null;
    }

    /** An element that is like the object, or has its properties, has this property of it. */
    private static @Nullable List<Bound> someProperty(ItemPath path, ObjectValue object) {
        for (JsonObject.Fields<Value> fields = object.fields(); fields.next(); ) {
            if (isScalar(fields.value())) {
                return one(
                        path.then(new ItemPath.Step(fields.name())),
                        KeyRange.prefix(ValueKeys.of(fields.value())),
                        Tightness.EQUAL);
            }
        }
        return null;
    }

    private @Nullable List<Bound> exists(Query query) {
        Expression where = query.where();
        if (where == null) {
            return null;
        }
        boolean isPlain = query.groupBy().isEmpty()
                && isPlain(query.selection())
                && query.sources().stream().allMatch(source -> source.rows() instanceof Query.Path);
        return isPlain ? new BoundFinder(names.within(query.sources())).alternatives(where) : null;
    }

    /** Whether it makes no row where the filter lets none pass, as an aggregate does. */
    private static boolean isPlain(Query.Selection selection) {
        return switch (selection) {
            case Query.Everything _ -> true;
            case Query.OneValue(Expression value) -> isPlain(value);
            case Query.Properties(List<Query.Selected> selected) ->
                selected.stream().allMatch(one -> isPlain(one.value()));
        };
    }

    private static boolean isPlain(Expression selected) {
        return selected instanceof Expression.Constant
                || selected instanceof Expression.Input
                || selected instanceof Expression.Member;
    }
}
