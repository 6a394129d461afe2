package dev.mayfly.face.couchbase.kv;

/** Says what a write makes of a document. Asked again, with what is there then, whenever somebody else was faster. */
@FunctionalInterface
public interface Editor {
    /** Asked once it is clear that the document has the CAS that was demanded, and that no lock forbids to write it. */
    Edit edit(Found found);

    /** Whether the CAS demanded may be that of a document that was deleted or has expired. */
    default boolean seesDeleted() {
        return false;
    }

    /** Whether it is asked about a locked document too, because it will not write where one is. */
    default boolean mayMeetLock() {
        return false;
    }
}
