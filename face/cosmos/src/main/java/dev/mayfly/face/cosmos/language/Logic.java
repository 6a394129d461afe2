package dev.mayfly.face.cosmos.language;

import dev.mayfly.face.cosmos.language.value.Comparison;
import dev.mayfly.face.cosmos.language.value.StringValue;
import dev.mayfly.face.cosmos.language.value.Value;
import dev.mayfly.face.cosmos.language.value.Values;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The operators whose answer is true, false or undefined. What is no boolean is undefined to them. */
final class Logic {
    private Logic() {}

    /** False if one is false, true if all are true. */
    static Scalar and(Scalar[] terms) {
        return inputs -> {
            boolean allTrue = true;
            for (Scalar term : terms) {
                Value value = term.of(inputs);
                if (value.isFalse()) {
                    return Values.FALSE;
                }
                allTrue &= value.isTrue();
            }
            return allTrue ? Values.TRUE : Values.UNDEFINED;
        };
    }

    /** True if one is true, false if all are false. */
    static Scalar or(Scalar[] terms) {
        return inputs -> {
            boolean allFalse = true;
            for (Scalar term : terms) {
                Value value = term.of(inputs);
                if (value.isTrue()) {
                    return Values.TRUE;
                }
                allFalse &= value.isFalse();
            }
            return allFalse ? Values.FALSE : Values.UNDEFINED;
        };
    }

    static Scalar negatedIf(boolean negated, Scalar test) {
        return negated ? inputs -> Comparison.negate(test.of(inputs)) : test;
    }

    static Scalar between(Scalar value, Scalar from, Scalar to) {
        return inputs -> {
            Value tested = value.of(inputs);
            Value least = Comparison.GREATER_OR_EQUAL.of(tested, from.of(inputs));
            if (least.isFalse()) {
                return Values.FALSE;
            }
            Value most = Comparison.LESS_OR_EQUAL.of(tested, to.of(inputs));
            return most.isFalse() || least.isTrue() ? most : Values.UNDEFINED;
        };
    }

    /** Undefined only of what is undefined; a choice that is, is equal to nothing. */
    static Scalar in(Scalar value, Scalar[] choices) {
        return inputs -> {
            Value tested = value.of(inputs);
            if (tested.isUndefined()) {
                return Values.UNDEFINED;
            }
            for (Scalar choice : choices) {
                if (Comparison.equal(tested, choice.of(inputs)).isTrue()) {
                    return Values.TRUE;
                }
            }
            return Values.FALSE;
        };
    }

    /** The same among constants. */
    static Scalar inConstants(Scalar value, List<Value> choices) {
        Set<Value> set = new HashSet<>(choices);
        return inputs -> {
            Value tested = value.of(inputs);
            return tested.isUndefined() ? Values.UNDEFINED : Values.of(set.contains(tested));
        };
    }

    static Scalar like(Scalar value, Scalar pattern, @Nullable String escape) {
        return inputs -> pattern.of(inputs) instanceof StringValue text
                ? matches(value.of(inputs), LikePattern.of(text.stringValue(), escape))
                : Values.UNDEFINED;
    }

    static Scalar likeConstant(Scalar value, LikePattern pattern) {
        return inputs -> matches(value.of(inputs), pattern);
    }

    private static Value matches(Value value, LikePattern pattern) {
        return value instanceof StringValue text ? Values.of(pattern.matches(text.stringValue())) : Values.UNDEFINED;
    }
}
