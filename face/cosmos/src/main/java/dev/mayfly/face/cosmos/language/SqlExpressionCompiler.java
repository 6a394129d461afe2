package dev.mayfly.face.cosmos.language;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.VectorMetric;
import dev.mayfly.face.cosmos.language.function.FullTextMatch;
import dev.mayfly.face.cosmos.language.function.QueryInstant;
import dev.mayfly.face.cosmos.language.function.SqlEvaluator;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import dev.mayfly.face.cosmos.language.function.VectorDistance;
import dev.mayfly.face.cosmos.language.rank.RankScore;
import dev.mayfly.face.cosmos.language.value.SqlComparison;
import dev.mayfly.face.cosmos.language.value.SqlNumber;
import dev.mayfly.face.cosmos.language.value.SqlString;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Compiles an expression; one that depends on no row is computed at once. */
final class SqlExpressionCompiler {
    private static final SqlValue[] NO_INPUTS = {};

    /** The size of arguments from which functions must reserve room for intermediate results. */
    private static final int LARGE_BYTES = 64 << 10;

    private static final int WORKING_COPIES = 3;

    private final Map<String, SqlValue> parameters;
    private final QueryInstant moment;
    private final QueryCompiler queries;
    private @Nullable RankScore rank;

    SqlExpressionCompiler(Map<String, SqlValue> parameters, QueryInstant moment, QueryCompiler queries) {
        this.parameters = parameters;
        this.moment = moment;
        this.queries = queries;
    }

    Scalar compile(SqlExpression expression, SlotTable slots) {
        int computed = slots.computed(expression);
        if (computed >= 0) {
            return inputs -> inputs[computed];
        }
        return switch (expression) {
            case SqlExpression.Constant(SqlValue value) -> new SqlConstant(value);
            case SqlExpression.Parameter(String name) -> new SqlConstant(parameter(name));
            case SqlExpression.Item _ -> inputs -> inputs[SlotTable.ITEM];
            case SqlExpression.Input(String alias) -> input(slots.of(alias));
            case SqlExpression.Member(SqlExpression of, SqlExpression key) ->
                member(compile(of, slots), compile(key, slots));
            case SqlExpression.Unary(UnaryOperator operator, SqlExpression operand) ->
                unary(operator, compile(operand, slots));
            case SqlExpression.Binary(BinaryOperator operator, SqlExpression left, SqlExpression right) ->
                binary(operator, compile(left, slots), compile(right, slots));
            case SqlExpression.And(List<SqlExpression> terms) -> and(compileAll(terms, slots));
            case SqlExpression.Or(List<SqlExpression> terms) -> or(compileAll(terms, slots));
            case SqlExpression.Coalesce(List<SqlExpression> terms) -> coalesce(compileAll(terms, slots));
            case SqlExpression.Conditional(SqlExpression test, SqlExpression then, SqlExpression otherwise) ->
                conditional(compile(test, slots), compile(then, slots), compile(otherwise, slots));
            case SqlExpression.Between between ->
                Logic.negatedIf(
                        between.negated(),
                        Logic.between(
                                compile(between.value(), slots),
                                compile(between.from(), slots),
                                compile(between.to(), slots)));
            case SqlExpression.In in -> Logic.negatedIf(in.negated(), in(in, slots));
            case SqlExpression.Like like -> Logic.negatedIf(like.negated(), like(like, slots));
            case SqlExpression.NewArray(List<SqlExpression> elements) -> newArray(compileAll(elements, slots));
            case SqlExpression.NewObject(List<SqlExpression.Property> properties) -> newObject(properties, slots);
            case SqlExpression.Call call -> call(call, slots);
            case SqlExpression.UserCall call -> userCall(call, slots);
            case SqlExpression.Aggregate aggregate ->
                throw new IllegalStateException("an aggregate outside of a selection: " + aggregate.function());
            case SqlExpression.Subquery(SqlExpression.SubqueryKind kind, SqlQuery query) ->
                Subqueries.of(kind, queries.selecting(asAsked(kind, query), slots.inner()));
        };
    }

    /** ALL holds when no row is found for which the filter is false. */
    private static SqlQuery asAsked(SqlExpression.SubqueryKind kind, SqlQuery query) {
        if (kind != SqlExpression.SubqueryKind.ALL) {
            return query;
        }
        SqlExpression filter = query.where() == null ? new SqlExpression.Constant(SqlValues.TRUE) : query.where();
        return query.withWhere(new SqlExpression.Unary(UnaryOperator.NOT, filter));
    }

