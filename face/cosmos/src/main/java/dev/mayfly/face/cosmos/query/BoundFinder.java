package dev.mayfly.face.cosmos.query;

import dev.mayfly.base.query.KeyInterval;
import dev.mayfly.base.query.value.JsonObject;
import dev.mayfly.face.cosmos.language.BinaryOperator;
import dev.mayfly.face.cosmos.language.SqlExpression;
import dev.mayfly.face.cosmos.language.SqlQuery;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.language.value.SqlArray;
import dev.mayfly.face.cosmos.language.value.SqlBoolean;
import dev.mayfly.face.cosmos.language.value.SqlKind;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlObject;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.query.Bound.Tightness;
import dev.mayfly.face.cosmos.query.index.ItemPath;
import dev.mayfly.face.cosmos.query.index.ValueKeys;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Finds the conditions of a filter that an index can check. Each holds for every item that the filter accepts, and
 * maybe for others, so the filter is evaluated in the end.
 */
final class BoundFinder {
    private final QueryNames names;
    private final SearchSettings settings;

    BoundFinder(QueryNames names, SearchSettings settings) {
        this.names = names;
        this.settings = settings;
    }

    /**
     * For each condition that has to hold, alternatives of which one has to hold; conditions of which nothing is known are
     * left out.
     */
    List<List<Bound>> find(@Nullable SqlExpression where) {
        List<List<Bound>> found = new ArrayList<>();
        if (where != null) {
            for (SqlExpression term : conjuncts(where)) {
                List<Bound> alternatives = alternatives(term);
                if (alternatives != null) {
                    found.add(alternatives);
                }
            }
        }
        return narrowed(found);
    }

