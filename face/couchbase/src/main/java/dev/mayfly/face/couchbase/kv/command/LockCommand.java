package dev.mayfly.face.couchbase.kv.command;

import static java.util.Objects.requireNonNull;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.LockWrite;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** Reads a document and locks it. */
final class LockCommand implements KvCommand {
    private static final int DEFAULT_SECONDS = 15;
    private static final int SECONDS_MAX = 30;
    private static final RequestShape RULE =
            RequestShape.document(Privilege.READ).extras(0, 4);

    private final Documents documents;

    LockCommand(Documents documents) {
        this.documents = documents;
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
        call.require(Privilege.UPSERT);
        LockWrite lock = documents.newLock(seconds(request));
        return switch (Documents.lock(call.collection(), new DocumentKey(request.key()), lock)) {
            case DocumentOutcome.Written written -> KvAnswers.document(requireNonNull(lock.document()), written.cas());
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is locked is written");
        };
    }

    /** Returns the lock time: the usual one if the request gives none, or one that is too long. */
    private static int seconds(KvRequest request) {
        int asked = request.extrasLength() == 0 ? 0 : request.extrasInt(0);
        return asked <= 0 || asked > SECONDS_MAX ? DEFAULT_SECONDS : asked;
    }
}
