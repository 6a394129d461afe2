package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.function.Functions;
import dev.mayfly.face.cosmos.language.function.Moment;
import dev.mayfly.face.cosmos.language.value.Comparison;
import dev.mayfly.face.cosmos.language.value.NumberValue;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** Makes of an expression what computes it; what depends on no row is computed here and now. */
final class ExpressionCompiler {
    private static final Value[] NO_INPUTS = {};

    private final Map<String, Value> parameters;
    private final Moment moment;
    private final QueryCompiler queries;

    ExpressionCompiler(Map<String, Value> parameters, Moment moment, QueryCompiler queries) {
        this.parameters = parameters;
        this.moment = moment;
        this.queries = queries;
    }

    Scalar compile(Expression expression, Slots slots) {
        int computed = slots.computed(expression);
        if (computed >= 0) {
            return inputs -> inputs[computed];
        }
        return switch (expression) {
            case Expression.Constant(Value value) -> new Fixed(value);
            case Expression.Parameter(String name) -> new Fixed(parameter(name));
            case Expression.Item _ -> inputs -> inputs[Slots.ITEM];
            case Expression.Input(String alias) -> input(slots.of(alias));
            case Expression.Member(Expression of, Expression key) -> member(compile(of, slots), compile(key, slots));
            case Expression.Unary(UnaryOperator operator, Expression operand) ->
                unary(operator, compile(operand, slots));
            case Expression.Binary(BinaryOperator operator, Expression left, Expression right) ->
                binary(operator, compile(left, slots), compile(right, slots));
            case Expression.And(List<Expression> terms) -> and(compileAll(terms, slots));
            case Expression.Or(List<Expression> terms) -> or(compileAll(terms, slots));
            case Expression.Coalesce(List<Expression> terms) -> coalesce(compileAll(terms, slots));
            case Expression.Conditional(Expression test, Expression then, Expression otherwise) ->
                conditional(compile(test, slots), compile(then, slots), compile(otherwise, slots));
            case Expression.Between between ->
                Logic.negatedIf(
                        between.negated(),
                        Logic.between(
                                compile(between.value(), slots),
                                compile(between.from(), slots),
                                compile(between.to(), slots)));
            case Expression.In in -> Logic.negatedIf(in.negated(), in(in, slots));
            case Expression.Like like -> Logic.negatedIf(like.negated(), like(like, slots));
            case Expression.NewArray(List<Expression> elements) -> newArray(compileAll(elements, slots));
            case Expression.NewObject(List<Expression.Property> properties) -> newObject(properties, slots);
            case Expression.Call call -> call(call, slots);
            case Expression.Aggregate aggregate ->
                throw new IllegalStateException("an aggregate outside of a selection: " + aggregate.function());
            case Expression.Subquery(Expression.SubqueryKind kind, Query query) ->
                Subqueries.of(kind, queries.selecting(asAsked(kind, query), slots.inner()));
        };
    }

    /** ALL holds when no row is found for which the filter is false. */
    private static Query asAsked(Expression.SubqueryKind kind, Query query) {
        if (kind != Expression.SubqueryKind.ALL) {
            return query;
        }
        Expression filter = query.where() == null ? new Expression.Constant(Values.TRUE) : query.where();
        return query.withWhere(new Expression.Unary(UnaryOperator.NOT, filter));
    }

    Scalar[] compileAll(List<Expression> expressions, Slots slots) {
        Scalar[] scalars = new Scalar[expressions.size()];
        for (int i = 0; i < scalars.length; i++) {
            scalars[i] = compile(expressions.get(i), slots);
        }
        return scalars;
    }