    static List<SqlExpression> conjuncts(SqlExpression filter) {
        if (!(filter instanceof SqlExpression.And(List<SqlExpression> terms))) {
            return List.of(filter);
        }
        List<SqlExpression> all = new ArrayList<>();
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
                KeyInterval.intersection(a.spans(), b.spans()),
                between ? Tightness.BETWEEN : Bound.tighter(a.tightness(), b.tightness()));
    }

    /** Returns bounds of which one has to hold; null if none is known. */
    private @Nullable List<Bound> alternatives(SqlExpression condition) {
        return switch (condition) {
            case SqlExpression.And and -> tightest(and);
            case SqlExpression.Or(List<SqlExpression> terms) -> anyOf(terms);
            case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) ->
                compared(operator, left, right);
            case SqlExpression.Between(SqlExpression value, SqlExpression from, SqlExpression to, boolean negated) ->
                negated ? null : between(value, from, to);
            case SqlExpression.In(SqlExpression value, List<SqlExpression> choices, boolean negated) ->
                negated ? null : in(value, choices);
            case SqlExpression.Like(SqlExpression value, SqlExpression pattern, String escape, boolean negated) ->
                negated || escape != null ? null : like(value, pattern);
            case SqlExpression.Call(String function, List<SqlExpression> arguments) -> call(function, arguments);
            case SqlExpression.Subquery(SqlExpression.SubqueryKind kind, SqlQuery query) ->
                kind == SqlExpression.SubqueryKind.EXISTS ? exists(query) : null;
            case SqlExpression.Member _ -> equal(condition, SqlValues.TRUE);
            default -> null;
        };
    }

    private @Nullable List<Bound> tightest(SqlExpression.And and) {
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

    private @Nullable List<Bound> anyOf(List<SqlExpression> terms) {
        List<Bound> all = new ArrayList<>();
        for (SqlExpression term : terms) {
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
                List<KeyInterval> spans = new ArrayList<>(other.spans());
                spans.addAll(bound.spans());
                united.set(same, new Bound(bound.path(), spans, Bound.looser(other.tightness(), bound.tightness())));
            }
        }
        return united;
    }

    private @Nullable List<Bound> compared(BinaryOperator operator, SqlExpression left, SqlExpression right) {
        SqlValue constant = names.constant(right);
        if (constant != null) {
            return compared(operator, left, constant);
        }
        SqlValue first = names.constant(left);
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

    private @Nullable List<Bound> compared(BinaryOperator operator, SqlExpression place, SqlValue constant) {
        if (operator == BinaryOperator.EQUAL) {
            return equal(place, constant);
        }
        if (place instanceof SqlExpression.Call) {
            return new SpatialBounds(names, settings).near(operator, place, constant);
        }
        ItemPath path = names.path(place);
        if (path == null || !isScalar(constant)) {
            return null;
        }
        byte[] key = ValueKeys.of(constant);
        byte[] behind = KeyInterval.above(key);
        byte[] from = ValueKeys.from(constant.kind());
        byte[] until = ValueKeys.until(constant.kind());
        return switch (operator) {
            case LESS -> one(path, KeyInterval.between(from, key), Tightness.BEYOND);
            case LESS_OR_EQUAL -> one(path, KeyInterval.between(from, behind), Tightness.BEYOND);
            case GREATER -> one(path, KeyInterval.between(Objects.requireNonNull(behind), until), Tightness.BEYOND);
            case GREATER_OR_EQUAL -> one(path, KeyInterval.between(key, until), Tightness.BEYOND);
            // Values of other types are unequal too.
            case NOT_EQUAL -> kinds(path, SqlKind.NULL, SqlKind.OBJECT);
            default -> null;
        };
    }

    private static List<Bound> one(ItemPath path, KeyInterval span, Tightness tightness) {
        return List.of(new Bound(path, List.of(span), tightness));
    }

    /** Returns true if an index holds the value itself, ordered among others. */
    private static boolean isScalar(SqlValue value) {
        return switch (value.kind()) {
            case NULL, BOOLEAN, STRING -> true;
            case NUMBER -> value instanceof SqlNumber number && !Double.isNaN(number.doubleValue());
            case UNDEFINED, ARRAY, OBJECT -> false;
        };
    }

    private @Nullable List<Bound> equal(SqlExpression place, SqlValue constant) {
        ItemPath path = names.path(place);
        if (path == null || constant.isUndefined()) {
            return null;
        }
        return one(
                path,
                KeyInterval.prefix(ValueKeys.of(constant)),
                isScalar(constant) ? Tightness.EQUAL : Tightness.KIND);
    }

    private @Nullable List<Bound> between(SqlExpression place, SqlExpression from, SqlExpression to) {
        ItemPath path = names.path(place);
        SqlValue least = names.constant(from);
        SqlValue most = names.constant(to);
        if (path == null || least == null || most == null || !isScalar(least) || least.kind() != most.kind()) {
            return null;
        }
        return one(
                path,
                KeyInterval.between(ValueKeys.of(least), KeyInterval.above(ValueKeys.of(most))),
                Tightness.BETWEEN);
    }

    private @Nullable List<Bound> in(SqlExpression place, List<SqlExpression> choices) {
        List<SqlValue> values = names.constants(choices);
        return values == null ? null : in(place, (Iterable<SqlValue>) values);
    }

    private @Nullable List<Bound> in(SqlExpression place, Iterable<SqlValue> values) {
        ItemPath path = names.path(place);
        if (path == null) {
            return null;
        }
        List<KeyInterval> spans = new ArrayList<>();
        Tightness tightness = Tightness.EQUAL;
        for (SqlValue value : values) {
            if (!value.isUndefined()) {
                spans.add(KeyInterval.prefix(ValueKeys.of(value)));
                tightness = isScalar(value) ? tightness : Tightness.KIND;
            }
        }
        return List.of(new Bound(path, spans, tightness));
    }

    private @Nullable List<Bound> like(SqlExpression place, SqlExpression pattern) {
        if (!(names.constant(pattern) instanceof SqlString text)) {
            return null;
        }
        String known = text.stringValue();
        int until = 0;
        while (until < known.length() && "%_[".indexOf(known.charAt(until)) < 0) {
            until++;
        }
        return textBeginning(place, known.substring(0, until));
    }

    private @Nullable List<Bound> textBeginning(SqlExpression place, String text) {
        ItemPath path = names.path(place);
        return path == null || text.isEmpty()
                ? null
                : one(path, KeyInterval.prefix(ValueKeys.textPrefix(text)), Tightness.BETWEEN);
    }

    private @Nullable List<Bound> call(String function, List<SqlExpression> arguments) {
        return switch (function) {
            case "STARTSWITH" -> {
                String text = text(arguments);
                yield text == null ? null : textBeginning(arguments.getFirst(), text);
            }
            case "STRINGEQUALS" -> {
                String text = text(arguments);
                yield text == null ? null : equal(arguments.getFirst(), SqlValues.of(text));
            }
            case "ARRAY_CONTAINS" -> arrayContains(arguments);
            case "FULLTEXTCONTAINS", "FULLTEXTCONTAINSALL", "FULLTEXTCONTAINSANY" ->
                WordBounds.of(function, arguments, names, settings);
            case "ST_WITHIN", "ST_INTERSECTS" -> new SpatialBounds(names, settings).meeting(arguments);
            case "IS_DEFINED" -> kinds(arguments, SqlKind.NULL, SqlKind.OBJECT);
            case "IS_NULL" -> kinds(arguments, SqlKind.NULL, SqlKind.NULL);
            case "IS_BOOL" -> kinds(arguments, SqlKind.BOOLEAN, SqlKind.BOOLEAN);
            case "IS_NUMBER" -> kinds(arguments, SqlKind.NUMBER, SqlKind.NUMBER);
            case "IS_STRING" -> kinds(arguments, SqlKind.STRING, SqlKind.STRING);
            case "IS_ARRAY" -> kinds(arguments, SqlKind.ARRAY, SqlKind.ARRAY);
            case "IS_OBJECT" -> kinds(arguments, SqlKind.OBJECT, SqlKind.OBJECT);
            default -> null;
        };
    }

    /** The constant text of the second argument, unless the third lets capitals pass for small letters. */
    private @Nullable String text(List<SqlExpression> arguments) {
        boolean exact = arguments.size() == 2
                || (arguments.size() == 3
                        && names.constant(arguments.get(2)) instanceof SqlBoolean exactly
                        && exactly.isFalse());
        return exact && names.constant(arguments.get(1)) instanceof SqlString text ? text.stringValue() : null;
    }

    private @Nullable List<Bound> kinds(List<SqlExpression> arguments, SqlKind from, SqlKind until) {
        ItemPath path = arguments.size() == 1 ? names.path(arguments.getFirst()) : null;
        return path == null ? null : kinds(path, from, until);
    }

    private static List<Bound> kinds(ItemPath path, SqlKind from, SqlKind until) {
        return one(path, KeyInterval.between(ValueKeys.from(from), ValueKeys.until(until)), Tightness.KIND);
    }

    private @Nullable List<Bound> arrayContains(List<SqlExpression> arguments) {
        if (arguments.size() < 2) {
            return null;
        }
        if (names.constant(arguments.getFirst()) instanceof SqlArray choices && arguments.size() == 2) {
            return in(arguments.get(1), choices);
        }
        ItemPath array = names.path(arguments.getFirst());
        SqlValue element = names.constant(arguments.get(1));
        if (array == null || element == null || element.isUndefined()) {
            return null;
        }
        ItemPath path = array.then(ItemPath.Step.ELEMENTS);
        if (isScalar(element)) {
            return one(path, KeyInterval.prefix(ValueKeys.of(element)), Tightness.EQUAL);
        }
        return element instanceof SqlObject object ? someProperty(path, object) : null;
    }

    /** An element that is like the object, or has its properties, has this property of it. */
    private static @Nullable List<Bound> someProperty(ItemPath path, SqlObject object) {
        for (JsonObject.Fields<SqlValue> fields = object.fields(); fields.next(); ) {
            if (isScalar(fields.value())) {
                return one(
                        path.then(new ItemPath.Step(fields.name())),
                        KeyInterval.prefix(ValueKeys.of(fields.value())),
                        Tightness.EQUAL);
            }
        }
        return null;
    }

    private @Nullable List<Bound> exists(SqlQuery query) {
        SqlExpression where = query.where();
        if (where == null) {
            return null;
        }
        boolean isPlain = query.groupBy().isEmpty()
                && isPlain(query.selection())
                && query.sources().stream().allMatch(source -> source.rows() instanceof SqlQuery.Path);
        return isPlain ? new BoundFinder(names.within(query.sources()), settings).alternatives(where) : null;
    }

    /** Returns true if it makes no row when the filter lets none pass, unlike an aggregate. */
    private static boolean isPlain(SqlQuery.Selection selection) {
        return switch (selection) {
            case SqlQuery.Everything _ -> true;
            case SqlQuery.OneValue(SqlExpression value) -> isPlain(value);
            case SqlQuery.Properties(List<SqlQuery.Selected> selected) ->
                selected.stream().allMatch(one -> isPlain(one.value()));
        };
    }

    private static boolean isPlain(SqlExpression selected) {
        return selected instanceof SqlExpression.Constant
                || selected instanceof SqlExpression.Input
                || selected instanceof SqlExpression.Member;
    }
}
