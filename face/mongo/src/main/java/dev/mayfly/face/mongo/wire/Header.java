package dev.mayfly.face.mongo.wire;

/** The first 16 bytes of a message, without its length. */
record Header(int requestId, int responseTo, int opCode) {
    static final int BYTES = 16;

    static Header read(byte[] frame) {
        return new Header(LittleEndian.intAt(frame, 4), LittleEndian.intAt(frame, 8), LittleEndian.intAt(frame, 12));
    }

    void write(byte[] frame, int length) {
        LittleEndian.putInt(frame, 0, length);
        LittleEndian.putInt(frame, 4, requestId);
        LittleEndian.putInt(frame, 8, responseTo);
        LittleEndian.putInt(frame, 12, opCode);
    }
}
