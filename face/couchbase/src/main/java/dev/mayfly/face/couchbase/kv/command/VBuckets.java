package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.FailoverLog;
import dev.mayfly.face.couchbase.session.Feature;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.nio.ByteBuffer;
import java.util.List;

/** The answers to clients about vBuckets. Each write is durable when it is answered, so what is current is persisted. */
final class VBuckets {
    private static final byte UNCHANGED = 0;
    private static final byte CHANGED = 1;
    private static final int ACTIVE = 1;
    private static final int ANSWER_BYTES = 27;

    private VBuckets() {}

    /**
     * Answers the state of a vBucket: its uuid, the persisted and the current sequence number, and if the uuid that is asked for
     * is that of an earlier history, how far that went.
     */
    static KvResponse observe(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        if (call.request().valueLength() != Long.BYTES) {
            return KvResponse.of(Status.EINVAL);
        }
        long asked = ByteBuffer.wrap(call.request().value()).getLong();
        List<FailoverLog.Entry> histories = bucket.changes().failovers(vBucket);
        for (int index = 0; index < histories.size(); index++) {
            if (histories.get(index).uuid() == asked) {
                return KvResponse.success().value(state(bucket, vBucket, histories, index), Datatype.RAW);
            }
        }
        return KvResponse.of(Status.KEY_ENOENT);
    }

    private static byte[] state(Bucket bucket, int vBucket, List<FailoverLog.Entry> histories, int asked) {
        boolean isCurrent = asked == 0;
        long seqno = bucket.changes().high(vBucket);
        ByteBuffer answer = ByteBuffer.allocate(isCurrent ? ANSWER_BYTES : ANSWER_BYTES + 2 * Long.BYTES)
                .put(isCurrent ? UNCHANGED : CHANGED)
                .putShort((short) vBucket)
                .putLong(histories.getFirst().uuid())
                .putLong(seqno)
                .putLong(seqno);
        if (!isCurrent) {
            answer.putLong(histories.get(asked).uuid())
                    .putLong(histories.get(asked - 1).seqno());
        }
        return answer.array();
    }

    /** The number of every vBucket's last change, in all collections or in one. */
    static KvResponse seqnos(KvCall call) {
        Bucket bucket = call.bucket();
        int extras = call.request().extrasLength();
        boolean isAboutOthers = extras > 0 && call.request().extrasInt(0) > ACTIVE;
        BucketCollection only = extras == 2 * Integer.BYTES ? collection(call) : null;
        ByteBuffer list = ByteBuffer.allocate(isAboutOthers ? 0 : bucket.vBuckets() * 10);
        for (int vBucket = 0; list.hasRemaining(); vBucket++) {
            long seqno = only == null
                    ? bucket.changes().high(vBucket)
                    : bucket.changes().high(vBucket, only);
            list.putShort((short) vBucket).putLong(seqno);
        }
        return KvResponse.success().value(list.array(), Datatype.RAW);
    }

    private static BucketCollection collection(KvCall call) {
        BucketCollection found = call.bucket().find(call.request().extrasInt(Integer.BYTES));
        if (!call.session().has(Feature.COLLECTIONS)) {
            throw new StatusException(Status.EINVAL, "The connection has not negotiated collections");
        }
        if (found == null) {
            throw StatusException.notInManifest(
                    Status.UNKNOWN_COLLECTION, call.bucket().manifest().hexUid());
        }
        return found;
    }

    /** The histories that a vBucket has had, the newest first. */
    static KvResponse failovers(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        List<FailoverLog.Entry> entries = bucket.changes().failovers(vBucket);
        ByteBuffer log = ByteBuffer.allocate(entries.size() * 2 * Long.BYTES);
        entries.forEach(each -> log.putLong(each.uuid()).putLong(each.seqno()));
        return KvResponse.success().value(log.array(), Datatype.RAW);
    }
}
