package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;

/** The answers to outcomes. */
public final class KvAnswers {
    private KvAnswers() {}

    /** Answers a refusal; a client that does not know all statuses is sent the nearest that it knows. */
    public static KvResponse refused(KvCall call, Refusal why) {
        return KvResponse.of(status(why, call.session().has(Feature.XERROR)));
    }

    private static Status status(Refusal why, boolean knowsAll) {
        return switch (why) {
            case NOT_FOUND -> Status.KEY_ENOENT;
            case EXISTS -> Status.KEY_EEXISTS;
            case LOCKED -> knowsAll ? Status.LOCKED : Status.KEY_EEXISTS;
            case LOCKED_FOR_NOW -> knowsAll ? Status.LOCKED : Status.ETMPFAIL;
            case NOT_LOCKED -> knowsAll ? Status.NOT_LOCKED : Status.ETMPFAIL;
            case NOT_STORED -> Status.NOT_STORED;
            case NOT_A_NUMBER -> Status.DELTA_BADVAL;
            case TOO_BIG -> Status.E2BIG;
            case INVALID, EXPIRY_TOO_LATE -> Status.EINVAL;
            case BUSY -> Status.ETMPFAIL;
        };
    }

    /** Answers a write with the new CAS and the name of the mutation. */
    static KvResponse written(KvCall call, DocumentOutcome.Written written) {
        return KvResponse.success()
                .cas(written.cas())
                .token(call.bucket().vBucketUuid(call.request().vbucket()), written.seqno());
    }

    /** Answers a document with flags and value; the value is sent without a copy. */
    static KvResponse document(Document document, long cas) {
        return KvResponse.success()
                .cas(cas)
                .extrasInt(DocumentMeta.flags(document))
                .value(
                        document.buffer(),
                        document.bodyOffset(),
                        document.bodyLength(),
                        DocumentMeta.datatype(document) & Datatype.JSON);
    }
}
