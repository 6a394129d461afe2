package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Evaluator;
import dev.mayfly.face.couchbase.language.function.Functions;
import dev.mayfly.face.couchbase.language.function.LikePattern;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.Arithmetic;
import dev.mayfly.face.couchbase.language.value.Comparison;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Makes of an expression, in which every name is written out, what computes it over a frame. */
public final class ExpressionCompiler {
    private static final StringValue BACKSLASH = Values.of("\\");

    private final Names names;
    private final Subquery.Compiler queries;
    private final Map<Expression, Integer> computed;

    /**
     * A compiler for the frames of one SELECT.
     *
     * @param computed expressions whose values stand in a frame already, with their places
     */
    public ExpressionCompiler(Names names, Subquery.Compiler queries, Map<Expression, Integer> computed) {
        this.names = names;
        this.queries = queries;
        this.computed = Map.copyOf(computed);
    }

    public Scalar compile(Expression expression) {
        Integer slot = computed.get(expression);
        if (slot != null) {
            int at = slot;
            return frame -> frame.get(at);
        }
        return switch (expression) {
            case Expression.Constant(Value value) -> new Fixed(value);
            case Expression.Parameter(String name) -> parameter(name);
            case Expression.Identifier(String name) -> identifier(name);
            case Expression.AnyCaseIdentifier(String name) ->
                throw new IllegalStateException("a name was not written out: " + name);
            case Expression.Field(Expression of, Expression name) -> field(of, name);
            case Expression.AnyCaseField(Expression of, String name) ->
                of instanceof Expression.FlatElements
                        ? unary(compile(of), array -> Paths.fieldOfEach(array, element -> Paths.anyCase(element, name)))
                        : unary(compile(of), value -> Paths.anyCase(value, name));
            case Expression.Element(Expression of, Expression index) ->
                binary(compile(of), compile(index), Paths::element);
            case Expression.EachElement(Expression of) -> call("ARRAY_STAR", List.of(of));
            case Expression.FlatElements(Expression of) ->
                unary(compile(of), of instanceof Expression.FlatElements ? Paths::arrays : Paths::array);
            case Expression.Slice(Expression of, Expression from, Expression until) -> slice(of, from, until);
            case Expression.Binary(Operator operator, Expression left, Expression right) ->
                operation(operator, compile(left), compile(right));
            case Expression.And(List<Expression> terms) -> Logic.and(compileAll(terms));
            case Expression.Or(List<Expression> terms) -> Logic.or(compileAll(terms));
            case Expression.Not(Expression operand) -> unary(compile(operand), Comparison::negate);
            case Expression.Negate(Expression operand) -> unary(compile(operand), Arithmetic::negate);
            case Expression.Exists(Expression operand) -> exists(operand);
            case Expression.Like like -> like(like);
            case Expression.Between(Expression value, Expression low, Expression high) ->
                between(compile(value), compile(low), compile(high));
            case Expression.Is(Expression value, Expression.Test test) ->
                unary(compile(value), known -> Logic.is(known, test));
            case Expression.DistinctFrom(Expression left, Expression right) ->
                binary(compile(left), compile(right), Logic::distinct);
            case Expression.Case choice -> choice(choice);
            case Expression.Quantified quantified -> quantified(quantified);
            case Expression.Collect collect -> collect(collect);
            case Expression.NewArray(List<Expression> elements) -> newArray(compileAll(elements));
            case Expression.NewObject(List<Expression.Member> members) -> newObject(members);
            case Expression.Call(String function, List<Expression> arguments) -> call(function, arguments);
            case Expression.Aggregate aggregate ->
                throw new QueryException(
                        QueryException.PARSE, "Aggregate " + aggregate.function() + " is not allowed in this clause.");
            case Expression.WindowFunction _ ->
                throw new QueryException(
                        QueryException.SEMANTIC, "Aggregates/Window functions are allowed in SELECT only");
            case Expression.Subquery subquery -> subquery(subquery);
        };
    }

    public @Nullable Scalar compileIf(@Nullable Expression expression) {
        return expression == null ? null : compile(expression);
    }

    public Scalar[] compileAll(List<Expression> expressions) {
        Scalar[] scalars = new Scalar[expressions.size()];
        for (int i = 0; i < scalars.length; i++) {
            scalars[i] = compile(expressions.get(i));
        }
        return scalars;
    }

    private static Scalar parameter(String name) {
        if (!Character.isDigit(name.charAt(0))) {
            return frame -> frame.execution().parameters().named(name);
        }
        int position = name.length() > 6 ? Integer.MAX_VALUE : Integer.parseInt(name);
        return frame -> {
            Parameters parameters = frame.execution().parameters();
            return parameters.positional(position);
        };
    }

    private Scalar identifier(String name) {
        Names.Place place = names.require(name);
        int slot = place.slot();
        int depth = place.depth();
        return depth == 0 ? frame -> frame.get(slot) : frame -> frame.at(depth).get(slot);
    }

