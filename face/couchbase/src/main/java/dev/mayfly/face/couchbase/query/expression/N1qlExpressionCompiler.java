package dev.mayfly.face.couchbase.query.expression;

import static dev.mayfly.face.couchbase.query.expression.OperatorScalars.binary;
import static dev.mayfly.face.couchbase.query.expression.OperatorScalars.operation;
import static dev.mayfly.face.couchbase.query.expression.OperatorScalars.unary;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.sql.LikePattern;
import dev.mayfly.face.couchbase.language.function.N1qlEvaluator;
import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import dev.mayfly.face.couchbase.language.function.N1qlLike;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.tree.Near;
import dev.mayfly.face.couchbase.language.tree.Operator;
import dev.mayfly.face.couchbase.language.value.N1qlArithmetic;
import dev.mayfly.face.couchbase.language.value.N1qlComparison;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SequencedMap;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Compiles an expression, in which every name is written out, into a scalar over frames. */
public final class N1qlExpressionCompiler {
    private static final N1qlString BACKSLASH = N1qlValues.of("\\");

    /** Size of arguments beyond which functions must have room for their intermediate values. */
    private static final int LARGE_BYTES = 64 << 10;

    private static final int WORKING_COPIES = 3;

    private final VisibleNames names;
    private final Subquery.Compiler queries;
    private final Map<N1qlExpression, Integer> computed;

    /**
     * A compiler for the frames of one SELECT.
     *
     * @param computed expressions whose values stand in a frame already, with their places
     */
    public N1qlExpressionCompiler(
            VisibleNames names, Subquery.Compiler queries, Map<N1qlExpression, Integer> computed) {
        this.names = names;
        this.queries = queries;
        this.computed = Map.copyOf(computed);
    }

    public Scalar compile(N1qlExpression expression) {
        Integer slot = computed.get(expression);
        if (slot != null) {
            int at = slot;
            return frame -> frame.get(at);
        }
        return switch (expression) {
            case N1qlExpression.Constant(N1qlValue value) -> new ConstantScalar(value);
            case N1qlExpression.Parameter(String name) -> parameter(name);
            case N1qlExpression.Identifier(String name, var _) -> identifier(name);
            case N1qlExpression.AnyCaseIdentifier(String name) ->
                throw new IllegalStateException("a name was not written out: " + name);
            case N1qlExpression.Field(N1qlExpression of, N1qlExpression name) -> field(of, name);
            case N1qlExpression.AnyCaseField(N1qlExpression of, String name) ->
                of instanceof N1qlExpression.FlatElements
                        ? unary(compile(of), array -> Paths.fieldOfEach(array, element -> Paths.anyCase(element, name)))
                        : unary(compile(of), value -> Paths.anyCase(value, name));
            case N1qlExpression.Element(N1qlExpression of, N1qlExpression index) ->
                binary(compile(of), compile(index), Paths::element);
            case N1qlExpression.EachElement(N1qlExpression of) -> call("ARRAY_STAR", List.of(of));
            case N1qlExpression.FlatElements(N1qlExpression of) ->
                unary(compile(of), of instanceof N1qlExpression.FlatElements ? Paths::arrays : Paths::array);
            case N1qlExpression.Slice(N1qlExpression of, N1qlExpression from, N1qlExpression until) ->
                slice(of, from, until);
            case N1qlExpression.Binary(Operator operator, N1qlExpression left, N1qlExpression right) ->
                operation(operator, compile(left), compile(right));
            case N1qlExpression.And(List<N1qlExpression> terms) -> Logic.and(compileAll(terms));
            case N1qlExpression.Or(List<N1qlExpression> terms) -> Logic.or(compileAll(terms));
            case N1qlExpression.Not(N1qlExpression operand) -> unary(compile(operand), N1qlComparison::negate);
            case N1qlExpression.Negate(N1qlExpression operand) -> unary(compile(operand), N1qlArithmetic::negate);
            case N1qlExpression.Exists(N1qlExpression operand) -> exists(operand);
            case N1qlExpression.Like like -> like(like);
            case N1qlExpression.Between(N1qlExpression value, N1qlExpression low, N1qlExpression high) ->
                between(compile(value), compile(low), compile(high));
            case N1qlExpression.Is(N1qlExpression value, N1qlExpression.Test test) ->
                unary(compile(value), known -> Logic.is(known, test));
            case N1qlExpression.DistinctFrom(N1qlExpression left, N1qlExpression right) ->
                binary(compile(left), compile(right), Logic::distinct);
            case N1qlExpression.Case choice -> choice(choice);
            case N1qlExpression.Quantified quantified -> quantified(quantified);
            case N1qlExpression.Collect collect -> collect(collect);
            case N1qlExpression.NewArray(List<N1qlExpression> elements) -> newArray(compileAll(elements));
            case N1qlExpression.NewObject(List<N1qlExpression.Member> members) -> newObject(members);
            case N1qlExpression.Call(String function, List<N1qlExpression> arguments, var _) ->
                call(function, arguments);
            case N1qlExpression.UserCall call -> queries.compile(call, compileAll(call.arguments()));
            case N1qlExpression.Aggregate aggregate ->
                throw new N1qlException(
                        N1qlException.PARSE, "Aggregate " + aggregate.function() + " is not allowed in this clause.");
            case N1qlExpression.WindowFunction _ ->
                throw new N1qlException(
                        N1qlException.SEMANTIC, "Aggregates/Window functions are allowed in SELECT only");
            case N1qlExpression.Self _ -> throw new IllegalStateException("self was not written out");
            case N1qlExpression.SequenceValue sequence -> queries.compile(sequence);
            case N1qlExpression.Subquery subquery -> subquery(subquery);
        };
    }

