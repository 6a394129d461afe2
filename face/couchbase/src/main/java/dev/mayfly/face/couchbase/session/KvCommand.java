package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;

/** Carries out the requests of one or more opcodes, loud and quiet alike. Safe for concurrent use. */
public interface KvCommand {
    /** Returns the checks before it is run. */
    RequestShape rule();

    /**
     * Returns whether this request waits for nothing and ends soon, so that it may run on the event loop itself. Asked
     * before anything is checked; throws only refusals of the request.
     */
    default boolean isBounded(KvCall call) {
        return call.isSmall();
    }

    /**
     * Answers a request that fits the rule. Failures may be thrown as a {@link
     * dev.mayfly.face.couchbase.wire.StatusException}; the caller leaves out the answers of quiet forms, and what a
     * client has not asked to be told.
     */
    KvResponse run(KvCall call);
}
