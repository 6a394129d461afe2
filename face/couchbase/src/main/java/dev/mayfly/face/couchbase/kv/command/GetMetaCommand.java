package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.ByteBuffer;

/** Answers the metadata of a document, also when it is gone. */
final class GetMetaCommand implements KvCommand {
    private static final int MILLIS = 1_000;
    private static final int DELETED = 1;
    private static final int WITH_DATATYPE = 2;
    private static final int BYTES = 20;
    private static final RequestShape RULE =
            RequestShape.document(Privilege.META_READ).extras(0, 1);

    private final Documents documents;

    GetMetaCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        int form = request.extrasLength() == 0 ? 0 : request.extrasByte(0);
        if (form > WITH_DATATYPE || request.cas() != WriteTerms.ANY_CAS) {
            return KvResponse.of(Status.EINVAL);
        }
        KeyState keyState = documents.keyState(call.collection(), new DocumentKey(request.key()));
        Document live = keyState.live();
        if (live != null) {
            DocumentMeta meta = DocumentMeta.of(live);
            return answer(form, 0, meta, DocumentMeta.expiry(live)).cas(documents.shownCas(live));
        }
        Tombstone tombstone = keyState.tombstone();
        if (tombstone == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        DocumentMeta meta = DocumentMeta.fromBytes(tombstone.face());
        // A tombstone has the second of its making in place of the expiry.
        return answer(form, DELETED, meta, tombstone.goneAt() / MILLIS).cas(meta.cas());
    }

    private static KvResponse answer(int form, int deleted, DocumentMeta meta, long time) {
        ByteBuffer extras = ByteBuffer.allocate(form == WITH_DATATYPE ? BYTES + 1 : BYTES)
                .putInt(deleted)
                .putInt(meta.flags())
                .putInt((int) time)
                .putLong(meta.rev());
        if (form == WITH_DATATYPE) {
            extras.put((byte) meta.datatype());
        }
        return KvResponse.success().extras(extras.array());
    }
}