    public @Nullable Scalar compileIf(@Nullable N1qlExpression expression) {
        return expression == null ? null : compile(expression);
    }

    public Scalar[] compileAll(List<N1qlExpression> expressions) {
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
        VisibleNames.Place place = names.require(name);
        int slot = place.slot();
        int depth = place.depth();
        return depth == 0 ? frame -> frame.get(slot) : frame -> frame.at(depth).get(slot);
    }

    private Scalar field(N1qlExpression of, N1qlExpression name) {
        if (name instanceof N1qlExpression.Constant(N1qlString constant)) {
            String field = constant.stringValue();
            Scalar meta = MetaScalars.field(of, field, names);
            if (meta != null) {
                return meta;
            }
            return of instanceof N1qlExpression.FlatElements
                    ? unary(compile(of), array -> Paths.fieldOfEach(array, element -> element.field(field)))
                    : unary(compile(of), value -> value.field(field));
        }
        return binary(compile(of), compile(name), Paths::field);
    }

    private Scalar slice(N1qlExpression of, @Nullable N1qlExpression from, @Nullable N1qlExpression until) {
        Scalar array = compile(of);
        Scalar first = compileIf(from);
        Scalar last = compileIf(until);
        return frame -> Paths.slice(
                array.of(frame), first == null ? null : first.of(frame), last == null ? null : last.of(frame));
    }

    private static Scalar between(Scalar value, Scalar low, Scalar high) {
        return frame -> Logic.between(value.of(frame), low.of(frame), high.of(frame));
    }

    private Scalar exists(N1qlExpression operand) {
        if (operand instanceof N1qlExpression.Subquery subquery) {
            Subquery compiled = queries.compile(subquery.query(), names);
            return frame -> Logic.exists(compiled.rows(frame, 1));
        }
        return unary(compile(operand), Logic::exists);
    }

    private Scalar like(N1qlExpression.Like like) {
        Scalar value = compile(like.value());
        Scalar pattern = compile(like.pattern());
        Scalar escape = like.escape() == null ? new ConstantScalar(BACKSLASH) : compile(like.escape());
        LikePattern known =
                pattern instanceof ConstantScalar(N1qlString text) && escape instanceof ConstantScalar(N1qlString by)
                        ? N1qlLike.pattern(text.stringValue(), by.stringValue())
                        : null;
        return frame -> like(value.of(frame), pattern.of(frame), escape.of(frame), known);
    }

    private static N1qlValue like(N1qlValue value, N1qlValue pattern, N1qlValue escape, @Nullable LikePattern known) {
        if (value.isMissing() || pattern.isMissing() || escape.isMissing()) {
            return N1qlValues.MISSING;
        }
        if (!(value instanceof N1qlString text)
                || !(pattern instanceof N1qlString written)
                || !(escape instanceof N1qlString by)) {
            return N1qlValues.NULL;
        }
        LikePattern read = known == null ? N1qlLike.pattern(written.stringValue(), by.stringValue()) : known;
        return N1qlValues.of(read.matches(text.stringValue()));
    }

    private Scalar choice(N1qlExpression.Case choice) {
        Scalar operand = compileIf(choice.operand());
        Scalar[] conditions = new Scalar[choice.whens().size()];
        Scalar[] results = new Scalar[conditions.length];
        for (int i = 0; i < conditions.length; i++) {
            conditions[i] = compile(choice.whens().get(i).condition());
            results[i] = compile(choice.whens().get(i).result());
        }
        Scalar otherwise =
                choice.otherwise() == null ? new ConstantScalar(N1qlValues.NULL) : compile(choice.otherwise());
        return frame -> {
            N1qlValue asked = operand == null ? N1qlValues.TRUE : operand.of(frame);
            for (int i = 0; i < conditions.length; i++) {
                N1qlValue condition = conditions[i].of(frame);
                boolean meant = operand == null
                        ? condition.truth()
                        : N1qlComparison.equal(asked, condition).truth();
                if (meant) {
                    return results[i].of(frame);
                }
            }
            return otherwise.of(frame);
        };
    }

