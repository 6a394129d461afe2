package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.query.value.JsonNumber;
import dev.mayfly.base.query.value.JsonSink;
import org.jspecify.annotations.Nullable;

/** A number: one that was stored, with its text, or one that was computed. */
public abstract sealed class SqlNumber extends JsonNumber implements SqlValue {
    private SqlNumber() {}

    static SqlNumber stored(JsonView view) {
        return new Stored(view);
    }

    static SqlNumber of(double value) {
        return new Double64(value);
    }

    static SqlNumber of(long value) {
        return new Int64(value);
    }

    @Override
    public final SqlKind kind() {
        return SqlKind.NUMBER;
    }

    @Override
    public final boolean equals(@Nullable Object other) {
        return other instanceof SqlNumber that && SqlOrdering.compareNumbers(this, that) == 0;
    }

    @Override
    public final String toString() {
        return isLong() ? Long.toString(longValue()) : CosmosDialect.NUMBERS.of(doubleValue());
    }

    private static final class Int64 extends SqlNumber {
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

    private static final class Double64 extends SqlNumber {
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

    private static final class Stored extends SqlNumber {
        private final JsonView view;

        /** The cached value of a text with a point or an exponent; sorting reads it often. */
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
