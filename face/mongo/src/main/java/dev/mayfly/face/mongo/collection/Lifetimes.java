package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.FaceRecords;
import org.bson.BsonBoolean;
import org.bson.BsonValue;

/**
 * The lifetime that a document's root field {@code ttl} requests, in force where the collection has a TTL index on
 * {@code _ts}. A value that is not a whole number of 32 bits requests nothing, nor do 0 and values below -1; and where
 * {@code perDocumentTtlEnabled} is off, no write requests a lifetime. Safe for concurrent use.
 */
public final class Lifetimes {
    private static final int FOREVER = -1;

    private static final String OFF_RECORD = "perDocumentTtlEnabled";

    private final FaceRecords records;
    private volatile boolean enabled;

    Lifetimes(FaceRecords records) {
        this.records = records;
        this.enabled = records.get(OFF_RECORD) == null;
    }

    /** Takes over what another server has set; answers what holds now. */
    public boolean follow() {
        enabled = records.get(OFF_RECORD) == null;
        return enabled;
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** Sets {@code perDocumentTtlEnabled}, for all later writes and beyond a restart. */
    public synchronized void setEnabled(BsonValue value) {
        boolean next = value.equals(BsonBoolean.TRUE);
        if (next) {
            records.delete(OFF_RECORD);
        } else {
            records.put(OFF_RECORD, new byte[] {0});
        }
        enabled = next;
    }

    public Lifetime of(View document) {
        if (!enabled) {
            return Lifetime.INHERIT;
        }
        View ttl = document.field("ttl");
        return ttl == null ? Lifetime.INHERIT : of(seconds(ttl));
    }

    private static Lifetime of(int seconds) {
        if (seconds == FOREVER) {
            return Lifetime.FOREVER;
        }
        return seconds > 0 ? new Lifetime.For(seconds) : Lifetime.INHERIT;
    }

    private static int seconds(View ttl) {
        return switch (ttl.type()) {
            case INT32 -> ttl.intValue();
            case INT64 -> ttl.longValue() == (int) ttl.longValue() ? (int) ttl.longValue() : 0;
            case DOUBLE -> ttl.doubleValue() == (int) ttl.doubleValue() ? (int) ttl.doubleValue() : 0;
            default -> 0;
        };
    }
}
