package dev.mayfly.engine.check;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import org.jspecify.annotations.Nullable;

/**
 * Something in a collection that does not fit the rest of it.
 *
 * @param subject the number of the index or queue it was found in, or 0
 * @param key the document it is about, if that is known
 * @param healed whether it was put right
 */
public record CheckFinding(
        CollectionName collection,
        Kind kind,
        int subject,
        @Nullable DocumentKey key,
        boolean healed) {
    /** The kinds of inconsistency. */
    public enum Kind {
        /** The bytes of a document do not match their checksum. Never healed: only a person knows what it was. */
        DOCUMENT_DAMAGED,
        /** A document has no entry in an index that should hold it. */
        INDEX_ENTRY_MISSING,
        /** An entry of an index says something else than its document. */
        INDEX_ENTRY_WRONG,
        /** An entry of an index belongs to no document, or to an index that is gone. */
        INDEX_ENTRY_ORPHANED,
        /** Two documents have one value in a unique index. Never healed: a person must choose. */
        VALUE_NOT_UNIQUE,
        /** An index does not know that documents have several values in it. */
        INDEX_NOT_MULTIKEY,
        /** A document does not stand in a queue where it should. */
        QUEUE_ENTRY_MISSING,
        /** An entry of a queue says something else than its document. */
        QUEUE_ENTRY_WRONG,
        /** An entry of a queue belongs to no document, or to a queue that is gone. */
        QUEUE_ENTRY_ORPHANED,
        /** An entry stands below its queue's mark, where no sweep looks. */
        QUEUE_ENTRY_BELOW_MARK,
        /** A tombstone stands beside a document of its key, or cannot be read. */
        TOMBSTONE_WRONG,
        /** The record of an announcement belongs to no document. */
        RECORD_ORPHANED,
        /** The bytes of a change in the history do not match their checksum. Never healed: a reader must not miss it. */
        CHANGE_DAMAGED,
        /** The totals are not what is there. */
        TOTALS_WRONG
    }
}
