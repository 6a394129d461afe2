package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;

/** Deletes a document. */
final class DeleteCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.document(Privilege.DELETE).durable();

    private final Documents documents;

    DeleteCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        WriteTerms terms = DurabilityTerms.terms(call);
        return switch (documents.remove(call.collection(), new DocumentKey(request.key()), terms)) {
            case DocumentOutcome.Written written -> KvAnswers.written(call, written);
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is there is deleted");
        };
    }
}
