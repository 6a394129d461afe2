package dev.mayfly.face.couchbase.xdcr;

/** A cluster or a replication that is asked for is not there, or cannot be so. */
public final class ReplicationException extends RuntimeException {
    private static final long serialVersionUID = 1L;
    private final String field;

    ReplicationException(String field, String text) {
        super(text);
        this.field = field;
    }

    /** The name of the value that is wrong. */
    public String field() {
        return field;
    }
}