    private Scalar field(Expression of, Expression name) {
        if (name instanceof Expression.Constant(StringValue constant)) {
            String field = constant.stringValue();
            if (of instanceof Expression.Call(String function, List<Expression> arguments)
                    && Resolver.isMeta(function)
                    && arguments.size() == 1
                    && arguments.getFirst() instanceof Expression.Identifier(String source)) {
                return metaField(names.require(source), field);
            }
            return of instanceof Expression.FlatElements
                    ? unary(compile(of), array -> Paths.fieldOfEach(array, element -> element.field(field)))
                    : unary(compile(of), value -> value.field(field));
        }
        return binary(compile(of), compile(name), Paths::field);
    }

    private static Scalar metaField(Names.Place place, String field) {
        return frame -> {
            Meta meta = frame.at(place.depth()).meta(place.slot());
            return meta == null ? Values.MISSING : meta.field(field);
        };
    }

    private Scalar slice(Expression of, @Nullable Expression from, @Nullable Expression until) {
        Scalar array = compile(of);
        Scalar first = compileIf(from);
        Scalar last = compileIf(until);
        return frame -> Paths.slice(
                array.of(frame), first == null ? null : first.of(frame), last == null ? null : last.of(frame));
    }

    /** What is made of one value. */
    @FunctionalInterface
    private interface Unary {
        Value of(Value operand);
    }

    /** What is made of two values. */
    @FunctionalInterface
    private interface Binary {
        Value of(Value left, Value right);
    }

    private static Scalar unary(Scalar operand, Unary operator) {
        return operand instanceof Fixed(Value value)
                ? new Fixed(operator.of(value))
                : frame -> operator.of(operand.of(frame));
    }

    private static Scalar binary(Scalar left, Scalar right, Binary operator) {
        return left instanceof Fixed(Value a) && right instanceof Fixed(Value b)
                ? new Fixed(operator.of(a, b))
                : frame -> operator.of(left.of(frame), right.of(frame));
    }

    private static Scalar operation(Operator operator, Scalar left, Scalar right) {
        return binary(
                left,
                right,
                switch (operator) {
                    case ADD -> Arithmetic.ADD::of;
                    case SUBTRACT -> Arithmetic.SUBTRACT::of;
                    case MULTIPLY -> Arithmetic.MULTIPLY::of;
                    case DIVIDE -> Arithmetic.DIVIDE::of;
                    case REMAINDER -> Arithmetic.REMAINDER::of;
                    case POWER -> ExpressionCompiler::power;
                    case CONCATENATE -> ExpressionCompiler::concatenate;
                    case EQUAL -> Comparison.EQUAL::of;
                    case NOT_EQUAL -> Comparison.NOT_EQUAL::of;
                    case LESS -> Comparison.LESS::of;
                    case LESS_OR_EQUAL -> Comparison.LESS_OR_EQUAL::of;
                    case GREATER -> Comparison.GREATER::of;
                    case GREATER_OR_EQUAL -> Comparison.GREATER_OR_EQUAL::of;
                    case IN -> Logic::in;
                    case WITHIN -> Logic::within;
                });
    }

    private static Value power(Value base, Value exponent) {
        return base instanceof NumberValue a && exponent instanceof NumberValue b
                ? Values.of(Math.pow(a.doubleValue(), b.doubleValue()))
                : Comparison.unknown(base, exponent);
    }

    private static Value concatenate(Value left, Value right) {
        return left instanceof StringValue a && right instanceof StringValue b
                ? Values.of(a.stringValue() + b.stringValue())
                : Comparison.unknown(left, right);
    }

    private static Scalar between(Scalar value, Scalar low, Scalar high) {
        return frame -> Logic.between(value.of(frame), low.of(frame), high.of(frame));
    }

    private Scalar exists(Expression operand) {
        if (operand instanceof Expression.Subquery subquery) {
            Subquery compiled = queries.compile(subquery.query(), names);
            return frame -> Logic.exists(compiled.rows(frame, 1));
        }
        return unary(compile(operand), Logic::exists);
    }

    private Scalar like(Expression.Like like) {
        Scalar value = compile(like.value());
        Scalar pattern = compile(like.pattern());
        Scalar escape = like.escape() == null ? new Fixed(BACKSLASH) : compile(like.escape());
        LikePattern known = pattern instanceof Fixed(StringValue text) && escape instanceof Fixed(StringValue by)
                ? LikePattern.of(text.stringValue(), by.stringValue())
                : null;
        return frame -> like(value.of(frame), pattern.of(frame), escape.of(frame), known);
    }

    private static Value like(Value value, Value pattern, Value escape, @Nullable LikePattern known) {
        if (value.isMissing() || pattern.isMissing() || escape.isMissing()) {
            return Values.MISSING;
        }
        if (!(value instanceof StringValue text)
                || !(pattern instanceof StringValue written)
                || !(escape instanceof StringValue by)) {
            return Values.NULL;
        }
        LikePattern read = known == null ? LikePattern.of(written.stringValue(), by.stringValue()) : known;
        return Values.of(read.matches(text.stringValue()));
    }

