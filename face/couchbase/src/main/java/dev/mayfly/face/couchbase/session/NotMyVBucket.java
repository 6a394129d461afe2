package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** The answer to a request for a vBucket that does not exist: it brings the configuration that tells which do. */
public final class NotMyVBucket {
    private NotMyVBucket() {}

    /** A client that wants each configuration once is not told again what it has been told. */
    public static KvResponse answer(KvSession session, Bucket bucket) {
        KvResponse response = KvResponse.of(Status.NOT_MY_VBUCKET);
        if (session.has(Feature.DEDUPE_NOT_MY_VBUCKET_CONFIG) && !session.isNews()) {
            return response;
        }
        session.told();
        return response.value(session.services().configs().of(bucket), Datatype.JSON);
    }
}
