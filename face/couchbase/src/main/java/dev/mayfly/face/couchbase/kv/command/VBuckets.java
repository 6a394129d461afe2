package dev.mayfly.face.couchbase.kv.command;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Status;
import java.nio.ByteBuffer;
import java.util.function.LongSupplier;

/**
 * The answers to clients about vBuckets. All of them share one sequence of writes, each of which is durable when it is
 * answered.
 *
 * @param lastSeqno the number of the last write
 */
record VBuckets(LongSupplier lastSeqno) {
    private static final byte UNCHANGED = 0;
    private static final int ACTIVE = 1;

    /** Answers the state of a vBucket: its uuid as asked for, the persisted and the current sequence number. */
    KvResponse observe(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        if (call.request().valueLength() != Long.BYTES) {
            return KvResponse.of(Status.EINVAL);
        }
        long asked = ByteBuffer.wrap(call.request().value()).getLong();
        if (asked != bucket.vBucketUuid(vBucket)) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        long seqno = lastSeqno.getAsLong();
        byte[] answer = ByteBuffer.allocate(27)
                .put(UNCHANGED)
                .putShort((short) vBucket)
                .putLong(asked)
                .putLong(seqno)
                .putLong(seqno)
                .array();
        return KvResponse.success().value(answer, Datatype.RAW);
    }

    /** The number of every vBucket's last write. */
    KvResponse seqnos(KvCall call) {
        int count = call.bucket().vBuckets();
        boolean isAboutOthers =
                call.request().extrasLength() > 0 && call.request().extrasInt(0) > ACTIVE;
        ByteBuffer list = ByteBuffer.allocate(isAboutOthers ? 0 : count * 10);
        long seqno = lastSeqno.getAsLong();
        for (int vBucket = 0; list.hasRemaining(); vBucket++) {
            list.putShort((short) vBucket).putLong(seqno);
        }
        return KvResponse.success().value(list.array(), Datatype.RAW);
    }

    /** The histories that a vBucket has had: one. */
    KvResponse failovers(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        byte[] log = ByteBuffer.allocate(16)
                .putLong(bucket.vBucketUuid(vBucket))
                .putLong(0)
                .array();
        return KvResponse.success().value(log, Datatype.RAW);
    }
}
