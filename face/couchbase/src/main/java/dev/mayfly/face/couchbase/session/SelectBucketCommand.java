package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** SELECT_BUCKET: chooses the bucket of all that follows. */
final class SelectBucketCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.connection(Privilege.LOGIN).withKey().noValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    /** Selects a bucket. A user without access to one of that name is not told whether it exists. */
    @Override
    public KvResponse run(KvCall call) {
        KvSession session = call.session();
        String name = call.request().keyText();
        Identity identity = session.identity();
        if (identity == null || !identity.mayEnter(name)) {
            return KvResponse.of(Status.EACCESS);
        }
        Bucket bucket = session.services().buckets().find(name);
        if (bucket == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        session.select(bucket);
        return KvResponse.success();
    }
}
