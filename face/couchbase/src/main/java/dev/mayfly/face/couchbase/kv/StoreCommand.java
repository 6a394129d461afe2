package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.Rule;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Stores a whole document: SET, ADD and REPLACE. */
final class StoreCommand implements KvCommand {
    private static final int EXTRAS = 8;
    private static final int EXPIRY_AT = 4;
    private static final long UNSIGNED = 0xffff_ffffL;

    private final Documents documents;
    private final StoreRequest.Mode mode;
    private final Rule rule;

    StoreCommand(Documents documents, StoreRequest.Mode mode) {
        this.documents = documents;
        this.mode = mode;
        this.rule = mode == StoreRequest.Mode.ADD
                ? Rule.document(Privilege.INSERT).extras(EXTRAS).anyValue().durable()
                : Rule.document(Privilege.UPSERT).extras(EXTRAS).anyValue().durable().preserving();
    }

    @Override
    public Rule rule() {
        return rule;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        if (mode == StoreRequest.Mode.ADD && request.cas() != WriteTerms.ANY_CAS) {
            return KvResponse.of(Status.EINVAL);
        }
        if (request.valueLength() > Documents.VALUE_BYTES_MAX) {
            return KvResponse.of(Status.E2BIG);
        }
        StoreRequest store = new StoreRequest(
                mode,
                request.value(),
                request.extrasInt(0),
                request.extrasInt(EXPIRY_AT) & UNSIGNED,
                call.framing().preservesExpiry() ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED);
        WriteTerms terms = Durable.terms(call);
        return switch (documents.write(call.collection(), new DocumentKey(request.key()), terms, store)) {
            case DocumentOutcome.Written written -> Answers.written(call, written);
            case DocumentOutcome.Refused(Refusal why) -> Answers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is stored is written");
        };
    }
}
