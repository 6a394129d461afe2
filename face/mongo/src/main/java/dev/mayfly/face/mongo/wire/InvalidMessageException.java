package dev.mayfly.face.mongo.wire;

/** A message of the right shape whose contents cannot be read; it can be answered. The text is constant. */
public final class InvalidMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient WireForm form;
    private final boolean isAnswered;
    private final String reason;

    InvalidMessageException(WireForm form, boolean isAnswered, String reason) {
        super(reason, null, false, false);
        this.form = form;
        this.isAnswered = isAnswered;
        this.reason = reason;
    }

    public WireForm form() {
        return form;
    }

    /** Whether the sender waits for an answer. */
    public boolean isAnswered() {
        return isAnswered;
    }

    public String reason() {
        return reason;
    }
}
