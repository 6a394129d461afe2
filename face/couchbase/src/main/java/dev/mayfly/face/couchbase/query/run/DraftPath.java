package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.expression.ExpressionCompiler;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Scalar;
import java.util.ArrayList;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * A path into a document that is changed.
 *
 * @param root the name it begins with
 * @param steps fields and elements from there on
 */
record DraftPath(String root, List<Part> steps) {
    DraftPath {
        steps = List.copyOf(steps);
    }

    /** A field by its name, or an element by its index. */
    record Part(Scalar key, boolean element) {}

    /** Reads a path whose names are written out. */
    static DraftPath of(Expression path, ExpressionCompiler expressions) {
        List<Part> steps = new ArrayList<>();
        Expression rest = path;
        while (!(rest instanceof Expression.Identifier)) {
            switch (rest) {
                case Expression.Field(Expression of, Expression name) -> {
                    steps.addFirst(new Part(expressions.compile(name), false));
                    rest = of;
                }
                case Expression.Element(Expression of, Expression index) -> {
                    steps.addFirst(new Part(expressions.compile(index), true));
                    rest = of;
                }
                default ->
                    throw new QueryException(QueryException.PARSE, "SET and UNSET take paths of names and indexes.");
            }
        }
        return new DraftPath(((Expression.Identifier) rest).name(), steps);
    }

    /** What it leads to, or null. */
    @Nullable
    Draft find(Draft from, Frame frame) {
        return walk(from, frame, steps.size());
    }

    private @Nullable Draft walk(Draft from, Frame frame, int count) {
        Draft at = from;
        for (Part step : steps.subList(0, count)) {
            Draft next = child(at, step, frame);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    private static @Nullable Draft child(Draft of, Part step, Frame frame) {
        Value key = step.key.of(frame);
        if (step.element) {
            return key instanceof NumberValue number && number.isLong() ? of.element(number.longValue()) : null;
        }
        return key instanceof StringValue name ? of.field(name.stringValue()) : null;
    }

    /** Gives what it leads to a value; objects on the way are made, and MISSING takes it away. */
    void set(Draft from, Frame frame, Value value) {
        if (value.isMissing()) {
            unset(from, frame);
            return;
        }
        Draft at = from;
        for (int i = 0; i < steps.size(); i++) {
            Draft next = child(at, steps.get(i), frame);
            if (next == null) {
                next = added(at, steps.get(i), frame);
            }
            if (next == null) {
                return;
            }
            at = next;
            if (i < steps.size() - 1 && !steps.get(i + 1).element && at.value().isUnknown()) {
                at.become(Values.EMPTY_OBJECT);
            }
        }
        at.become(value);
    }

    private static @Nullable Draft added(Draft to, Part step, Frame frame) {
        Value key = step.key.of(frame);
        SequencedMap<String, Draft> fields = step.element ? null : to.fields();
        if (fields != null && key instanceof StringValue name) {
            Draft field = new Draft(Values.MISSING);
            fields.put(name.stringValue(), field);
            return field;
        }
        return null;
    }

    /** Takes a field away; an element becomes NULL. */
    void unset(Draft from, Frame frame) {
        if (steps.isEmpty()) {
            return;
        }
        Draft parent = walk(from, frame, steps.size() - 1);
        Part last = steps.getLast();
        if (parent == null) {
            return;
        }
        if (last.element) {
            Draft element = child(parent, last, frame);
            if (element != null) {
                element.become(Values.NULL);
            }
            return;
        }
        SequencedMap<String, Draft> fields = parent.fields();
        if (fields != null && last.key.of(frame) instanceof StringValue name) {
            fields.remove(name.stringValue());
        }
    }
}
