package dev.mayfly.engine.commit;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.format.ByteWriter;

/**
 * Says once that expiry has hidden a document.
 *
 * @param version the version of the document that was hidden
 * @param queue the queue of the rule that fired
 * @param deadline when it died, in milliseconds since the epoch
 * @param at when it was announced
 * @param commit the version of the batch that announced it
 */
public record Announcement(
        CollectionName collection, DocumentKey key, long version, int queue, long deadline, long at, long commit) {
    /** The value of the record that stands in the expiry space until the document is destroyed. */
    byte[] toBytes() {
        return new ByteWriter(28).put8(0).put4(queue).put8(deadline).put8(at).toBytes();
    }

    public Announcement committed(long commitVersion) {
        return new Announcement(collection, key, version, queue, deadline, at, commitVersion);
    }
}
