package dev.mayfly.face.transport;

/** What a connection was refused for. */
public enum ConnectionBound {
    /** As many connections are open as a transport holds. */
    CONNECTIONS("connections"),
    /** As many of the peer's address are open on this face without having logged in as one address may hold. */
    ADDRESS("address"),
    /** As many connections wait for room as may wait. */
    WAITING("waiting"),
    /** The peer had not logged in, was silent longest, and another waited for its place. */
    SILENT("silent");

    private final String label;

    ConnectionBound(String label) {
        this.label = label;
    }

    /** The bound as metrics and the log call it. */
    public String label() {
        return label;
    }
}
