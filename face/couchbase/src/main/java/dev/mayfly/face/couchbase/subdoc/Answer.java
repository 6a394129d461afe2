package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.face.couchbase.wire.Status;
import org.jspecify.annotations.Nullable;

/**
 * What one operation answers.
 *
 * @param value null if it has none
 */
record Answer(Status status, byte @Nullable [] value) {
    static Answer of(Edited edited) {
        return new Answer(edited.status(), edited.value());
    }

    int bytes() {
        return value == null ? 0 : value.length;
    }

    boolean isSuccess() {
        return status == Status.SUCCESS;
    }
}
