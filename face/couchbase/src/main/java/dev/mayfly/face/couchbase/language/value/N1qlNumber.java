package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonNumber;
import org.jspecify.annotations.Nullable;

/** A number. Two are equal if they are exactly. */
public final class N1qlNumber extends JsonNumber implements N1qlValue {
    private static final double EXACT_MAX = 0x1p53;

    private N1qlNumber(JsonView view) {
        super(view);
    }

    private N1qlNumber(double value) {
        super(value);
    }

    private N1qlNumber(long value) {
        super(value);
    }

    static N1qlNumber stored(JsonView view) {
        return new N1qlNumber(view);
    }

    static N1qlNumber of(double value) {
        boolean exact = Math.abs(value) < EXACT_MAX && value == Math.rint(value) && !isNegativeZero(value);
        return exact ? new N1qlNumber((long) value) : new N1qlNumber(value);
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    static N1qlNumber of(long value) {
        return new N1qlNumber(value);
    }

    @Override
    public N1qlKind kind() {
        return N1qlKind.NUMBER;
    }

    @Override
    public boolean truth() {
        double value = doubleValue();
        return value != 0 && !Double.isNaN(value);
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof N1qlNumber that && N1qlOrdering.compareNumbers(this, that) == 0;
    }

    /** Returns the result of TOSTRING. */
    @Override
    public String toString() {
        return isLong() ? Long.toString(longValue()) : N1qlDialect.NUMBERS.of(doubleValue());
    }
}
