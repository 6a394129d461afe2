package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.Engine;
import dev.mayfly.engine.FaceRecords;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/**
 * The store of resources other than containers and items, and the source of all stamps. A caller that changes several
 * records holds this object's monitor; reading needs none.
 */
public final class Metadata {
    /** The name under which this face's collections and records are kept. */
    public static final String FACE = "cosmos";

    private static final String COUNTER = "counter";
    private static final int MILLIS_PER_SECOND = 1_000;

    /** The numbers reserved with one record, which is synced. */
    private static final int BLOCK = 64;

    private final Engine engine;
    private final FaceRecords records;
    private int next;
    private int reserved;

    public Metadata(Engine engine) {
        this.engine = engine;
        this.records = engine.records(FACE);
        byte[] kept = records.get(COUNTER);
        this.next = kept == null ? 1 : ByteBuffer.wrap(kept).getInt();
        this.reserved = next;
    }

    public Engine engine() {
        return engine;
    }

    public FaceRecords records() {
        return records;
    }

    /** A number that no resource had before. */
    public synchronized int nextNumber() {
        if (next == reserved) {
            byte[] kept = records.update(COUNTER, this::reserve);
            reserved = ByteBuffer.wrap(kept).getInt();
            next = reserved - BLOCK;
        }
        return next++;
    }

    /** Reserves the block behind what has been reserved so far, by whichever server. */
    private byte[] reserve(byte @Nullable [] kept) {
        int before = kept == null ? next : Math.max(next, ByteBuffer.wrap(kept).getInt());
        return ByteBuffer.allocate(Integer.BYTES).putInt(before + BLOCK).array();
    }

    /** Adds the properties that the system owns; an etag is never used twice. */
    void stamp(ObjectNode resource, String rid, String self) {
        resource.put("_rid", rid);
        resource.put("_self", self);
        restamp(resource);
    }

    /** The resource has changed. */
    void restamp(ObjectNode resource) {
        resource.put("_etag", Etag.of(nextNumber()));
        resource.put("_ts", engine.clock().wallMillis() / MILLIS_PER_SECOND);
    }
}
