package dev.mayfly.face.couchbase.subdoc;

/** The flags of a request about one path, as bits of one byte. */
final class PathFlags {
    static final int MAKES_PARENTS = 0x01;
    static final int XATTR = 0x04;
    static final int EXPANDS_MACROS = 0x10;
    static final int BINARY = 0x20;

    private PathFlags() {}

    static boolean has(int flags, int flag) {
        return (flags & flag) != 0;
    }
}
