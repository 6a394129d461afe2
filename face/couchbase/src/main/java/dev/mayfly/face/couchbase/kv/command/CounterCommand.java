package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.kv.CounterEdit;
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
import java.nio.ByteBuffer;

/** Counts a document up or down. */
final class CounterCommand implements KvCommand {
    private static final int INITIAL_AT = 8;
    private static final int EXPIRY_AT = 16;
    private static final long UNSIGNED = 0xffff_ffffL;
    private static final RequestShape RULE =
            RequestShape.document(Privilege.UPSERT).extras(20).durable().preserving();

    private final Documents documents;
    private final boolean up;

    CounterCommand(Documents documents, boolean up) {
        this.documents = documents;
        this.up = up;
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
        CounterEdit edit = new CounterEdit(
                up,
                request.extrasLong(0),
                request.extrasLong(INITIAL_AT),
                request.extrasInt(EXPIRY_AT) & UNSIGNED,
                call.framing().preservesExpiry());
        WriteTerms terms = DurabilityTerms.terms(call);
        return switch (documents.write(call.collection(), new DocumentKey(request.key()), terms, edit)) {
            case DocumentOutcome.Written written ->
                KvAnswers.written(call, written).value(bytes(edit.result()), Datatype.RAW);
            case DocumentOutcome.Refused(Refusal why) -> KvAnswers.refused(call, why);
            case DocumentOutcome.Unchanged _ -> throw new IllegalStateException("what is counted is written");
        };
    }

    private static byte[] bytes(long number) {
        return ByteBuffer.allocate(Long.BYTES).putLong(number).array();
    }
}
