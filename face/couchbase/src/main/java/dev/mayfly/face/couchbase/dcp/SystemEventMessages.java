package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.ManifestEvent;
import dev.mayfly.face.couchbase.bucket.MaxTtl;
import dev.mayfly.face.couchbase.wire.Datatype;
import dev.mayfly.face.couchbase.wire.DcpFrame;
import dev.mayfly.face.couchbase.wire.Opcode;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;

/** Words the events of scopes and collections for one stream, in either of the two forms that a client may ask for. */
final class SystemEventMessages {
    private static final int EXTRAS_BYTES = 13;
    private static final byte[] NOTHING = new byte[0];

    /** The versions of an event: without a limit of lifetimes, with one, and as a table of FlatBuffers. */
    private static final int PLAIN = 0;

    private static final int LIMITED = 1;
    private static final int FLAT = 2;

    private final ChangeMessages.StreamName stream;
    private final boolean isFlat;

    SystemEventMessages(ChangeMessages.StreamName stream, boolean isFlat) {
        this.stream = stream;
        this.isFlat = isFlat;
    }

    DcpFrame of(long seqno, ManifestEvent event) {
        int version = isFlat ? FLAT : isLimited(event) ? LIMITED : PLAIN;
        byte[] extras = ByteBuffer.allocate(EXTRAS_BYTES)
                .putLong(seqno)
                .putInt(event.kind().code())
                .put((byte) version)
                .array();
        return new DcpFrame(
                Opcode.DCP_SYSTEM_EVENT,
                stream.vBucket(),
                stream.opaque(),
                stream.id(),
                0,
                Datatype.RAW,
                extras,
                isDrop(event) ? NOTHING : event.name().getBytes(StandardCharsets.UTF_8),
                isFlat ? flat(event) : plain(event));
    }

    private static boolean isDrop(ManifestEvent event) {
        return switch (event.kind()) {
            case COLLECTION_DROPPED, SCOPE_DROPPED -> true;
            case COLLECTION_CREATED, COLLECTION_MODIFIED, SCOPE_CREATED -> false;
        };
    }

    private static boolean isLimited(ManifestEvent event) {
        return !event.isOfScope() && !isDrop(event) && event.maxTtl() != MaxTtl.NONE;
    }

    private static int limit(ManifestEvent event) {
        return isLimited(event) ? Math.max(0, event.maxTtl()) : 0;
    }

    private static byte[] plain(ManifestEvent event) {
        int bytes = Long.BYTES
                + Integer.BYTES
                + (event.isOfScope() ? 0 : Integer.BYTES)
                + (isLimited(event) ? Integer.BYTES : 0);
        ByteBuffer value = ByteBuffer.allocate(bytes).putLong(event.manifest()).putInt(event.scope());
        if (!event.isOfScope()) {
            value.putInt(event.collection());
        }
        if (isLimited(event)) {
            value.putInt(limit(event));
        }
        return value.array();
    }

    private static byte[] flat(ManifestEvent event) {
        FlatTable table = new FlatTable().number8(event.manifest()).number4(event.scope());
        return switch (event.kind()) {
            case COLLECTION_CREATED, COLLECTION_MODIFIED ->
                table.number4(event.collection())
                        .flag(isLimited(event))
                        .number4(limit(event))
                        .text(event.name())
                        .toBytes();
            case COLLECTION_DROPPED -> table.number4(event.collection()).toBytes();
            case SCOPE_CREATED -> table.text(event.name()).toBytes();
            case SCOPE_DROPPED -> table.toBytes();
        };
    }
}
