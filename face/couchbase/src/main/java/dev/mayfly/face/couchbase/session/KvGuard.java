package dev.mayfly.face.couchbase.session;

import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.couchbase.wire.KvRequest;

/** Counts what a key-value request holds that is not short. It is never ended in between. Used by one thread. */
final class KvGuard extends RequestGuard {
    /** A value lies in its request, as the engine stores it, and in the store's batch. */
    private static final int COPIES_OF_A_VALUE = 3;

    KvGuard(KvRequest request, RequestMemoryPool memory) {
        super(memory.open());
        admit((long) request.frameLength() * COPIES_OF_A_VALUE);
    }

    @Override
    public void check() {
        // A request about one document ends by itself.
    }
}
