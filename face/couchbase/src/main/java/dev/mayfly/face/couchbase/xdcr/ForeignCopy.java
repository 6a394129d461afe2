package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.kv.ConflictRule;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.XattrBlob;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.Opcode;
import dev.mayfly.face.couchbase.wire.Status;
import java.io.IOException;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * A document or its end, as it is written to a collection of the target: with the metadata that it has here.
 *
 * @param time the expiry of a document; of its end, when that was
 * @param body null for an end
 */
record ForeignCopy(
        int collection, byte[] key, ReplicationKind kind, DocumentMeta meta, long time, byte @Nullable [] body) {
    private static final int META_BYTES = 28;
    private static final int FORCE_ACCEPT = 0x02;
    private static final int IS_EXPIRATION = 0x10;
    private static final byte[] NOTHING = {};

    /** Attributes of which nothing but their being there is known. */
    private static final byte[] SOME_XATTRS = {'{', '}'};

    long bytes() {
        byte[] content = body;
        return content == null ? 0 : (long) content.length + meta.xattrs().length;
    }

    void writeTo(TargetConnection target, ConflictRule rule) throws IOException {
        byte[] content = body == null ? NOTHING : body;
        boolean hasXattrs = meta.xattrs().length > 0;
        byte[] value = hasXattrs ? new XattrBlob(meta.xattrs(), content).toBytes() : content;
        Opcode opcode = body == null ? Opcode.DEL_WITH_META : Opcode.SET_WITH_META;
        int options = kind == ReplicationKind.EXPIRY ? IS_EXPIRATION : 0;
        int forced = rule == ConflictRule.REVISION ? 0 : FORCE_ACCEPT;
        byte[] extras = ByteBuffer.allocate(META_BYTES)
                .putInt(meta.flags())
                .putInt((int) time)
                .putLong(meta.rev())
                .putLong(meta.cas())
                .putInt(options | forced)
                .array();
        target.write(opcode, collection, key, hasXattrs ? Datatype.XATTR : Datatype.RAW, extras, value);
    }

    /** Returns true if what the target says it has would stay. */
    boolean isBehind(TargetConnection.TargetAnswer there, ConflictRule rule) {
        if (!there.is(Status.SUCCESS)) {
            return false;
        }
        ByteBuffer extras = ByteBuffer.wrap(there.extras());
        boolean isGone = extras.getInt() != 0;
        int flags = extras.getInt();
        long expiry = extras.getInt() & 0xffff_ffffL;
        long rev = extras.getLong();
        boolean hasXattrs = extras.hasRemaining() && (extras.get() & Datatype.XATTR) != 0;
        byte[] xattrs = hasXattrs ? SOME_XATTRS : NOTHING;
        if (isGone && body != null && rev == meta.rev() && there.cas() == meta.cas()) {
            // The target knows whether that has expired or was deleted.
            return false;
        }
        DocumentMeta other = new DocumentMeta(there.cas(), rev, flags, 0, xattrs);
        return !rule.accepts(meta, time, other, expiry, body == null);
    }
}
