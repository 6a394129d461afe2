package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.sequence.SequencedChange;
import dev.mayfly.face.couchbase.bucket.ManifestEvent;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.SystemXattrs;
import dev.mayfly.face.couchbase.kv.XattrBlob;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.DcpFrame;
import dev.mayfly.face.couchbase.wire.Leb128;
import dev.mayfly.face.couchbase.wire.Opcode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import org.xerial.snappy.Snappy;

/** Words the changes of one stream as its connection has asked for. */
final class ChangeMessages {
    private static final byte[] NOTHING = new byte[0];
    private static final int MILLIS = 1_000;
    private static final int MUTATION_BYTES = 31;
    private static final int DELETION_BYTES = 18;
    private static final int DELETION_BYTES_V2 = 21;
    private static final int EXPIRATION_BYTES = 20;

    private final ProducerFlags flags;
    private final ProducerControls controls;
    private final boolean namesCollections;
    private final StreamName stream;
    private final boolean sendsValues;
    private final SystemEventMessages events;

    /** Where the messages of a stream belong. */
    record StreamName(int vBucket, int opaque, int id) {}

    /**
     * @param namesCollections whether keys begin with the number of their collection
     * @param sendsValues false for a stream that has asked for none, whatever the connection has
     */
    ChangeMessages(
            ProducerFlags flags,
            ProducerControls controls,
            boolean namesCollections,
            StreamName stream,
            boolean sendsValues) {
        this.flags = flags;
        this.controls = controls;
        this.namesCollections = namesCollections;
        this.stream = stream;
        this.sendsValues = sendsValues && flags.sendsValues();
        this.events = new SystemEventMessages(stream, controls.sendsFlatEvents());
    }

    DcpFrame of(VBucketChange change) {
        ManifestEvent event = change.event();
        SequencedChange of = change.document();
        if (event != null) {
            return events.of(change.seqno(), event);
        }
        if (of == null) {
            throw new IllegalStateException("a change of nothing");
        }
        Document document = of.document();
        Tombstone tombstone = of.tombstone();
        byte[] key = key(change.collection(), of.key().bytes());
        if (document != null) {
            return mutation(change.seqno(), key, document);
        }
        if (tombstone == null) {
            throw new IllegalStateException("a change of nothing");
        }
        return gone(change.seqno(), key, tombstone);
    }

    private byte[] key(int collection, byte[] key) {
        if (!namesCollections) {
            return key;
        }
        byte[] id = Leb128.encoded(collection);
        return ByteBuffer.allocate(id.length + key.length).put(id).put(key).array();
    }

    private DcpFrame mutation(long seqno, byte[] key, Document document) {
        DocumentMeta meta = DocumentMeta.of(document);
        byte[] extras = ByteBuffer.allocate(MUTATION_BYTES)
                .putLong(seqno)
                .putLong(meta.rev())
                .putInt(meta.flags())
                .putInt((int) DocumentMeta.expiry(document))
                .array();
        byte[] body = sendsValues ? document.body() : NOTHING;
        int datatype = sendsValues || flags.keepsDatatype() ? meta.datatype() & Datatype.JSON : Datatype.RAW;
        boolean hasXattrs = flags.sendsXattrs() && meta.xattrs().length > 0;
        byte[] value = hasXattrs ? new XattrBlob(meta.xattrs(), body).toBytes() : body;
        return frame(Opcode.DCP_MUTATION, meta.cas(), datatype | (hasXattrs ? Datatype.XATTR : 0), extras, key, value);
    }

    private DcpFrame gone(long seqno, byte[] key, Tombstone tombstone) {
        DocumentMeta meta = DocumentMeta.fromBytes(tombstone.face());
        int seconds = (int) (tombstone.goneAt() / MILLIS);
        byte[] kept =
                controls.keepsUserXattrs() || flags.keepsUserXattrs() ? meta.xattrs() : SystemXattrs.of(meta.xattrs());
        boolean hasXattrs = flags.sendsXattrs() && kept.length > 0;
        byte[] value = hasXattrs ? new XattrBlob(kept, NOTHING).toBytes() : NOTHING;
        int datatype = hasXattrs ? Datatype.XATTR : Datatype.RAW;
        if (tombstone.cause() == Tombstone.Cause.EXPIRED && controls.tellsExpiry()) {
            byte[] extras = ByteBuffer.allocate(EXPIRATION_BYTES)
                    .putLong(seqno)
                    .putLong(meta.rev())
                    .putInt(seconds)
                    .array();
            return frame(Opcode.DCP_EXPIRATION, meta.cas(), datatype, extras, key, value);
        }
        boolean tellsTime = flags.tellsDeleteTimes() || controls.tellsExpiry();
        ByteBuffer extras = ByteBuffer.allocate(tellsTime ? DELETION_BYTES_V2 : DELETION_BYTES)
                .putLong(seqno)
                .putLong(meta.rev());
        if (tellsTime) {
            extras.putInt(seconds);
        }
        return frame(Opcode.DCP_DELETION, meta.cas(), datatype, extras.array(), key, value);
    }

    private DcpFrame frame(Opcode opcode, long cas, int datatype, byte[] extras, byte[] key, byte[] value) {
        boolean compresses = controls.compresses() && value.length > 0;
        return new DcpFrame(
                opcode,
                stream.vBucket,
                stream.opaque,
                stream.id,
                cas,
                compresses ? datatype | Datatype.SNAPPY : datatype,
                extras,
                key,
                compresses ? compressed(value) : value);
    }

    private static byte[] compressed(byte[] value) {
        try {
            return Snappy.compress(value);
        } catch (IOException failure) {
            throw new UncheckedIOException(failure);
        }
    }
}
