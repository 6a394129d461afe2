package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.error.EngineException;
import java.nio.ByteBuffer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The number of the map of the cluster: it grows with every change that a client's map shows, whichever server makes it. Safe
 * for concurrent use.
 */
final class MapRevision {
    private static final Logger LOG = LoggerFactory.getLogger(MapRevision.class);
    private static final String RECORD = "revision";

    private final FaceRecords records;
    private volatile long now;

    MapRevision(FaceRecords records) {
        this.records = records;
    }

    long now() {
        return now;
    }

    /** Reads what is kept; returns true if it is later than what was known. */
    boolean takeOver() {
        byte[] kept = records.get(RECORD);
        long last = kept == null ? now : ByteBuffer.wrap(kept).getLong();
        boolean isLater = last > now;
        if (isLater) {
            now = last;
        }
        return isLater;
    }

    synchronized void next() {
        byte[] next = records.update(RECORD, kept -> {
            long last = kept == null ? now : Math.max(now, ByteBuffer.wrap(kept).getLong());
            return ByteBuffer.allocate(Long.BYTES).putLong(last + 1).array();
        });
        now = ByteBuffer.wrap(next).getLong();
    }

    /** The same; if nothing can be written, the revision is valid for this run alone. */
    synchronized void begin() {
        try {
            next();
        } catch (EngineException refused) {
            LOG.warn("the revision of the configuration could not be kept", refused);
            long next = now + 1;
            now = next;
        }
    }
}