    private Scalar choice(Expression.Case choice) {
        Scalar operand = compileIf(choice.operand());
        Scalar[] conditions = new Scalar[choice.whens().size()];
        Scalar[] results = new Scalar[conditions.length];
        for (int i = 0; i < conditions.length; i++) {
            conditions[i] = compile(choice.whens().get(i).condition());
            results[i] = compile(choice.whens().get(i).result());
        }
        Scalar otherwise = choice.otherwise() == null ? new Fixed(Values.NULL) : compile(choice.otherwise());
        return frame -> {
            Value asked = operand == null ? Values.TRUE : operand.of(frame);
            for (int i = 0; i < conditions.length; i++) {
                Value condition = conditions[i].of(frame);
                boolean meant = operand == null
                        ? condition.truth()
                        : Comparison.equal(asked, condition).truth();
                if (meant) {
                    return results[i].of(frame);
                }
            }
            return otherwise.of(frame);
        };
    }

    /** What is compiled while the names of loops hold. */
    private <T> T looping(List<Expression.Loop> over, Function<Loops, T> inside) {
        List<Loops.Loop> loops = new ArrayList<>();
        List<String> pushed = new ArrayList<>();
        List<Scalar> arrays = new ArrayList<>();
        over.forEach(loop -> arrays.add(compile(loop.in())));
        for (int i = 0; i < over.size(); i++) {
            Expression.Loop loop = over.get(i);
            int variable = push(loop.variable(), pushed);
            int name = loop.name() == null ? -1 : push(loop.name(), pushed);
            loops.add(new Loops.Loop(name, variable, loop.within(), arrays.get(i)));
        }
        T result = inside.apply(new Loops(loops));
        pushed.forEach(names::pop);
        return result;
    }

    private int push(String name, List<String> pushed) {
        int slot = names.push(name);
        pushed.add(name);
        return slot;
    }

    private Scalar quantified(Expression.Quantified quantified) {
        return looping(
                quantified.loops(),
                loops -> Collecting.quantified(quantified.quantifier(), loops, compile(quantified.satisfies())));
    }

    private Scalar collect(Expression.Collect collect) {
        return looping(collect.loops(), loops -> {
            Scalar result = compile(collect.result());
            Scalar when = compileIf(collect.when());
            return switch (collect.kind()) {
                case ARRAY -> Collecting.array(loops, result, when);
                case FIRST -> Collecting.first(loops, result, when);
                case OBJECT -> {
                    Expression name = collect.name();
                    yield Collecting.object(
                            loops, name == null ? new Fixed(Values.MISSING) : compile(name), result, when);
                }
            };
        });
    }

    private static Scalar newArray(Scalar[] elements) {
        return frame -> {
            List<Value> values = new ArrayList<>(elements.length);
            for (Scalar element : elements) {
                values.add(element.of(frame));
            }
            return Values.array(values);
        };
    }

    private Scalar newObject(List<Expression.Member> members) {
        Scalar[] fields = new Scalar[members.size()];
        Scalar[] values = new Scalar[fields.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = compile(members.get(i).name());
            values[i] = compile(members.get(i).value());
        }
        return frame -> {
            SequencedMap<String, Value> object = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i++) {
                if (!(fields[i].of(frame) instanceof StringValue name)) {
                    return fields[i].of(frame).isMissing() ? Values.MISSING : Values.NULL;
                }
                object.put(name.stringValue(), values[i].of(frame));
            }
            return Values.object(object);
        };
    }

    private Scalar call(String function, List<Expression> arguments) {
        if (Resolver.isMeta(function)) {
            return meta(arguments);
        }
        Evaluator evaluator = Functions.resolve(function, arguments.size());
        Scalar[] operands = compileAll(arguments);
        return frame -> {
            Value[] values = new Value[operands.length];
            for (int i = 0; i < values.length; i++) {
                values[i] = operands[i].of(frame);
            }
            return evaluator.evaluate(frame.execution().moment(), values);
        };
    }

    private Scalar meta(List<Expression> arguments) {
        if (arguments.size() != 1 || !(arguments.getFirst() instanceof Expression.Identifier(String source))) {
            throw new QueryException(QueryException.PARSE, "META() takes the name of a keyspace.");
        }
        Names.Place place = names.require(source);
        return frame -> {
            Frame at = frame.at(place.depth());
            Meta meta = at.meta(place.slot());
            if (meta == null) {
                return at.get(place.slot()).isMissing() ? Values.MISSING : Values.NULL;
            }
            return meta.all();
        };
    }

    private Scalar subquery(Expression.Subquery subquery) {
        Subquery compiled = queries.compile(subquery.query(), names);
        return frame -> compiled.rows(frame, 0);
    }
}