    Value parameter(String name) {
        Value value = parameters.get(name);
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
            if (!(part instanceof Fixed)) {
                return scalar;
            }
        }
        return new Fixed(scalar.of(NO_INPUTS));
    }

    private static Scalar and(Scalar[] terms) {
        return folded(Logic.and(terms), terms);
    }

    private static Scalar or(Scalar[] terms) {
        return folded(Logic.or(terms), terms);
    }

    private static Scalar member(Scalar of, Scalar key) {
        if (key instanceof Fixed(Value fixed)) {
            return folded(member(of, fixed), of);
        }
        return inputs -> member(of.of(inputs), key.of(inputs));
    }

    private static Scalar member(Scalar of, Value key) {
        if (key instanceof StringValue name) {
            String text = name.stringValue();
            return inputs -> of.of(inputs).field(text);
        }
        return inputs -> member(of.of(inputs), key);
    }

    private static Value member(Value of, Value key) {
        if (key instanceof StringValue name) {
            return of.field(name.stringValue());
        }
        if (key instanceof NumberValue number && number.isLong()) {
            long index = number.longValue();
            return index >= 0 && index <= Integer.MAX_VALUE ? of.element((int) index) : Values.UNDEFINED;
        }
        return Values.UNDEFINED;
    }

    private static Scalar unary(UnaryOperator operator, Scalar operand) {
        return folded(inputs -> Arithmetic.of(operator, operand.of(inputs)), operand);
    }

    private static Scalar binary(BinaryOperator operator, Scalar left, Scalar right) {
        Scalar scalar = operator == BinaryOperator.EQUAL
                ? inputs -> Comparison.equal(left.of(inputs), right.of(inputs))
                : inputs -> Arithmetic.of(operator, left.of(inputs), right.of(inputs));
        return folded(scalar, left, right);
    }

    private static Scalar coalesce(Scalar[] terms) {
        Scalar scalar = inputs -> {
            for (Scalar term : terms) {
                Value value = term.of(inputs);
                if (!value.isUndefined()) {
                    return value;
                }
            }
            return Values.UNDEFINED;
        };
        return folded(scalar, terms);
    }

    /** What is not true is taken for false. */
    private static Scalar conditional(Scalar test, Scalar then, Scalar otherwise) {
        Scalar scalar = inputs -> test.of(inputs).isTrue() ? then.of(inputs) : otherwise.of(inputs);
        return folded(scalar, test, then, otherwise);
    }

    private Scalar in(Expression.In in, Slots slots) {
        Scalar value = compile(in.value(), slots);
        Scalar[] choices = compileAll(in.choices(), slots);
        List<Value> constants = new ArrayList<>(choices.length);
        for (Scalar choice : choices) {
            if (!(choice instanceof Fixed(Value constant))) {
                return Logic.in(value, choices);
            }
            constants.add(constant);
        }
        return folded(Logic.inConstants(value, constants), value);
    }

    private Scalar like(Expression.Like like, Slots slots) {
        Scalar value = compile(like.value(), slots);
        Scalar pattern = compile(like.pattern(), slots);
        if (pattern instanceof Fixed(StringValue text)) {
            return folded(Logic.likeConstant(value, LikePattern.of(text.stringValue(), like.escape())), value);
        }
        return folded(Logic.like(value, pattern, like.escape()), value, pattern);
    }

    private static Scalar newArray(Scalar[] elements) {
        Scalar scalar = inputs -> {
            List<Value> values = new ArrayList<>(elements.length);
            for (Scalar element : elements) {
                values.add(element.of(inputs));
            }
            return Values.array(values);
        };
        return folded(scalar, elements);
    }

    private Scalar newObject(List<Expression.Property> properties, Slots slots) {
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
            SequencedMap<String, Value> properties = LinkedHashMap.newLinkedHashMap(names.length);
            for (int i = 0; i < names.length; i++) {
                properties.put(names[i], values[i].of(inputs));
            }
            return Values.object(properties);
        };
    }

    private Scalar call(Expression.Call call, Slots slots) {
        Scalar[] arguments = compileAll(call.arguments(), slots);
        var function = Functions.resolve(call.function(), arguments.length);
        Scalar scalar = inputs -> {
            Value[] values = new Value[arguments.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = arguments[i].of(inputs);
            }
            return function.evaluate(moment, values);
        };
        return Functions.isPure(call.function()) ? folded(scalar, arguments) : scalar;
    }

    /** A number of rows. */
    long amount(@Nullable Expression amount, long absent) {
        if (amount == null) {
            return absent;
        }
        if (compile(amount, new Slots()) instanceof Fixed(NumberValue number)
                && number.isLong()
                && number.longValue() >= 0
                && number.longValue() <= QueryReader.AMOUNT_MAX) {
            return number.longValue();
        }
        throw QueryErrors.refusal(
                "The value of TOP, OFFSET or LIMIT must be an integer from 0 to " + QueryReader.AMOUNT_MAX + ".");
    }
}
