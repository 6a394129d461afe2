package dev.mayfly.base.query.value;

import org.jspecify.annotations.Nullable;

/** A number of 64 bits, whole or not. Each language defines the equality of two; equal ones have equal doubles. */
public abstract class JsonNumber implements JsonValue {
    private static final double LONG_END = 0x1p63;

    /** Odd, near two to the 64 divided by the golden ratio: spreads the bits that tell small whole numbers apart. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    public abstract double doubleValue();

    /** Returns true if this is a whole number that an int64 holds. */
    public boolean isLong() {
        double value = doubleValue();
        return value >= -LONG_END && value < LONG_END && value == Math.rint(value);
    }

    /** The whole number, exactly. Asked of another number, it is cut off towards zero. */
    public long longValue() {
        return (long) doubleValue();
    }

    @Override
    public abstract boolean equals(@Nullable Object other);

    @Override
    public final int hashCode() {
        // Adding 0 makes negative zero a zero.
        return (int) (Double.doubleToLongBits(doubleValue() + 0.0) * SPREAD >>> 32);
    }
}
