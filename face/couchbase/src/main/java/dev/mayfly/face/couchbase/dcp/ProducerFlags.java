package dev.mayfly.face.couchbase.dcp;

/**
 * The flags with which a connection was opened.
 *
 * @param bits as the protocol has them
 */
record ProducerFlags(int bits) {
    private static final int PRODUCER = 0x01;
    private static final int XATTRS = 0x04;
    private static final int NO_VALUE = 0x08;
    private static final int DELETE_TIMES = 0x20;
    private static final int NO_VALUE_WITH_DATATYPE = 0x40;
    private static final int DELETED_USER_XATTRS = 0x100;
    private static final int KNOWN =
            PRODUCER | XATTRS | NO_VALUE | DELETE_TIMES | NO_VALUE_WITH_DATATYPE | DELETED_USER_XATTRS;

    private boolean has(int bit) {
        return (bits & bit) != 0;
    }

    boolean isProducer() {
        return has(PRODUCER);
    }

    boolean isKnown() {
        return (bits & ~KNOWN) == 0;
    }

    boolean sendsXattrs() {
        return has(XATTRS);
    }

    boolean sendsValues() {
        return !has(NO_VALUE) && !has(NO_VALUE_WITH_DATATYPE);
    }

    /** Returns true if a message without a value has the type that the value would have. */
    boolean keepsDatatype() {
        return has(NO_VALUE_WITH_DATATYPE);
    }

    boolean tellsDeleteTimes() {
        return has(DELETE_TIMES);
    }

    boolean keepsUserXattrs() {
        return has(DELETED_USER_XATTRS);
    }
}
