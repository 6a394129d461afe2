package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/** ANY, EVERY, ARRAY, FIRST and OBJECT, compiled. */
final class CollectionExpressions {
    /** About what the place of an element takes while its array grows. */
    private static final int PLACE_BYTES = 32;

    private CollectionExpressions() {}

    static Scalar quantified(N1qlExpression.Quantifier quantifier, Loops loops, Scalar satisfies) {
        return frame -> {
            boolean any = quantifier == N1qlExpression.Quantifier.ANY;
            boolean[] seen = {false, !any};
            RequestGuard guard = RequestGuard.current();
            N1qlValue known = loops.run(frame, () -> {
                seen[0] = true;
                long mark = guard.mark();
                boolean holds = satisfies.of(frame).truth();
                guard.settle(mark, 0);
                seen[1] = holds;
                return any != holds;
            });
            if (known.isUnknown()) {
                return known;
            }
            boolean nothing = quantifier == N1qlExpression.Quantifier.ANY_AND_EVERY && !seen[0];
            return N1qlValues.of(seen[1] && !nothing);
        };
    }

    static Scalar array(Loops loops, Scalar result, @Nullable Scalar when) {
        return frame -> {
            List<N1qlValue> elements = new ArrayList<>();
            RequestGuard guard = RequestGuard.current();
            N1qlValue known = loops.run(frame, () -> {
                long mark = guard.mark();
                N1qlValue element = when == null || when.of(frame).truth() ? result.of(frame) : N1qlValues.MISSING;
                guard.settleAtMost(mark, element.memoryBytes());
                if (!element.isMissing()) {
                    guard.charge(PLACE_BYTES);
                    elements.add(element);
                }
                return true;
            });
            return known.isUnknown() ? known : N1qlValues.array(elements);
        };
    }

    static Scalar first(Loops loops, Scalar result, @Nullable Scalar when) {
        return frame -> {
            N1qlValue[] found = {N1qlValues.MISSING};
            RequestGuard guard = RequestGuard.current();
            N1qlValue known = loops.run(frame, () -> {
                long mark = guard.mark();
                if (when == null || when.of(frame).truth()) {
                    found[0] = result.of(frame);
                    return false;
                }
                guard.settle(mark, 0);
                return true;
            });
            return known.isUnknown() ? known : found[0];
        };
    }

    static Scalar object(Loops loops, Scalar name, Scalar result, @Nullable Scalar when) {
        return frame -> {
            SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
            RequestGuard guard = RequestGuard.current();
            N1qlValue known = loops.run(frame, () -> {
                long mark = guard.mark();
                long kept = 0;
                if ((when == null || when.of(frame).truth()) && name.of(frame) instanceof N1qlString field) {
                    N1qlValue value = result.of(frame);
                    fields.put(field.stringValue(), value);
                    kept = PLACE_BYTES + field.memoryBytes() + value.memoryBytes();
                }
                guard.settleAtMost(mark, kept);
                return true;
            });
            return known.isUnknown() ? known : N1qlValues.object(fields);
        };
    }
}
