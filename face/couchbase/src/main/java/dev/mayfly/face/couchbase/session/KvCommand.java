package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.wire.KvResponse;

/** Carries out the requests of one or more opcodes, loud and quiet alike. Safe for concurrent use. */
public interface KvCommand {
    /** What is checked before it is run. */
    Rule rule();

    /**
     * Whether this request waits for nothing and ends soon, so that it may run on the event loop itself. Asked before
     * anything is checked; throws nothing but what refuses the request.
     */
    default boolean isBounded(KvCall call) {
        return call.isSmall();
    }

    /**
     * Answers a request that fits the rule. What goes wrong may be thrown as a {@link
     * dev.mayfly.face.couchbase.wire.StatusException}; quiet forms and what a client has not asked to be told are the
     * caller's to leave out.
     */
    KvResponse run(KvCall call);
}
