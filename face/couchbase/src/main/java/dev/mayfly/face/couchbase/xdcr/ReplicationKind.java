package dev.mayfly.face.couchbase.xdcr;

/** The kinds of changes, by the words that statistics have for them. */
enum ReplicationKind {
    SET("set"),
    DELETION("deletion"),
    EXPIRY("expiry");

    private final String word;

    ReplicationKind(String word) {
        this.word = word;
    }

    String word() {
        return word;
    }
}
