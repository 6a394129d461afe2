package dev.mayfly.face.couchbase.wire;

/** The type of a value, as bits of one byte. */
public final class Datatype {
    public static final int RAW = 0;
    public static final int JSON = 1;
    public static final int SNAPPY = 2;
    public static final int XATTR = 4;

    private static final int ALL = JSON | SNAPPY | XATTR;

    private Datatype() {}

    public static boolean isKnown(int datatype) {
        return (datatype & ~ALL) == 0;
    }

    public static boolean isJson(int datatype) {
        return (datatype & JSON) != 0;
    }

    public static boolean isSnappy(int datatype) {
        return (datatype & SNAPPY) != 0;
    }

    public static boolean hasXattrs(int datatype) {
        return (datatype & XATTR) != 0;
    }
}
