package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.DetachedValue;
import dev.mayfly.face.couchbase.language.value.N1qlValue;

/**
 * An argument that an aggregate keeps.
 *
 * @param value holds no more than itself
 * @param bytes what keeping it costs
 */
record KeptArgument(N1qlValue value, long bytes) {
    /** About what a value and its place take besides its text. */
    private static final int OVERHEAD_BYTES = 128;

    static KeptArgument of(N1qlValue argument) {
        DetachedValue detached = DetachedValue.of(argument);
        return new KeptArgument(detached.value(), OVERHEAD_BYTES + detached.bytes());
    }
}
