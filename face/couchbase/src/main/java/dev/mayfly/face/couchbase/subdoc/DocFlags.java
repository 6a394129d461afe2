package dev.mayfly.face.couchbase.subdoc;

/** The flags of a request about the whole document, as bits of one byte. */
final class DocFlags {
    /** Makes the document if it is not there. */
    static final int MAKES = 0x01;

    /** Makes the document, which must not be there. */
    static final int ADDS = 0x02;

    /** Looks at what is left of a deleted document, too. */
    static final int ACCESSES_DELETED = 0x04;

    /** Creates the document as a deleted one. */
    static final int CREATES_DELETED = 0x08;

    /** Makes a living document of a deleted one. */
    static final int REVIVES = 0x10;

    /** Asks a replica, of which there is none. */
    static final int READS_REPLICA = 0x20;

    static final int ALL = 0x3f;

    private DocFlags() {}

    static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}
