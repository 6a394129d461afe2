package dev.mayfly.face.couchbase.subdoc;

/**
 * One operation of a request. The arrays are not to be changed.
 *
 * @param flags as {@link PathFlags} has them
 * @param value empty if the operation takes none
 */
record SubSpec(SubOpcode opcode, int flags, byte[] path, byte[] value) {
    boolean has(int flag) {
        return PathFlags.has(flags, flag);
    }

    boolean isXattr() {
        return has(PathFlags.XATTR);
    }

    boolean isVirtual() {
        return isXattr() && XattrKey.isVirtual(path);
    }
}
