package dev.mayfly.face.couchbase.dcp;

/** Why a stream ends, with its number in the protocol. */
enum StreamEnd {
    FINISHED(0),
    CLOSED(1),
    STATE_CHANGED(2),
    FILTER_EMPTY(7),
    LOST_PRIVILEGES(8);

    private final int code;

    StreamEnd(int code) {
        this.code = code;
    }

    int code() {
        return code;
    }
}
