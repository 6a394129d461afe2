package dev.mayfly.face.couchbase.language.value;

/**
 * The operators on numbers: longs as long as the result is exact, else doubles. MISSING of what is MISSING, NULL of all
 * else that is no number.
 */
public enum Arithmetic {
    ADD,
    SUBTRACT,
    MULTIPLY,
    DIVIDE,
    REMAINDER;

    public Value of(Value a, Value b) {
        if (!(a instanceof NumberValue left) || !(b instanceof NumberValue right)) {
            return Comparison.unknown(a, b);
        }
        if (this != DIVIDE && left.isLong() && right.isLong()) {
            return ofLongs(left.longValue(), right.longValue());
        }
        return ofDoubles(left.doubleValue(), right.doubleValue());
    }

    private Value ofLongs(long a, long b) {
        return switch (this) {
            case ADD -> {
                long sum = a + b;
                yield ((a ^ sum) & (b ^ sum)) < 0 ? Values.of((double) a + b) : Values.of(sum);
            }
            case SUBTRACT -> {
                long difference = a - b;
                yield ((a ^ b) & (a ^ difference)) < 0 ? Values.of((double) a - b) : Values.of(difference);
            }
            case MULTIPLY -> {
                long product = a * b;
                yield Math.multiplyHigh(a, b) == product >> 63
                        ? Values.of(product)
                        : Values.of((double) a * (double) b);
            }
            case REMAINDER -> b == 0 ? Values.NULL : Values.of(b == -1 ? 0 : a % b);
            case DIVIDE -> ofDoubles((double) a, (double) b);
        };
    }

    private Value ofDoubles(double a, double b) {
        return switch (this) {
            case ADD -> Values.of(a + b);
            case SUBTRACT -> Values.of(a - b);
            case MULTIPLY -> Values.of(a * b);
            case DIVIDE -> b == 0 ? Values.NULL : Values.of(a / b);
            case REMAINDER -> b == 0 ? Values.NULL : Values.of(a % b);
        };
    }

    /** The number with the other sign. */
    public static Value negate(Value value) {
        if (!(value instanceof NumberValue number)) {
            return value.isMissing() ? Values.MISSING : Values.NULL;
        }
        if (number.isLong() && number.longValue() != Long.MIN_VALUE && number.longValue() != 0) {
            return Values.of(-number.longValue());
        }
        return Values.of(-number.doubleValue());
    }
}
