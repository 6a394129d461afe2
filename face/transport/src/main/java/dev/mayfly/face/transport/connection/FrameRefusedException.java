package dev.mayfly.face.transport.connection;

/** Bytes that break the protocol so badly that the only answer is to close. The message is constant text. */
public final class FrameRefusedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final String reason;

    public FrameRefusedException(String reason) {
        super(reason, null, false, false);
        this.reason = reason;
    }

    public String reason() {
        return reason;
    }
}
