package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** ANY, EVERY, ARRAY, FIRST and OBJECT, compiled. */
final class Collecting {
    private Collecting() {}

    static Scalar quantified(Expression.Quantifier quantifier, Loops loops, Scalar satisfies) {
        return frame -> {
            boolean any = quantifier == Expression.Quantifier.ANY;
            boolean[] seen = {false, !any};
            Value known = loops.run(frame, () -> {
                seen[0] = true;
                boolean holds = satisfies.of(frame).truth();
                seen[1] = holds;
                return any != holds;
            });
            if (known.isUnknown()) {
                return known;
            }
            boolean nothing = quantifier == Expression.Quantifier.ANY_AND_EVERY && !seen[0];
            return Values.of(seen[1] && !nothing);
        };
    }

    static Scalar array(Loops loops, Scalar result, @Nullable Scalar when) {
        return frame -> {
            List<Value> elements = new ArrayList<>();
            Value known = loops.run(frame, () -> {
                if (when == null || when.of(frame).truth()) {
                    Value element = result.of(frame);
                    if (!element.isMissing()) {
                        elements.add(element);
                    }
                }
                return true;
            });
            return known.isUnknown() ? known : Values.array(elements);
        };
    }

    static Scalar first(Loops loops, Scalar result, @Nullable Scalar when) {
        return frame -> {
            Value[] found = {Values.MISSING};
            Value known = loops.run(frame, () -> {
                if (when == null || when.of(frame).truth()) {
                    found[0] = result.of(frame);
                    return false;
                }
                return true;
            });
            return known.isUnknown() ? known : found[0];
        };
    }

    static Scalar object(Loops loops, Scalar name, Scalar result, @Nullable Scalar when) {
        return frame -> {
            SequencedMap<String, Value> fields = new LinkedHashMap<>();
            Value known = loops.run(frame, () -> {
                if ((when == null || when.of(frame).truth()) && name.of(frame) instanceof StringValue field) {
                    fields.put(field.stringValue(), result.of(frame));
                }
                return true;
            });
            return known.isUnknown() ? known : Values.object(fields);
        };
    }
}
