package dev.mayfly.face.transport.connection;

/** The bound for which a connection was refused. */
public enum ConnectionBound {
    /** The transport holds its maximum of open connections. */
    CONNECTIONS("connections"),
    /** The peer's address holds its maximum of connections to this face that have not logged in. */
    ADDRESS("address"),
    /** The maximum of connections already wait for room. */
    WAITING("waiting"),
    /** The peer had not logged in, was silent longest, and another waited for its place. */
    SILENT("silent"),
    /** The open connections take their half of the files that the process may have open; the rest is the store's. */
    FILES("files");

    private final String label;

    ConnectionBound(String label) {
        this.label = label;
    }

    /** The bound as metrics and the log call it. */
    public String label() {
        return label;
    }
}
