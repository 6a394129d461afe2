package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.AppendEdit;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Makes a document longer: APPEND and PREPEND. */
final class AppendCommand implements KvCommand {
    private static final RequestShape RULE =
            RequestShape.document(Privilege.UPSERT).anyValue().durable().preserving();

    private final Documents documents;
    private final boolean atEnd;

    AppendCommand(Documents documents, boolean atEnd) {
        this.documents = documents;
        this.atEnd = atEnd;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (Datatype.hasXattrs(request.datatype())) {
            return KvResponse.of(Status.EINVAL);
        }
        AppendEdit edit = new AppendEdit(atEnd, request.value(), call.framing().preservesExpiry());
        WriteTerms terms = DurabilityTerms.terms(call);
        return switch (documents.write(call.collection(), new DocumentKey(request.key()), terms, edit)) {
            case DocumentOutcome.Written written -> KvAnswers.written(call, written);
            case DocumentOutcome.Refused(Refusal why) ->
                // There is nothing of the CAS that was demanded either.
                KvAnswers.refused(call, why == Refusal.NOT_FOUND ? Refusal.NOT_STORED : why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is appended to is written");
        };
    }
}
