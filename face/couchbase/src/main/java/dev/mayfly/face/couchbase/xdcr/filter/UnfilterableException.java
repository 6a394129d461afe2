package dev.mayfly.face.couchbase.xdcr.filter;

/** Whether a document passes an expression cannot be found out at a bounded cost. */
public final class UnfilterableException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    UnfilterableException() {
        super("a regular expression takes too many steps", null, false, false);
    }
}
