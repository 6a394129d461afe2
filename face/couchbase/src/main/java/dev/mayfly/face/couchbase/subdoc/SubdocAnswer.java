package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import org.jspecify.annotations.Nullable;

/**
 * The answer of one operation.
 *
 * @param value null if it has none
 */
record SubdocAnswer(Status status, byte @Nullable [] value) {
    static SubdocAnswer of(EditResult edited) {
        return new SubdocAnswer(edited.status(), edited.value());
    }

    int bytes() {
        return value == null ? 0 : value.length;
    }

    boolean isSuccess() {
        return status == Status.SUCCESS;
    }
}
