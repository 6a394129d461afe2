package dev.mayfly.base.query.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import org.jspecify.annotations.Nullable;

/**
 * A number of 64 bits, whole or not: one that was stored, with its text, or one that was computed. Each language defines the
 * equality of two; equal ones have equal doubles. Hot.
 */
public abstract class JsonNumber implements JsonValue {
    /*
     * One class has three forms, so that a number is told from other values by one comparison of classes, and no call asks
     * which form it has. The mark of a computed number takes the place of a stored one's view, and so no room of its own.
     */
    private enum Computed {
        WHOLE,
        FRACTION
    }

    /** The bits of a NaN, which no text of a number says. */
    private static final long UNREAD = 0x7FF8_0000_0000_0001L;

    private static final double LONG_END = 0x1p63;

    /** Odd, near two to the 64 divided by the golden ratio: spreads the bits that tell small whole numbers apart. */
    private static final long SPREAD = 0x9E3779B97F4A7C15L;

    private final Object form;

    /**
     * A whole number, or the bits of a double. Those of a stored number with a point or an exponent are known once it has been
     * read, since sorting reads it often; two threads at once read the same.
     */
    private long bits;

    protected JsonNumber(long whole) {
        this.form = Computed.WHOLE;
        this.bits = whole;
    }

    protected JsonNumber(double fraction) {
        this.form = Computed.FRACTION;
        this.bits = Double.doubleToRawLongBits(fraction);
    }

    /** A stored one. The bytes must not change. */
    protected JsonNumber(JsonView view) {
        this.form = view;
        this.bits = UNREAD;
    }

    public final double doubleValue() {
        if (form instanceof JsonView view) {
            return view.type() == ValueType.DOUBLE ? read(view) : view.doubleValue();
        }
        return form == Computed.WHOLE ? bits : Double.longBitsToDouble(bits);
    }

    private double read(JsonView view) {
        long known = bits;
        if (known == UNREAD) {
            known = Double.doubleToRawLongBits(view.doubleValue());
            bits = known;
        }
        return Double.longBitsToDouble(known);
    }

    /** Returns true if this is a whole number that an int64 holds. */
    public final boolean isLong() {
        if (isInteger()) {
            return true;
        }
        double value = doubleValue();
        return value >= -LONG_END && value < LONG_END && value == Math.rint(value);
    }

    /** Returns true if it has been computed, or written, as a whole number. */
    private boolean isInteger() {
        return form instanceof JsonView view ? view.type() != ValueType.DOUBLE : form == Computed.WHOLE;
    }

    /** The whole number, exactly. Asked of another number, it is cut off towards zero. */
    public final long longValue() {
        if (!isInteger()) {
            return (long) doubleValue();
        }
        return form instanceof JsonView view ? view.longValue() : bits;
    }

    @Override
    public final void write(JsonSink out) {
        if (form instanceof JsonView view) {
            out.stored(view);
        } else if (form == Computed.WHOLE) {
            out.number(bits);
        } else {
            out.number(Double.longBitsToDouble(bits));
        }
    }

    @Override
    public abstract boolean equals(@Nullable Object other);

    @Override
    public final int hashCode() {
        // Adding 0 makes negative zero a zero.
        return (int) (Double.doubleToLongBits(doubleValue() + 0.0) * SPREAD >>> 32);
    }
}
