package dev.mayfly.face.couchbase.session;

import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.wire.KvResponse;

/** GET_SCOPE_ID: the number of a scope. */
final class ScopeIdCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.bucket(Privilege.LOGIN);

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        CollectionPath path = CollectionPath.of(call.request(), false);
        Manifest manifest = call.bucket().manifest();
        Scope scope = path.scopeIn(manifest);
        return KvResponse.success().extras(CollectionIdCommand.id(manifest, scope.uid()));
    }
}
