package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.ManifestForms;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;

/** GET_COLLECTIONS_MANIFEST: the scopes and collections of the bucket. */
final class ManifestCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.bucket(Privilege.LOGIN).noKey().noValue();

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        return KvResponse.success().value(ManifestForms.keyValue(call.bucket().manifest()), Datatype.JSON);
    }
}
