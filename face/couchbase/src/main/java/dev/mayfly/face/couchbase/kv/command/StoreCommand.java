package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.StoreRequest;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.JointCommand;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.util.ArrayList;
import java.util.List;

/** Stores a whole document: SET, ADD and REPLACE. */
final class StoreCommand implements JointCommand {
    private static final int EXTRAS = 8;
    private static final int EXPIRY_AT = 4;
    private static final long UNSIGNED = 0xffff_ffffL;

    private final Documents documents;
    private final StoreRequest.Mode mode;
    private final RequestShape rule;

    StoreCommand(Documents documents, StoreRequest.Mode mode) {
        this.documents = documents;
        this.mode = mode;
        this.rule = mode == StoreRequest.Mode.ADD
                ? RequestShape.document(Privilege.INSERT)
                        .extras(EXTRAS)
                        .anyValue()
                        .durable()
                : RequestShape.document(Privilege.UPSERT)
                        .extras(EXTRAS)
                        .anyValue()
                        .durable()
                        .preserving();
    }

    @Override
    public RequestShape rule() {
        return rule;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        boolean isAddWithCas = mode == StoreRequest.Mode.ADD && request.cas() != WriteTerms.ANY_CAS;
        if (isAddWithCas || Datatype.hasXattrs(request.datatype())) {
            return KvResponse.of(Status.EINVAL);
        }
        if (request.valueLength() > Documents.VALUE_BYTES_MAX) {
            return KvResponse.of(Status.E2BIG);
        }
        WriteTerms terms = DurabilityTerms.terms(call);
        DocumentKey key = new DocumentKey(request.key());
        return answer(call, documents.write(call.collection(), key, terms, storing(call)));
    }

    /** Joins unconditional stores: one of them may run again if others of its batch prevent the common write. */
    @Override
    public boolean mayJoin(KvCall call) {
        return mode == StoreRequest.Mode.SET
                && call.request().cas() == WriteTerms.ANY_CAS
                && !Datatype.hasXattrs(call.request().datatype());
    }

    @Override
    public List<KvResponse> runAll(List<KvCall> calls) {
        List<Documents.Writing> all = new ArrayList<>(calls.size());
        for (KvCall call : calls) {
            DocumentKey key = new DocumentKey(call.request().key());
            all.add(new Documents.Writing(call.collection(), key, storing(call)));
        }
        List<DocumentOutcome> outcomes = documents.writeAll(all);
        List<KvResponse> responses = new ArrayList<>(calls.size());
        for (int i = 0; i < outcomes.size(); i++) {
            responses.add(answer(calls.get(i), outcomes.get(i)));
        }
        return responses;
    }

    private StoreRequest storing(KvCall call) {
        KvRequest request = call.request();
        return new StoreRequest(
                mode,
                request.value(),
                request.extrasInt(0),
                request.extrasInt(EXPIRY_AT) & UNSIGNED,
                call.framing().preservesExpiry() ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED);
    }

    private static KvResponse answer(KvCall call, DocumentOutcome outcome) {
        return switch (outcome) {
            case DocumentOutcome.Written written -> KvAnswers.written(call, written);
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is stored is written");
        };
    }
}
