package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** A scan of the documents of one vBucket in one collection, by their keys. It holds no more than where it has come to. */
final class RangeScan {
    private static final int HEX = 16;
    private static final int SAMPLES_MAX = 1 << 20;

    private final BucketCollection collection;
    private final int vBucket;
    private final boolean isOfKeys;
    private final Bound from;
    private final Bound until;
    private final @Nullable Sampling sampling;
    private final AtomicBoolean isRunning = new AtomicBoolean();
    private @Nullable DocumentKey last;

    /** One end of a range. */
    private record Bound(DocumentKey key, boolean isInclusive) {}

    /** A choice of keys that is the same each time it is made. */
    private record Sampling(long seed, int samples) {}

    private RangeScan(
            BucketCollection collection,
            int vBucket,
            boolean isOfKeys,
            Bound from,
            Bound until,
            @Nullable Sampling sampling) {
        this.collection = collection;
        this.vBucket = vBucket;
        this.isOfKeys = isOfKeys;
        this.from = from;
        this.until = until;
        this.sampling = sampling;
    }

    /** Reads what a request asks for. */
    static RangeScan read(Bucket bucket, int vBucket, byte[] value) {
        JsonNode json = DcpJson.object(value, RangeScan::malformed);
        int id = hex(json.path("collection").asString("0"));
        BucketCollection collection = bucket.find(id);
        if (collection == null) {
            throw StatusException.notInManifest(
                    Status.UNKNOWN_COLLECTION, bucket.manifest().hexUid());
        }
        checkSnapshot(bucket, vBucket, json.path("snapshot_requirements"));
        boolean isOfKeys = json.path("key_only").asBoolean(false);
        JsonNode range = json.path("range");
        JsonNode sampling = json.path("sampling");
        if (range.isObject() == sampling.isObject()) {
            throw malformed();
        }
        if (sampling.isObject()) {
            int samples = sampling.path("samples").asInt(0);
            if (samples <= 0 || samples > SAMPLES_MAX) {
                throw malformed();
            }
            Bound none = new Bound(new DocumentKey(new byte[0]), true);
            Sampling chosen = new Sampling(sampling.path("seed").asLong(0), samples);
            return new RangeScan(collection, vBucket, isOfKeys, none, none, chosen);
        }
        Bound from = bound(range, "start", "excl_start");
        Bound until = bound(range, "end", "excl_end");
        return new RangeScan(collection, vBucket, isOfKeys, from, until, null);
    }

    private static int hex(String text) {
        try {
            return Integer.parseUnsignedInt(text, HEX);
        } catch (NumberFormatException _) {
            throw malformed();
        }
    }

    private static Bound bound(JsonNode range, String inclusive, String exclusive) {
        boolean isInclusive = range.has(inclusive);
        if (isInclusive == range.has(exclusive)) {
            throw malformed();
        }
        try {
            String text = range.path(isInclusive ? inclusive : exclusive).asString();
            return new Bound(new DocumentKey(Base64.getDecoder().decode(text)), isInclusive);
        } catch (IllegalArgumentException _) {
            throw malformed();
        }
    }

    /** A client may ask to see what it has written: all of that is there, unless it is of another history. */
    private static void checkSnapshot(Bucket bucket, int vBucket, JsonNode wanted) {
        if (wanted.isMissingNode()) {
            return;
        }
        if (!wanted.path("vb_uuid").asString().equals(Long.toUnsignedString(bucket.vBucketUuid(vBucket)))) {
            throw new StatusException(Status.NOT_MY_VBUCKET);
        }
        if (wanted.path("seqno").asLong(0) > bucket.changes().settled()) {
            throw new StatusException(Status.ETMPFAIL, "The sequence number has not been given out");
        }
    }

    private static StatusException malformed() {
        return new StatusException(Status.EINVAL, "The scan is malformed");
    }

    BucketCollection collection() {
        return collection;
    }

    boolean isOfKeys() {
        return isOfKeys;
    }

    /** Returns false if it is running already. */
    boolean begin() {
        return isRunning.compareAndSet(false, true);
    }

    void end() {
        isRunning.set(false);
    }

    /** Returns the keys that are yet to come, in their order, of documents that may be gone. */
    List<DocumentKey> rest() {
        DocumentKey before = last;
        Sampling chosen = sampling;
        if (chosen != null) {
            List<DocumentKey> all =
                    new ArrayList<>(collection.collection().changeSequence().keys(vBucket, _ -> true));
            Collections.shuffle(all, new Random(chosen.seed));
            return all.stream()
                    .limit(chosen.samples)
                    .sorted()
                    .filter(key -> before == null || key.compareTo(before) > 0)
                    .toList();
        }
        return collection
                .collection()
                .changeSequence()
                .keys(vBucket, key -> isInside(key) && (before == null || key.compareTo(before) > 0));
    }

    private boolean isInside(DocumentKey key) {
        int low = key.compareTo(from.key);
        int high = key.compareTo(until.key);
        return (low > 0 || (low == 0 && from.isInclusive)) && (high < 0 || (high == 0 && until.isInclusive));
    }

    void passed(DocumentKey key) {
        last = key;
    }
}
