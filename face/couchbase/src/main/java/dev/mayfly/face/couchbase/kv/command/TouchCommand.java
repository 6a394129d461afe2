package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.TouchWrite;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.JointCommand;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.util.ArrayList;
import java.util.List;

/** Gives a document another expiry, and answers it if asked to: TOUCH and GAT. */
final class TouchCommand implements JointCommand {
    private static final long UNSIGNED = 0xffff_ffffL;
    private static final RequestShape RULE =
            RequestShape.document(Privilege.UPSERT).extras(4);

    private final Documents documents;
    private final boolean answersDocument;

    TouchCommand(Documents documents, boolean answersDocument) {
        this.documents = documents;
        this.answersDocument = answersDocument;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (request.cas() != WriteTerms.ANY_CAS) {
            return KvResponse.of(Status.EINVAL);
        }
        if (answersDocument) {
            call.require(Privilege.READ);
        }
        TouchWrite touch = touching(call);
        DocumentKey key = new DocumentKey(request.key());
        return answer(call, touch, documents.write(call.collection(), key, WriteTerms.PLAIN, touch));
    }

    /** A document that was touched may be touched again. */
    @Override
    public boolean mayJoin(KvCall call) {
        return call.request().cas() == WriteTerms.ANY_CAS;
    }

    @Override
    public List<KvResponse> runAll(List<KvCall> calls) {
        List<TouchWrite> touches = new ArrayList<>(calls.size());
        List<Documents.Writing> all = new ArrayList<>(calls.size());
        for (KvCall call : calls) {
            if (answersDocument) {
                call.require(Privilege.READ);
            }
            TouchWrite touch = touching(call);
            touches.add(touch);
            all.add(new Documents.Writing(
                    call.collection(), new DocumentKey(call.request().key()), touch));
        }
        List<DocumentOutcome> outcomes = documents.writeAll(all);
        List<KvResponse> responses = new ArrayList<>(calls.size());
        for (int at = 0; at < outcomes.size(); at++) {
            responses.add(answer(calls.get(at), touches.get(at), outcomes.get(at)));
        }
        return responses;
    }

    private static TouchWrite touching(KvCall call) {
        long expiry = call.request().extrasInt(0) & UNSIGNED;
        return new TouchWrite(expiry, call.collection().ttlLimit());
    }

    private KvResponse answer(KvCall call, TouchWrite touch, DocumentOutcome outcome) {
        return switch (outcome) {
            case DocumentOutcome.Written written -> answer(touch.document(), written.cas());
            case DocumentOutcome.Unchanged _ -> answer(touch.document(), documents.shownCas(touch.document()));
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
        };
    }

    private KvResponse answer(Document document, long cas) {
        return answersDocument
                ? KvAnswers.document(document, cas)
                : KvResponse.success().cas(cas);
    }
}
