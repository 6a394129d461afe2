package dev.mayfly.face.mongo.wire;

/** The kinds of message that are still spoken. */
final class OpCode {
    static final int REPLY = 1;
    static final int QUERY = 2004;
    static final int COMPRESSED = 2012;
    static final int MSG = 2013;

    private OpCode() {}
}
