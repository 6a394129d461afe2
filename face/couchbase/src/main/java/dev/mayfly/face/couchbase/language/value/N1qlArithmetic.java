package dev.mayfly.face.couchbase.language.value;

/**
 * The operators on numbers: longs as long as the result is exact, else doubles. MISSING of what is MISSING, NULL of all
 * else that is no number.
 */
public enum N1qlArithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER;

    public N1qlValue of(N1qlValue a, N1qlValue b) {
        if (!(a instanceof N1qlNumber left) || !(b instanceof N1qlNumber right)) {
            return N1qlComparison.unknown(a, b);
        }
        if (this != DIVIDE && left.isLong() && right.isLong()) {
            return ofLongs(left.longValue(), right.longValue());
        }
        return ofDoubles(left.doubleValue(), right.doubleValue());
    }

    private N1qlValue ofLongs(long a, long b) {
        return switch (this) {
            case ADD -> {
                long sum = a + b;
                yield ((a ^ sum) & (b ^ sum)) < 0 ? N1qlValues.of((double) a + b) : N1qlValues.of(sum);
            }
            case SUBTRACT -> {
                long difference = a - b;
                yield ((a ^ b) & (a ^ difference)) < 0 ? N1qlValues.of((double) a - b) : N1qlValues.of(difference);
            }
            case MULTIPLY -> {
                long product = a * b;
                yield Math.multiplyHigh(a, b) == product >> 63
                        ? N1qlValues.of(product)
                        : N1qlValues.of((double) a * (double) b);
            }
            case REMAINDER -> b == 0 ? N1qlValues.NULL : N1qlValues.of(b == -1 ? 0 : a % b);
            case DIVIDE -> ofDoubles((double) a, (double) b);
        };
    }

    private N1qlValue ofDoubles(double a, double b) {
        return switch (this) {
            case ADD -> N1qlValues.of(a + b);
            case SUBTRACT -> N1qlValues.of(a - b);
            case MULTIPLY -> N1qlValues.of(a * b);
            case DIVIDE -> b == 0 ? N1qlValues.NULL : N1qlValues.of(a / b);
            case REMAINDER -> b == 0 ? N1qlValues.NULL : N1qlValues.of(a % b);
        };
    }

    /** The number with the other sign. */
    public static N1qlValue negate(N1qlValue value) {
        if (!(value instanceof N1qlNumber number)) {
            return value.isMissing() ? N1qlValues.MISSING : N1qlValues.NULL;
        }
        if (number.isLong() && number.longValue() != Long.MIN_VALUE && number.longValue() != 0) {
            return N1qlValues.of(-number.longValue());
        }
        return N1qlValues.of(-number.doubleValue());
    }
}
