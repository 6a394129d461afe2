package dev.mayfly.engine.change;

import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.catalog.CollectionRecord;
import org.jspecify.annotations.Nullable;

/**
 * Says what a face wants to be kept of each change of its collections, in a form of its own. Asked while the write is
 * drafted, on the writer's thread, perhaps several times for one write. Safe for concurrent use.
 */
@FunctionalInterface
public interface ChangeEncoder {
    /**
     * The stamps of a document that was changed.
     *
     * @param before null where there was none
     * @param after null where there is none; its version is not known yet, and stands in the entry
     */
    record Stamps(@Nullable Stamp before, @Nullable Stamp after) {
        /** The stamps of a change that concerns no document. */
        public static final Stamps NONE = new Stamps(null, null);
    }

    /** Returns the record to keep, or null if no reader is ever to see the change. */
    byte @Nullable [] note(CollectionRecord record, Change change, Stamps stamps);

    /** Returns a chronicler that depends on the change alone. */
    static ChangeEncoder of(Plain plain) {
        return (record, change, _) -> plain.note(record, change);
    }

    /** A chronicler that depends on the change alone. */
    @FunctionalInterface
    interface Plain {
        byte @Nullable [] note(CollectionRecord record, Change change);
    }
}
