package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.expression.Frame;
import org.jspecify.annotations.Nullable;

/** RETURNING, compiled. */
record Returned(@Nullable Projected projected, Value signature) {
    static final Returned NOTHING = new Returned(null, Values.MISSING);

    /** Whether rows go out at all. */
    boolean isWanted() {
        return projected != null;
    }

    void row(Frame frame, RowSink rows) {
        if (projected != null) {
            rows.row(projected.of(frame));
        }
    }
}
