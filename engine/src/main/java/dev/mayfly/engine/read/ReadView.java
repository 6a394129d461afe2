package dev.mayfly.engine.read;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.store.api.Reader;
import org.jspecify.annotations.Nullable;

/**
 * The view as of which a request answers: one instant, with the collection as it was fixed then.
 *
 * @param now milliseconds since the epoch, read once
 * @param epoch the clock's epoch at that moment
 * @param frozen the state of the store that is read, or null for the store as it is
 */
public record ReadView(
        long now, long epoch, Schema schema, @Nullable Reader frozen) {
    public ReadView(long now, long epoch, Schema schema) {
        this(now, epoch, schema, null);
    }

    public CollectionRecord record() {
        return schema.record();
    }

    public PolicyState policy() {
        return schema.record().policy();
    }

    /** Returns true if the removal of a document leaves a tombstone. */
    public boolean keepsTombstones() {
        return record().changes().keepsTombstones();
    }

    /** Returns true if the tombstone of a document that went at this instant is no longer visible. */
    public boolean isTombstonePast(long goneAt) {
        return tombstoneEnd(goneAt) <= now;
    }

    /** The instant from which on the tombstone of a document that went at this instant may be purged. */
    public long tombstoneEnd(long goneAt) {
        return Deadlines.plus(goneAt, record().changes().tombstoneMillis());
    }

    /** Returns the reader of documents: the frozen state if there is one, else {@code present}. */
    Reader readerOr(Reader present) {
        return frozen == null ? present : frozen;
    }
}
