package dev.mayfly.face.couchbase.query.change;

import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.N1qlExpressionCompiler;
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
public record DraftPath(String root, List<Part> steps) {
    public DraftPath {
        steps = List.copyOf(steps);
    }

    /** A field by its name, or an element by its index. */
    record Part(Scalar key, boolean element) {}

    /** Reads a path whose names are written out. */
    public static DraftPath of(N1qlExpression path, N1qlExpressionCompiler expressions) {
        List<Part> steps = new ArrayList<>();
        N1qlExpression rest = path;
        while (!(rest instanceof N1qlExpression.Identifier)) {
            switch (rest) {
                case N1qlExpression.Field(N1qlExpression of, N1qlExpression name) -> {
                    steps.addFirst(new Part(expressions.compile(name), false));
                    rest = of;
                }
                case N1qlExpression.Element(N1qlExpression of, N1qlExpression index) -> {
                    steps.addFirst(new Part(expressions.compile(index), true));
                    rest = of;
                }
                default ->
                    throw new N1qlException(N1qlException.PARSE, "SET and UNSET take paths of names and indexes.");
            }
        }
        return new DraftPath(((N1qlExpression.Identifier) rest).name(), steps);
    }

    /** Returns the value it leads to, or null. */
    @Nullable
    PlanDraft find(PlanDraft from, Frame frame) {
        return walk(from, frame, steps.size());
    }

    private @Nullable PlanDraft walk(PlanDraft from, Frame frame, int count) {
        PlanDraft at = from;
        for (Part step : steps.subList(0, count)) {
            PlanDraft next = child(at, step, frame);
            if (next == null) {
                return null;
            }
            at = next;
        }
        return at;
    }

    private static @Nullable PlanDraft child(PlanDraft of, Part step, Frame frame) {
        N1qlValue key = step.key.of(frame);
        if (step.element) {
            return key instanceof N1qlNumber number && number.isLong() ? of.element(number.longValue()) : null;
        }
        return key instanceof N1qlString name ? of.field(name.stringValue()) : null;
    }

    /** Gives what it leads to a value; objects on the way are made, and MISSING takes it away. */
    void set(PlanDraft from, Frame frame, N1qlValue value) {
        if (value.isMissing()) {
            unset(from, frame);
            return;
        }
        PlanDraft at = from;
        for (int i = 0; i < steps.size(); i++) {
            PlanDraft next = child(at, steps.get(i), frame);
            if (next == null) {
                next = added(at, steps.get(i), frame);
            }
            if (next == null) {
                return;
            }
            at = next;
            if (i < steps.size() - 1 && !steps.get(i + 1).element && at.value().isUnknown()) {
                at.become(N1qlValues.EMPTY_OBJECT);
            }
        }
        at.become(value);
    }

    private static @Nullable PlanDraft added(PlanDraft to, Part step, Frame frame) {
        N1qlValue key = step.key.of(frame);
        SequencedMap<String, PlanDraft> fields = step.element ? null : to.fields();
        if (fields != null && key instanceof N1qlString name) {
            PlanDraft field = new PlanDraft(N1qlValues.MISSING);
            fields.put(name.stringValue(), field);
            return field;
        }
        return null;
    }

    /** Takes a field away; an element becomes NULL. */
    void unset(PlanDraft from, Frame frame) {
        if (steps.isEmpty()) {
            return;
        }
        PlanDraft parent = walk(from, frame, steps.size() - 1);
        Part last = steps.getLast();
        if (parent == null) {
            return;
        }
        if (last.element) {
            PlanDraft element = child(parent, last, frame);
            if (element != null) {
                element.become(N1qlValues.NULL);
            }
            return;
        }
        SequencedMap<String, PlanDraft> fields = parent.fields();
        if (fields != null && last.key.of(frame) instanceof N1qlString name) {
            fields.remove(name.stringValue());
        }
    }
}
