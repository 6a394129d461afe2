package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;

/** GET_SCOPE_ID: the number of a scope. */
final class ScopeIdCommand implements KvCommand {
    private static final Rule RULE = Rule.bucket(Privilege.LOGIN);

    @Override
    public Rule rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        CollectionPath path = CollectionPath.of(call.request(), false);
        Manifest manifest = call.bucket().manifest();
        Scope scope = manifest.find(path.scope());
        if (scope == null) {
            throw StatusException.notInManifest(Status.UNKNOWN_SCOPE, manifest.hexUid());
        }
        return KvResponse.success().extras(CollectionIdCommand.id(manifest, scope.uid()));
    }
}