    Scalar[] compileAll(List<SqlExpression> expressions, SlotTable slots) {
        Scalar[] scalars = new Scalar[expressions.size()];
        for (int i = 0; i < scalars.length; i++) {
            scalars[i] = compile(expressions.get(i), slots);
        }
        return scalars;
    }

    SqlValue parameter(String name) {
        SqlValue value = parameters.get(name);
        if (value == null) {
            throw QueryErrors.refusal("The SQL query parameter '" + name + "' was not supplied.");
        }
        return value;
    }

    private static Scalar input(int slot) {
        return inputs -> inputs[slot];
    }

    private static Scalar folded(Scalar scalar, Scalar... parts) {
        for (Scalar part : parts) {
            if (!(part instanceof SqlConstant)) {
                return scalar;
            }
        }
        return new SqlConstant(scalar.of(NO_INPUTS));
    }

    private static Scalar and(Scalar[] terms) {
        return folded(Logic.and(terms), terms);
    }

    private static Scalar or(Scalar[] terms) {
        return folded(Logic.or(terms), terms);
    }

    private static Scalar member(Scalar of, Scalar key) {
        if (key instanceof SqlConstant(SqlValue fixed)) {
            return folded(member(of, fixed), of);
        }
        return inputs -> member(of.of(inputs), key.of(inputs));
    }

    private static Scalar member(Scalar of, SqlValue key) {
        if (key instanceof SqlString name) {
            String text = name.stringValue();
            return inputs -> of.of(inputs).field(text);
        }
        return inputs -> member(of.of(inputs), key);
    }

    private static SqlValue member(SqlValue of, SqlValue key) {
        if (key instanceof SqlString name) {
            return of.field(name.stringValue());
        }
        if (key instanceof SqlNumber number && number.isLong()) {
            long index = number.longValue();
            return index >= 0 && index <= Integer.MAX_VALUE ? of.element((int) index) : SqlValues.UNDEFINED;
        }
        return SqlValues.UNDEFINED;
    }

    private static Scalar unary(UnaryOperator operator, Scalar operand) {
        return folded(inputs -> Arithmetic.of(operator, operand.of(inputs)), operand);
    }

    private static Scalar binary(BinaryOperator operator, Scalar left, Scalar right) {
        Scalar scalar = operator == BinaryOperator.EQUAL
                ? inputs -> SqlComparison.equal(left.of(inputs), right.of(inputs))
                : inputs -> Arithmetic.of(operator, left.of(inputs), right.of(inputs));
        return folded(scalar, left, right);
    }

    private static Scalar coalesce(Scalar[] terms) {
        Scalar scalar = inputs -> {
            for (Scalar term : terms) {
                SqlValue value = term.of(inputs);
                if (!value.isUndefined()) {
                    return value;
                }
            }
            return SqlValues.UNDEFINED;
        };
        return folded(scalar, terms);
    }

    /** A condition that is not true counts as false. */
    private static Scalar conditional(Scalar test, Scalar then, Scalar otherwise) {
        Scalar scalar = inputs -> test.of(inputs).isTrue() ? then.of(inputs) : otherwise.of(inputs);
        return folded(scalar, test, then, otherwise);
    }

    private Scalar in(SqlExpression.In in, SlotTable slots) {
        Scalar value = compile(in.value(), slots);
        Scalar[] choices = compileAll(in.choices(), slots);
        List<SqlValue> constants = new ArrayList<>(choices.length);
        for (Scalar choice : choices) {
            if (!(choice instanceof SqlConstant(SqlValue constant))) {
                return Logic.in(value, choices);
            }
            constants.add(constant);
        }
        return folded(Logic.inConstants(value, constants), value);
    }

    private Scalar like(SqlExpression.Like like, SlotTable slots) {
        Scalar value = compile(like.value(), slots);
        Scalar pattern = compile(like.pattern(), slots);
        if (pattern instanceof SqlConstant(SqlString text)) {
            return folded(Logic.likeConstant(value, SqlLike.pattern(text.stringValue(), like.escape())), value);
        }
        return folded(Logic.like(value, pattern, like.escape()), value, pattern);
    }

