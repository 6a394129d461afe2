package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketChanges;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.session.KvCall;
import dev.mayfly.face.couchbase.session.KvCommandTable;
import dev.mayfly.face.couchbase.session.NotMyVBucket;
import dev.mayfly.face.couchbase.session.Privilege;
import dev.mayfly.face.couchbase.session.RequestShape;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.KvRequest;
import dev.mayfly.face.couchbase.wire.KvResponse;
import dev.mayfly.face.couchbase.wire.Leb128;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Scans of vBuckets by key: opened, read a piece at a time, and closed. */
public final class RangeScanCommands {
    private static final int ID_BYTES = 16;
    private static final int CONTINUE_BYTES = 28;
    private static final int META_BYTES = 25;

    /** The number of scans that may be open; the one that was read longest ago gives way. */
    private static final int SCANS_MAX = 10_000;

    /** A piece is as long as the client asks for, and no longer than this. */
    private static final int PIECE_BYTES_MAX = 1 << 20;

    private final Documents documents;
    private final Map<UUID, RangeScan> scans = new LinkedHashMap<>(64, 0.75f, true);

    private RangeScanCommands(Documents documents) {
        this.documents = documents;
    }

    public static void addTo(KvCommandTable commands, Documents documents) {
        RangeScanCommands all = new RangeScanCommands(documents);
        RequestShape bucket = RequestShape.bucket(Privilege.LOGIN).noKey();
        commands.add(Opcode.RANGE_SCAN_CREATE, new BlockingCommand(bucket.someValue(), all::create))
                .add(
                        Opcode.RANGE_SCAN_CONTINUE,
                        new BlockingCommand(bucket.extras(CONTINUE_BYTES).noValue(), all::readOn))
                .add(
                        Opcode.RANGE_SCAN_CANCEL,
                        new BlockingCommand(bucket.extras(ID_BYTES).noValue(), all::cancel));
    }

    private KvResponse create(KvCall call) {
        Bucket bucket = call.bucket();
        int vBucket = call.request().vbucket();
        if (vBucket >= bucket.vBuckets()) {
            return NotMyVBucket.answer(call.session(), bucket);
        }
        BucketChanges changes = bucket.changes();
        if (!changes.canFollow()) {
            throw new StatusException(
                    Status.NOT_SUPPORTED, "The keys of a vBucket are not in order where several servers write it");
        }
        changes.follow();
        RangeScan scan = RangeScan.read(bucket, vBucket, call.request().value());
        require(call, scan);
        if (!changes.isBuilt()) {
            throw new StatusException(Status.ETMPFAIL, "The bucket is being put in order");
        }
        if (scan.rest().stream().noneMatch(key -> find(scan, key) != null)) {
            return KvResponse.of(Status.KEY_ENOENT);
        }
        UUID id = UUID.randomUUID();
        add(id, scan);
        byte[] value = ByteBuffer.allocate(ID_BYTES)
                .putLong(id.getMostSignificantBits())
                .putLong(id.getLeastSignificantBits())
                .array();
        return KvResponse.success().value(value, Datatype.RAW);
    }

    private static void require(KvCall call, RangeScan scan) {
        if (!call.may(Privilege.RANGE_SCAN, scan.collection())) {
            throw new StatusException(Status.EACCESS, "Authorization failure: can't execute the operation");
        }
    }

    private synchronized void add(UUID id, RangeScan scan) {
        scans.put(id, scan);
        Iterator<UUID> oldest = scans.keySet().iterator();
        while (scans.size() > SCANS_MAX) {
            oldest.next();
            oldest.remove();
        }
    }

    private static UUID id(KvRequest request) {
        return new UUID(request.extrasLong(0), request.extrasLong(Long.BYTES));
    }

    private synchronized RangeScan scan(KvCall call) {
        RangeScan scan = scans.get(id(call.request()));
        if (scan == null || scan.collection().bucket() != call.bucket()) {
            throw new StatusException(Status.KEY_ENOENT, "There is no such scan");
        }
        return scan;
    }

    private KvResponse cancel(KvCall call) {
        scan(call);
        remove(id(call.request()));
        return KvResponse.success();
    }

    private synchronized void remove(UUID id) {
        scans.remove(id);
    }

    private KvResponse readOn(KvCall call) {
        RangeScan scan = scan(call);
        require(call, scan);
        if (call.bucket().find(scan.collection().uid()) == null) {
            remove(id(call.request()));
            return KvResponse.of(Status.UNKNOWN_COLLECTION);
        }
        if (!scan.begin()) {
            return KvResponse.of(Status.EBUSY);
        }
        try {
            return piece(call, scan);
        } finally {
            scan.end();
        }
    }

    private KvResponse piece(KvCall call, RangeScan scan) {
        long itemsMax = limit(call.request().extrasInt(16), Integer.MAX_VALUE);
        long bytesMax = limit(call.request().extrasInt(24), PIECE_BYTES_MAX);
        List<DocumentKey> rest = scan.rest();
        ByteArrayOutputStream value = new ByteArrayOutputStream();
        int items = 0;
        int looked = 0;
        while (looked < rest.size() && items < itemsMax && value.size() < bytesMax) {
            DocumentKey key = rest.get(looked++);
            Document document = find(scan, key);
            if (document != null) {
                write(value, scan, document);
                items++;
            }
            scan.passed(key);
        }
        boolean isComplete = looked == rest.size();
        if (isComplete) {
            remove(id(call.request()));
        }
        byte[] extras = ByteBuffer.allocate(Integer.BYTES)
                .putInt(scan.isOfKeys() ? 0 : 1)
                .array();
        return KvResponse.of(isComplete ? Status.RANGE_SCAN_COMPLETE : Status.RANGE_SCAN_MORE)
                .extras(extras)
                .value(value.toByteArray(), Datatype.RAW);
    }

    private static @Nullable Document find(RangeScan scan, DocumentKey key) {
        return scan.collection().collection().get(scan.collection().collection().reading(), key);
    }

    private static long limit(int asked, int most) {
        return asked == 0 ? most : Math.min(most, Integer.toUnsignedLong(asked));
    }

    private void write(ByteArrayOutputStream value, RangeScan scan, Document document) {
        byte[] key = document.key().bytes();
        if (!scan.isOfKeys()) {
            DocumentMeta meta = DocumentMeta.of(document);
            value.writeBytes(ByteBuffer.allocate(META_BYTES)
                    .putInt(meta.flags())
                    .putInt((int) DocumentMeta.expiry(document))
                    .putLong(document.version())
                    .putLong(documents.shownCas(document))
                    .put((byte) (meta.datatype() & Datatype.JSON))
                    .array());
        }
        value.writeBytes(Leb128.encoded(key.length));
        value.writeBytes(key);
        if (!scan.isOfKeys()) {
            value.writeBytes(Leb128.encoded(document.bodyLength()));
            value.write(document.buffer(), document.bodyOffset(), document.bodyLength());
        }
    }
}
