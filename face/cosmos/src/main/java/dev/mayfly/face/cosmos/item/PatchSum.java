package dev.mayfly.face.cosmos.item;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import org.jspecify.annotations.Nullable;

/** The sum of two numbers of JSON: whole numbers exactly as far as 64 bits go, others as doubles. */
final class PatchSum {
    /** Up to here every whole double is told from its neighbours. */
    private static final double WHOLE_MAX = 1L << 53;

    private PatchSum() {}

    /** Returns the sum as JSON text; null if it is beyond all numbers. */
    static @Nullable String of(JsonView first, JsonView second) {
        if (first.type() != ValueType.DOUBLE && second.type() != ValueType.DOUBLE) {
            long left = first.longValue();
            long right = second.longValue();
            long sum = left + right;
            boolean isWrapped = ((left ^ sum) & (right ^ sum)) < 0;
            if (!isWrapped) {
                return Long.toString(sum);
            }
        }
        double sum = first.doubleValue() + second.doubleValue();
        if (!Double.isFinite(sum)) {
            return null;
        }
        return sum == Math.rint(sum) && Math.abs(sum) <= WHOLE_MAX ? Long.toString((long) sum) : Double.toString(sum);
    }
}
