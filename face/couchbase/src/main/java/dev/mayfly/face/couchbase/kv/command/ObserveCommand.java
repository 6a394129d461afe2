package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommand;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Leb128;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.io.ByteArrayOutputStream;
import java.nio.BufferUnderflowException;
import java.nio.ByteBuffer;
import java.util.Arrays;

/** OBSERVE: whether documents are on disk, which they are when they are there. */
final class ObserveCommand implements KvCommand {
    /*
     * Asked for, again and again: vBucket 2 | length of key 2 | key. Answered: the same, and state 1 | CAS 8.
     */
    private static final int PERSISTED = 0x01;
    private static final int NOT_FOUND = 0x80;
    private static final int DELETED = 0x81;
    private static final RequestShape RULE =
            RequestShape.bucket(Privilege.READ).noKey().someValue();

    private final Documents documents;

    ObserveCommand(Documents documents) {
        this.documents = documents;
    }

    @Override
    public RequestShape rule() {
        return RULE;
    }

    @Override
    public KvResponse run(KvCall call) {
        ByteBuffer asked = ByteBuffer.wrap(call.request().value());
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        try {
            while (asked.hasRemaining()) {
                int vBucket = asked.getShort() & 0xffff;
                byte[] key = new byte[asked.getShort() & 0xffff];
                asked.get(key);
                if (vBucket >= call.bucket().vBuckets()) {
                    return NotMyVBucket.answer(call.session(), call.bucket());
                }
                answer.writeBytes(ByteBuffer.allocate(key.length + 13)
                        .putShort((short) vBucket)
                        .putShort((short) key.length)
                        .put(key)
                        .put(state(call, key))
                        .array());
            }
        } catch (BufferUnderflowException _) {
            return KvResponse.of(Status.EINVAL);
        }
        return KvResponse.success().value(answer.toByteArray(), Datatype.RAW);
    }

    private byte[] state(KvCall call, byte[] key) {
        int prefix = 0;
        int collection = 0;
        if (call.session().has(Feature.COLLECTIONS)) {
            prefix = Leb128.length(key, 0, key.length);
            if (prefix == 0) {
                throw new StatusException(Status.EINVAL, "The key does not begin with the id of a collection");
            }
            collection = Leb128.value(key, 0, prefix);
        }
        BucketCollection in = call.bucket().find(collection);
        if (in == null) {
            throw StatusException.notInManifest(
                    Status.UNKNOWN_COLLECTION, call.bucket().manifest().hexUid());
        }
        KeyState keyState = documents.keyState(in, new DocumentKey(Arrays.copyOfRange(key, prefix, key.length)));
        Document live = keyState.live();
        Tombstone tombstone = keyState.tombstone();
        if (live != null) {
            return state(PERSISTED, documents.shownCas(live));
        }
        return tombstone == null
                ? state(NOT_FOUND, 0)
                : state(DELETED, DocumentMeta.fromBytes(tombstone.face()).cas());
    }

    private static byte[] state(int state, long cas) {
        return ByteBuffer.allocate(9).put((byte) state).putLong(cas).array();
    }
}
