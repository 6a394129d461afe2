package dev.mayfly.face.couchbase.wire;

/** The first byte of a frame: which way it goes and how its header is laid out. */
public final class Magic {
    public static final int REQUEST = 0x80;
    public static final int RESPONSE = 0x81;
    /** A request that says more about itself in front of its extras. */
    public static final int FLEXIBLE_REQUEST = 0x08;

    public static final int FLEXIBLE_RESPONSE = 0x18;
    /** A request or notice of the server to a client. */
    public static final int SERVER_REQUEST = 0x82;
    /** A client's answer to that. */
    public static final int CLIENT_RESPONSE = 0x83;

    private Magic() {}
}
