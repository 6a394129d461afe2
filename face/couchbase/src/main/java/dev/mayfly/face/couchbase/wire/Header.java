package dev.mayfly.face.couchbase.wire;

/** The offsets of the fields of a frame's header. */
final class Header {
    static final int BYTES = 24;

    static final int MAGIC = 0;
    static final int OPCODE = 1;
    static final int KEY_LENGTH = 2;
    /** In flexible frames, where the key's length is the one byte after it. */
    static final int FRAMING_LENGTH = 2;

    static final int FLEXIBLE_KEY_LENGTH = 3;
    static final int EXTRAS_LENGTH = 4;
    static final int DATATYPE = 5;
    static final int VBUCKET_OR_STATUS = 6;
    static final int BODY_LENGTH = 8;
    static final int OPAQUE = 12;
    static final int CAS = 16;

    private Header() {}
}
