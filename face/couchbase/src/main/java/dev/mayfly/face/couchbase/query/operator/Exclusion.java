package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.StatementReader;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Resolver;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import dev.mayfly.face.couchbase.query.expression.VisibleNames;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** EXCLUDE: takes fields and elements out of a finished row, by paths or by texts with paths. */
public final class Exclusion {
    private static final int INVALID = 5031;

    private final VisibleNames names;
    private final N1qlExpressionCompiler expressions;
    private final @Nullable String only;
    private final List<Path> paths = new ArrayList<>();

    /** @param only the one name of the rows, which a path may leave out, or null */
    public Exclusion(
            List<N1qlExpression> excluded,
            VisibleNames names,
            N1qlExpressionCompiler expressions,
            @Nullable String only) {
        this.names = names;
        this.expressions = expressions;
        this.only = only;
        for (N1qlExpression each : excluded) {
            List<Step> steps = steps(each);
            paths.add(steps == null ? texts(each) : new Fixed(steps));
        }
    }

    /** A path that is removed from a row. */
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

    private Texts texts(N1qlExpression written) {
        return new Texts(expressions.compile(Resolver.resolve(written, names)));
    }

    /** Null of what is no path. */
    private @Nullable List<Step> steps(N1qlExpression path) {
        List<Step> steps = new ArrayList<>();
        N1qlExpression rest = path;
        while (true) {
            switch (rest) {
                case N1qlExpression.Identifier(String name, var _) -> {
                    return begun(new Field(name, false), steps);
                }
                case N1qlExpression.AnyCaseIdentifier(String name) -> {
                    return begun(new Field(name, true), steps);
                }
                case N1qlExpression.Field(N1qlExpression of, N1qlExpression.Constant(N1qlString name)) -> {
                    steps.addFirst(new Field(name.stringValue(), false));
                    rest = of;
                }
                case N1qlExpression.Field(N1qlExpression of, N1qlExpression name) -> {
                    steps.addFirst(new ComputedField(compiled(name)));
                    rest = of;
                }
                case N1qlExpression.AnyCaseField(N1qlExpression of, String name) -> {
                    steps.addFirst(new Field(name, true));
                    rest = of;
                }
                case N1qlExpression.Element(N1qlExpression of, N1qlExpression index) -> {
                    steps.addFirst(new Element(compiled(index)));
                    rest = of;
                }
                case N1qlExpression.EachElement(N1qlExpression of) -> {
                    steps.addFirst(new Elements(null, null));
                    rest = of;
                }
                case N1qlExpression.FlatElements(N1qlExpression of) -> {
                    steps.addFirst(new Elements(null, null));
                    rest = of;
                }
                case N1qlExpression.Slice(N1qlExpression of, N1qlExpression from, N1qlExpression until) -> {
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

    private Scalar compiled(N1qlExpression expression) {
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
    N1qlValue of(Frame frame, N1qlValue row) {
        N1qlValue left = row;
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

    private List<List<Step>> read(N1qlValue text) {
        if (text.isUnknown()) {
            return List.of();
        }
        if (!(text instanceof N1qlString written)) {
            throw new N1qlException(INVALID, "Invalid expression - EXCLUDE takes paths, or texts with paths.");
        }
        List<List<Step>> read = new ArrayList<>();
        for (String path : split(written.stringValue())) {
            List<Step> steps = steps(StatementReader.readExpression(path));
            if (steps == null) {
                throw new N1qlException(INVALID, "Invalid expression - EXCLUDE of what is no path: " + path);
            }
            read.add(steps);
        }
        return read;
    }

    /** Splits at commas that are in no name between grave accents. */
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

    private static N1qlValue without(N1qlValue value, List<Step> steps, Frame frame) {
        List<Step> below = steps.subList(1, steps.size());
        return switch (steps.getFirst()) {
            case Field(String name, boolean anyCase) -> withoutField(value, name, anyCase, below, frame);
            case ComputedField(Scalar name) ->
                name.of(frame) instanceof N1qlString text
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
        if (index.of(frame) instanceof N1qlNumber number && number.isLong() && number.longValue() >= 0) {
            return number.longValue();
        }
        throw new N1qlException(INVALID, "Invalid expression - an element to EXCLUDE is counted from 0.");
    }

    private static N1qlValue withoutField(
            N1qlValue value, String name, boolean anyCase, List<Step> below, Frame frame) {
        if (!(value instanceof N1qlObject object)) {
            return value;
        }
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>(object.toMap());
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
        return N1qlValues.object(fields);
    }

    private static N1qlValue withoutElements(N1qlValue value, long from, long until, List<Step> below, Frame frame) {
        if (!(value instanceof N1qlArray array)) {
            return value;
        }
        List<N1qlValue> left = new ArrayList<>();
        long at = 0;
        for (N1qlValue element : array) {
            boolean meant = at >= from && at < until;
            if (!meant) {
                left.add(element);
            } else if (!below.isEmpty()) {
                left.add(without(element, below, frame));
            }
            at++;
        }
        return N1qlValues.array(left);
    }
}
