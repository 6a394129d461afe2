package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.expression.Frame;
import org.jspecify.annotations.Nullable;

/** RETURNING, compiled. */
public record ReturningClause(@Nullable ProjectionClause projected, N1qlValue signature) {
    public static final ReturningClause NOTHING = new ReturningClause(null, N1qlValues.MISSING);

    /** Returns whether rows go out at all. */
    public boolean isWanted() {
        return projected != null;
    }

    public void row(Frame frame, RowSink rows) {
        if (projected != null) {
            rows.row(projected.of(frame));
        }
    }
}
