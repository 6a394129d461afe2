package dev.mayfly.face.couchbase.subdoc;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.kv.command.DurabilityTerms;
import dev.mayfly.face.couchbase.kv.command.KvAnswers;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Changes parts of a document. */
final class MutationCommand implements KvCommand {
    private final Documents documents;
    private final RequestReader reader;
    private final RequestShape rule;
    private final PropertyLifetimes lifetimes = new PropertyLifetimes();

    MutationCommand(Documents documents, RequestReader reader) {
        this.documents = documents;
        this.reader = reader;
        RequestShape any =
                RequestShape.document(Privilege.UPSERT).anyValue().durable().preserving();
        this.rule = reader.single() == null ? any.extras(0, 1, 4, 5, 8, 9) : any.extras(3, 4, 7, 8, 11, 12);
    }

    @Override
    public RequestShape rule() {
        return rule;
    }

    /** A request that gives a property a lifetime may have to make the rule about it, which takes as long as an index. */
    @Override
    public boolean isBounded(KvCall call) {
        return call.isSmall() && !PropertyLifetimes.isIn(call.request());
    }

    @Override
    public KvResponse run(KvCall call) {
        SubdocRequest asked = reader.read(call);
        lifetimes.require(call.collection().collection(), asked);
        KvRequest request = call.request();
        long vBucketUuid = call.bucket().vBucketUuid(request.vbucket());
        SubdocEditor editor = new SubdocEditor(
                asked,
                new Subjects(vBucketUuid),
                call.may(Privilege.SYSTEM_XATTR_WRITE),
                call.framing().preservesExpiry());
        WriteTerms terms = DurabilityTerms.terms(call);
        DocumentOutcome outcome = documents.write(call.collection(), new DocumentKey(request.key()), terms, editor);
        return switch (outcome) {
            case DocumentOutcome.Written(long cas, long seqno) ->
                Responses.mutation(asked, editor.execution(), editor.leavesDeleted())
                        .cas(cas)
                        .token(vBucketUuid, seqno);
            // A lock is met before anything is written, and answered as lock requests answer it.
            case DocumentOutcome.Refused(Refusal why) ->
                KvAnswers.refused(call, why == Refusal.LOCKED ? Refusal.LOCKED_FOR_NOW : why);
            case DocumentOutcome.Unchanged _ -> unchanged(asked, editor);
        };
    }

    private static KvResponse unchanged(SubdocRequest asked, SubdocEditor editor) {
        Status refused = editor.refused();
        return refused == null ? Responses.mutation(asked, editor.execution(), false) : KvResponse.of(refused);
    }
}