    /** Compiles something while the names of loops are visible. */
    private <T> T looping(List<N1qlExpression.Loop> over, Function<Loops, T> inside) {
        List<Loops.Loop> loops = new ArrayList<>();
        List<String> pushed = new ArrayList<>();
        List<Scalar> arrays = new ArrayList<>();
        over.forEach(loop -> arrays.add(compile(loop.in())));
        for (int i = 0; i < over.size(); i++) {
            N1qlExpression.Loop loop = over.get(i);
            int variable = push(loop.variable(), loop.near(), pushed);
            int name = loop.name() == null ? -1 : push(loop.name(), loop.near(), pushed);
            loops.add(new Loops.Loop(name, variable, loop.within(), arrays.get(i)));
        }
        T result = inside.apply(new Loops(loops));
        pushed.forEach(names::pop);
        return result;
    }

    private int push(String name, Near near, List<String> pushed) {
        int slot = names.push(name, near);
        pushed.add(name);
        return slot;
    }

    private Scalar quantified(N1qlExpression.Quantified quantified) {
        return looping(
                quantified.loops(),
                loops -> CollectionExpressions.quantified(
                        quantified.quantifier(), loops, compile(quantified.satisfies())));
    }

    private Scalar collect(N1qlExpression.Collect collect) {
        return looping(collect.loops(), loops -> {
            Scalar result = compile(collect.result());
            Scalar when = compileIf(collect.when());
            return switch (collect.kind()) {
                case ARRAY -> CollectionExpressions.array(loops, result, when);
                case FIRST -> CollectionExpressions.first(loops, result, when);
                case OBJECT -> {
                    N1qlExpression name = collect.name();
                    yield CollectionExpressions.object(
                            loops, name == null ? new ConstantScalar(N1qlValues.MISSING) : compile(name), result, when);
                }
            };
        });
    }

    private static Scalar newArray(Scalar[] elements) {
        return frame -> {
            List<N1qlValue> values = new ArrayList<>(elements.length);
            for (Scalar element : elements) {
                values.add(element.of(frame));
            }
            return N1qlValues.array(values);
        };
    }

    private Scalar newObject(List<N1qlExpression.Member> members) {
        Scalar[] fields = new Scalar[members.size()];
        Scalar[] values = new Scalar[fields.length];
        for (int i = 0; i < fields.length; i++) {
            fields[i] = compile(members.get(i).name());
            values[i] = compile(members.get(i).value());
        }
        return frame -> {
            SequencedMap<String, N1qlValue> object = new LinkedHashMap<>();
            for (int i = 0; i < fields.length; i++) {
                if (!(fields[i].of(frame) instanceof N1qlString name)) {
                    return fields[i].of(frame).isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
                }
                object.put(name.stringValue(), values[i].of(frame));
            }
            return N1qlValues.object(object);
        };
    }

    private Scalar call(String function, List<N1qlExpression> arguments) {
        if (Resolver.isMeta(function)) {
            return MetaScalars.all(arguments, names, this::compile);
        }
        N1qlEvaluator evaluator = N1qlFunctions.resolve(function, arguments.size());
        Scalar[] operands = compileAll(arguments);
        if (function.equals("RECURSIVE_CTE")) {
            return queries.recursive(operands);
        }
        if (Division.isCall(function)) {
            return new Division(
                    operands[0],
                    operands[1],
                    Division.isWhole(function),
                    (frame, a, b) -> evaluator.evaluate(frame.execution().moment(), new N1qlValue[] {a, b}));
        }
        return frame -> {
            N1qlValue[] values = new N1qlValue[operands.length];
            long bytes = 0;
            for (int i = 0; i < values.length; i++) {
                values[i] = operands[i].of(frame);
                bytes += values[i].memoryBytes();
            }
            if (bytes > LARGE_BYTES) {
                RequestGuard.current().require(WORKING_COPIES * bytes);
            }
            return evaluator.evaluate(frame.execution().moment(), values);
        };
    }

    private Scalar subquery(N1qlExpression.Subquery subquery) {
        Subquery compiled = queries.compile(subquery.query(), names);
        return frame -> compiled.rows(frame, 0);
    }
}
