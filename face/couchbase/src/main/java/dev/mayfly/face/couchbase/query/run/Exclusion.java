package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.ObjectValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Names;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** EXCLUDE: takes fields and elements out of a finished row, by paths or by texts with paths. */
final class Exclusion {
    private static final int INVALID = 5031;

    private final Names names;
    private final ExpressionCompiler expressions;
    private final @Nullable String only;
    private final List<Path> paths = new ArrayList<>();

    /** @param only the one name of the rows, which a path may leave out, or null */
    Exclusion(List<Expression> excluded, Names names, ExpressionCompiler expressions, @Nullable String only) {
        this.names = names;
        this.expressions = expressions;
        this.only = only;
        for (Expression each : excluded) {
            List<Step> steps = steps(each);
            paths.add(steps == null ? texts(each) : new Fixed(steps));
        }
    }

    /** What is taken out of a row. */
    private sealed interface Path {}

    private record Fixed(List<Step> steps) implements Path {}

    /** Paths in a text, between commas. */
    private record Texts(Scalar text) implements Path {}

    /** A step from a value to what is inside of it. */
    private sealed interface Step {}

    private record Field(String name, boolean anyCase) implements Step {}

    private record ComputedField(Scalar name) implements Step {}

    private record Element(Scalar index) implements Step {}

    private record Elements(@Nullable Scalar from, @Nullable Scalar until) implements Step {}

    private Texts texts(Expression written) {
        return new Texts(expressions.compile(Resolver.resolve(written, names)));
    }

    /** Null of what is no path. */
    private @Nullable List<Step> steps(Expression path) {
        List<Step> steps = new ArrayList<>();
        Expression rest = path;
        while (true) {
            switch (rest) {
                case Expression.Identifier(String name) -> {
                    return begun(new Field(name, false), steps);
                }
                case Expression.AnyCaseIdentifier(String name) -> {
                    return begun(new Field(name, true), steps);
                }
                case Expression.Field(Expression of, Expression.Constant(StringValue name)) -> {
                    steps.addFirst(new Field(name.stringValue(), false));
                    rest = of;
                }
                case Expression.Field(Expression of, Expression name) -> {
                    steps.addFirst(new ComputedField(compiled(name)));
                    rest = of;
                }
                case Expression.AnyCaseField(Expression of, String name) -> {
                    steps.addFirst(new Field(name, true));
                    rest = of;
                }
                case Expression.Element(Expression of, Expression index) -> {
                    steps.addFirst(new Element(compiled(index)));
                    rest = of;
                }
                case Expression.EachElement(Expression of) -> {
                    steps.addFirst(new Elements(null, null));
                    rest = of;
                }
                case Expression.FlatElements(Expression of) -> {
                    steps.addFirst(new Elements(null, null));
                    rest = of;
                }
                case Expression.Slice(Expression of, Expression from, Expression until) -> {
                    steps.addFirst(
                            new Elements(from == null ? null : compiled(from), until == null ? null : compiled(until)));
                    rest = of;
                }
                default -> {
                    return null;
                }
            }
        }
    }

    private Scalar compiled(Expression expression) {
        return expressions.compile(Resolver.resolve(expression, names));
    }

    private List<Step> begun(Field first, List<Step> steps) {
        steps.addFirst(first);
        boolean named = first.anyCase ? first.name.equalsIgnoreCase(only) : first.name.equals(only);
        if (only != null && !named) {
            steps.addFirst(new Field(only, false));
        }
        return steps;
    }

    /** The row without what is excluded. */
    Value of(Frame frame, Value row) {
        Value left = row;
        for (Path path : paths) {
            switch (path) {
                case Fixed(List<Step> steps) -> left = without(left, steps, frame);
                case Texts(Scalar text) -> {
                    for (List<Step> steps : read(text.of(frame))) {
                        left = without(left, steps, frame);
                    }
                }
            }
        }
        return left;
    }

    private List<List<Step>> read(Value text) {
        if (text.isUnknown()) {
            return List.of();
        }
        if (!(text instanceof StringValue written)) {
            throw new QueryException(INVALID, "Invalid expression - EXCLUDE takes paths, or texts with paths.");
        }
        List<List<Step>> read = new ArrayList<>();
        for (String path : split(written.stringValue())) {
            List<Step> steps = steps(StatementReader.readExpression(path));
            if (steps == null) {
                throw new QueryException(INVALID, "Invalid expression - EXCLUDE of what is no path: " + path);
            }
            read.add(steps);
        }
        return read;
    }

    /** What stands between commas that are in no name between grave accents. */
    private static List<String> split(String text) {
        List<String> parts = new ArrayList<>();
        boolean quoted = false;
        int from = 0;
        for (int i = 0; i <= text.length(); i++) {
            if (i == text.length() || text.charAt(i) == ',' && !quoted) {
                String part = text.substring(from, i).strip();
                if (!part.isEmpty()) {
                    parts.add(part);
                }
                from = i + 1;
            } else if (text.charAt(i) == '`') {
                quoted = !quoted;
            }
        }
        return parts;
    }

    private static Value without(Value value, List<Step> steps, Frame frame) {
        List<Step> below = steps.subList(1, steps.size());
        return switch (steps.getFirst()) {
            case Field(String name, boolean anyCase) -> withoutField(value, name, anyCase, below, frame);
            case ComputedField(Scalar name) ->
                name.of(frame) instanceof StringValue text
                        ? withoutField(value, text.stringValue(), false, below, frame)
                        : value;
            case Element(Scalar index) -> {
                long at = index(index, frame, -1);
                yield at < 0 ? value : withoutElements(value, at, at + 1, below, frame);
            }
            case Elements(Scalar from, Scalar until) ->
                withoutElements(value, index(from, frame, 0), index(until, frame, Long.MAX_VALUE), below, frame);
        };
    }

    private static long index(@Nullable Scalar index, Frame frame, long otherwise) {
        if (index == null) {
            return otherwise;
        }
        if (index.of(frame) instanceof NumberValue number && number.isLong() && number.longValue() >= 0) {
            return number.longValue();
        }
        throw new QueryException(INVALID, "Invalid expression - an element to EXCLUDE is counted from 0.");
    }

    private static Value withoutField(Value value, String name, boolean anyCase, List<Step> below, Frame frame) {
        if (!(value instanceof ObjectValue object)) {
            return value;
        }
        SequencedMap<String, Value> fields = new LinkedHashMap<>(object.toMap());
        String meant = name;
        if (anyCase && !fields.containsKey(name)) {
            meant = fields.keySet().stream()
                    .filter(name::equalsIgnoreCase)
                    .findFirst()
                    .orElse(name);
        }
        if (below.isEmpty()) {
            fields.remove(meant);
        } else {
            fields.computeIfPresent(meant, (_, field) -> without(field, below, frame));
        }
        return Values.object(fields);
    }

    private static Value withoutElements(Value value, long from, long until, List<Step> below, Frame frame) {
        if (!(value instanceof ArrayValue array)) {
            return value;
        }
        List<Value> left = new ArrayList<>();
        long at = 0;
        for (Value element : array) {
            boolean meant = at >= from && at < until;
            if (!meant) {
                left.add(element);
            } else if (!below.isEmpty()) {
                left.add(without(element, below, frame));
            }
            at++;
        }
        return Values.array(left);
    }
}
