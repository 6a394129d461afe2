package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.query.value.JsonNumber;
import dev.mayfly.base.query.value.JsonSink;
import org.jspecify.annotations.Nullable;

/** A number: one that was stored, with its text, or one that was computed. */
public abstract sealed class N1qlNumber extends JsonNumber implements N1qlValue {
    private static final double EXACT_MAX = 0x1p53;

    private N1qlNumber() {}

    static N1qlNumber stored(JsonView view) {
        return new Stored(view);
    }

    static N1qlNumber of(double value) {
        boolean exact = Math.abs(value) < EXACT_MAX && value == Math.rint(value) && !isNegativeZero(value);
        return exact ? new Int64((long) value) : new Double64(value);
    }

    private static boolean isNegativeZero(double value) {
        return value == 0 && 1 / value < 0;
    }

    static N1qlNumber of(long value) {
        return new Int64(value);
    }

    @Override
    public final N1qlKind kind() {
        return N1qlKind.NUMBER;
    }

    @Override
    public final boolean truth() {
        double value = doubleValue();
        return value != 0 && !Double.isNaN(value);
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof N1qlNumber that && N1qlOrdering.compareNumbers(this, that) == 0;
    }

    /** Returns the result of TOSTRING. */
    @Override
    public final String toString() {
        return isLong() ? Long.toString(longValue()) : N1qlDialect.NUMBERS.of(doubleValue());
    }

    private static final class Int64 extends N1qlNumber {
        private final long value;

        Int64(long value) {
            this.value = value;
        }

        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public boolean isLong() {
            return true;
        }

        @Override
        public long longValue() {
            return value;
        }

        @Override
        public void write(JsonSink out) {
            out.number(value);
        }
    }

    private static final class Double64 extends N1qlNumber {
        private final double value;

        Double64(double value) {
            this.value = value;
        }

        @Override
        public double doubleValue() {
            return value;
        }

        @Override
        public void write(JsonSink out) {
            out.number(value);
        }
    }

    private static final class Stored extends N1qlNumber {
        private final JsonView view;

        /** The parsed value of a text with a point or an exponent, cached since sorting asks often. */
        private @Nullable Double64 known;

        Stored(JsonView view) {
            this.view = view;
        }

        @Override
        public double doubleValue() {
            if (view.type() != ValueType.DOUBLE) {
                return view.doubleValue();
            }
            Double64 read = known;
            if (read == null) {
                read = new Double64(view.doubleValue());
                known = read;
            }
            return read.value;
        }

        @Override
        public boolean isLong() {
            return view.type() != ValueType.DOUBLE || super.isLong();
        }

        @Override
        public long longValue() {
            return view.type() == ValueType.DOUBLE ? super.longValue() : view.longValue();
        }

        @Override
        public void write(JsonSink out) {
            out.stored(view);
        }
    }
}