    private static Scalar newArray(Scalar[] elements) {
        Scalar scalar = inputs -> {
            List<SqlValue> values = new ArrayList<>(elements.length);
            for (Scalar element : elements) {
                values.add(element.of(inputs));
            }
            return SqlValues.array(values);
        };
        return folded(scalar, elements);
    }

    private Scalar newObject(List<SqlExpression.Property> properties, SlotTable slots) {
        String[] names = new String[properties.size()];
        Scalar[] values = new Scalar[names.length];
        for (int i = 0; i < names.length; i++) {
            names[i] = properties.get(i).name();
            values[i] = compile(properties.get(i).value(), slots);
        }
        return folded(object(names, values), values);
    }

    /** An object of what is defined of these; of two of one name the last counts. */
    static Scalar object(String[] names, Scalar[] values) {
        return inputs -> {
            SequencedMap<String, SqlValue> properties = LinkedHashMap.newLinkedHashMap(names.length);
            for (int i = 0; i < names.length; i++) {
                properties.put(names[i], values[i].of(inputs));
            }
            return SqlValues.object(properties);
        };
    }

    /** Returns what ORDER BY RANK sorts by, once it is compiled; null if nothing. */
    @Nullable
    RankScore rank() {
        return rank;
    }

    /** Compiles what rows are sorted by. */
    Scalar compileOrder(SqlExpression value, SlotTable slots) {
        return value instanceof SqlExpression.Call call && SqlFunctions.ranksItems(call.function())
                ? ranking(call, slots)
                : compile(value, slots);
    }

    private Scalar ranking(SqlExpression.Call call, SlotTable slots) {
        RankScore score = new RankCompiler(this, slots, moment.settings()).compile(call);
        rank = score;
        return inputs -> score.of(inputs[SlotTable.ITEM]);
    }

    /** A text that is a property has that property's language, a vector its metric. */
    private SqlEvaluator evaluator(SqlExpression.Call call) {
        if (VectorDistance.isNamed(call.function())) {
            return distance(call);
        }
        if (!FullTextMatch.isNamed(call.function())) {
            return SqlFunctions.resolve(call.function(), call.arguments().size());
        }
        List<String> path = Trees.namesOf(call.arguments().getFirst());
        return new FullTextMatch(
                FullTextMatch.kind(call.function()), moment.settings().languageOf(path == null ? List.of() : path));
    }

    VectorDistance distance(SqlExpression.Call call) {
        SqlFunctions.resolve(call.function(), call.arguments().size());
        return new VectorDistance(call.arguments().subList(0, 2).stream()
                .map(Trees::namesOf)
                .filter(Objects::nonNull)
                .flatMap(path -> moment.settings().metricOf(path).stream())
                .findFirst()
                .orElse(VectorMetric.COSINE));
    }

    private Scalar call(SqlExpression.Call call, SlotTable slots) {
        if (SqlFunctions.isRanking(call.function())) {
            return ranking(call, slots);
        }
        Scalar[] arguments = compileAll(call.arguments(), slots);
        SqlEvaluator function = evaluator(call);
        Scalar scalar = inputs -> {
            SqlValue[] values = new SqlValue[arguments.length];
            long bytes = 0;
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].of(inputs);
                bytes += values[i].memoryBytes();
            }
            if (bytes > LARGE_BYTES) {
                RequestGuard.current().require(WORKING_COPIES * bytes);
            }
            return function.evaluate(moment, values);
        };
        return SqlFunctions.isPure(call.function()) ? folded(scalar, arguments) : scalar;
    }

    /** A function of a client may do anything, so it is called for every row. */
    private Scalar userCall(SqlExpression.UserCall call, SlotTable slots) {
        Scalar[] arguments = compileAll(call.arguments(), slots);
        SqlEvaluator function = moment.functions().find(call.name());
        return inputs -> {
            SqlValue[] values = new SqlValue[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].of(inputs);
            }
            return function.evaluate(moment, values);
        };
    }

    /** A number of rows. */
    long amount(@Nullable SqlExpression amount, long absent) {
        if (amount == null) {
            return absent;
        }
        if (compile(amount, new SlotTable()) instanceof SqlConstant(SqlNumber number)
                && number.isLong()
                && number.longValue() >= 0
                && number.longValue() <= QueryReader.AMOUNT_MAX) {
            return number.longValue();
        }
        throw QueryErrors.refusal(
                "The value of TOP, OFFSET or LIMIT must be an integer from 0 to " + QueryReader.AMOUNT_MAX + ".");
    }
}
