package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.query.value.JsonNumber;
import org.jspecify.annotations.Nullable;

/** A number. Two are equal if their doubles are. */
public final class SqlNumber extends JsonNumber implements SqlValue {
    private SqlNumber(JsonView view) {
        super(view);
    }

    private SqlNumber(double value) {
        super(value);
    }

    private SqlNumber(long value) {
        super(value);
    }

    static SqlNumber stored(JsonView view) {
        return new SqlNumber(view);
    }

    static SqlNumber of(double value) {
        return new SqlNumber(value);
    }

    static SqlNumber of(long value) {
        return new SqlNumber(value);
    }

    @Override
    public SqlKind kind() {
        return SqlKind.NUMBER;
    }

    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof SqlNumber that && SqlOrdering.compareNumbers(this, that) == 0;
    }

    @Override
    public String toString() {
        return isLong() ? Long.toString(longValue()) : CosmosDialect.NUMBERS.of(doubleValue());
    }
}
