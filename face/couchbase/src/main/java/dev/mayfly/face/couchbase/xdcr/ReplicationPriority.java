package dev.mayfly.face.couchbase.xdcr;

/** The order in which replications of one server give way to each other; the first to none. */
enum ReplicationPriority {
    HIGH,
    MEDIUM,
    LOW;

    static ReplicationPriority of(String word) {
        return switch (word) {
            case "Low" -> LOW;
            case "Medium" -> MEDIUM;
            default -> HIGH;
        };
    }
}
