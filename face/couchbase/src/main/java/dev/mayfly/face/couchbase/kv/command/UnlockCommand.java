package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Gives up a lock. */
final class UnlockCommand implements KvCommand {
    private static final RequestShape RULE = RequestShape.document(Privilege.READ);

    private final Documents documents;

    UnlockCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (request.cas() == WriteTerms.ANY_CAS) {
            return KvResponse.of(Status.EINVAL);
        }
        Refusal refusal = documents.unlock(call.collection(), new DocumentKey(request.key()), request.cas());
        return refusal == null ? KvResponse.success() : KvAnswers.refused(call, refusal);
    }
}
