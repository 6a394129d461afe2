package dev.mayfly.face.couchbase.kv;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Tombstone;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.Rule;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** Tells what there is of a document beside its value, and of one that is gone. */
final class GetMetaCommand implements KvCommand {
    private static final Rule RULE = Rule.document(Privilege.READ).extras(0, 1);

    /** The form of the answer that tells the datatype. */
    private static final int WITH_DATATYPE = 2;

    private static final int LIVE = 0;
    private static final int DELETED = 1;
    private static final int MILLIS = 1_000;

    private final Documents documents;

    GetMetaCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public Rule rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        KvRequest request = call.request();
        boolean withDatatype = request.extrasLength() == 1 && request.extrasByte(0) == WITH_DATATYPE;
        DocumentKey key = new DocumentKey(request.key());
        Document live = documents.get(call.collection(), key);
        if (live != null) {
            int flags = DocumentMeta.flags(live);
            byte[] extras = extras(LIVE, flags, DocumentMeta.expiry(live), DocumentMeta.rev(live));
            return answer(documents.shownCas(live), extras, DocumentMeta.datatype(live), withDatatype);
        }
        Tombstone gone = documents.remains(call.collection(), key).tombstone();
        if (gone == null) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        DocumentMeta meta = DocumentMeta.fromBytes(gone.face());
        // Where a live document has its expiry, a deleted one has when it went.
        byte[] extras = extras(DELETED, meta.flags(), gone.goneAt() / MILLIS, meta.rev());
        return answer(meta.cas(), extras, meta.datatype(), withDatatype);
    }

    private static byte[] extras(int deleted, int flags, long seconds, long revision) {
        return ByteBuffer.allocate(21)
                .putInt(deleted)
                .putInt(flags)
                .putInt((int) seconds)
                .putLong(revision)
                .array();
    }

    private static KvResponse answer(long cas, byte[] extras, int datatype, boolean withDatatype) {
        extras[extras.length - 1] = (byte) datatype;
        return KvResponse.success()
                .cas(cas)
                .extras(withDatatype ? extras : Arrays.copyOf(extras, extras.length - 1));
    }
}
