package dev.mayfly.face.couchbase.kv;

/**
 * Decides the change that a write makes to a document. Asked again, with the new state, whenever another writer was
 * faster.
 */
@FunctionalInterface
public interface Editor {
    /** Returns the edit; called once the document has the demanded CAS, and no lock forbids to write it. */
    Edit edit(ExistingDocument found);

    /** Returns whether the CAS demanded may be that of a document that was deleted or has expired. */
    default boolean seesDeleted() {
        return false;
    }

    /** Returns whether it is asked about a locked document too, because it will not write where one is. */
    default boolean mayMeetLock() {
        return false;
    }
}
