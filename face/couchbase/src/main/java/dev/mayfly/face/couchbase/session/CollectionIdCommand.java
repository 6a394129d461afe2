package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.CollectionDefinition;
import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.ByteBuffer;

/** GET_COLLECTION_ID: the number by which keys name a collection. */
final class CollectionIdCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.bucket(Privilege.LOGIN);

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        CollectionPath path = CollectionPath.of(call.request(), true);
        Manifest manifest = call.bucket().manifest();
        CollectionDefinition found = path.scopeIn(manifest).find(path.collection());
        if (found == null) {
            throw StatusException.notInManifest(Status.UNKNOWN_COLLECTION, manifest.hexUid());
        }
        return KvResponse.success().extras(id(manifest, found.uid()));
    }

    /** The manifest's uid, and the number that was asked for. */
    static byte[] id(Manifest manifest, int uid) {
        return ByteBuffer.allocate(Long.BYTES + Integer.BYTES)
                .putLong(manifest.uid())
                .putInt(uid)
                .array();
    }
}
