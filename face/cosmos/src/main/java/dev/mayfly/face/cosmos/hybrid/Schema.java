package dev.mayfly.face.cosmos.hybrid;

/** The numbers of the format. */
final class Schema {
    /** The first byte of every row. */
    static final byte VERSION = (byte) 0x81;

    static final int SEGMENT = 0x7FFFD8F0;
    static final int RECORD = 0x7FFFD8F1;
    static final int OPERATION = 2_145_473_648;
    static final int RESULT = 2_145_473_649;

    static final int NULL = 1;
    static final int FALSE = 2;
    static final int TRUE = 3;
    static final int INT32 = 7;
    static final int UINT32 = 11;
    static final int FLOAT64 = 16;
    static final int UTF8 = 20;
    static final int BINARY = 21;

    private Schema() {}
}
