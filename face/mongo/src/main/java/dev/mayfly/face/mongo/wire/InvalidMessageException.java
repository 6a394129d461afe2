package dev.mayfly.face.mongo.wire;

import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.base.document.MalformedDocumentException.Fault;

/** A message of the right shape whose contents cannot be read; it can be answered. The text is constant. */
public final class InvalidMessageException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient WireForm form;
    private final boolean isAnswered;
    private final String reason;
    private final boolean isTooDeep;

    InvalidMessageException(WireForm form, boolean isAnswered, MalformedDocumentException fault) {
        this(form, isAnswered, String.valueOf(fault.getMessage()), fault.fault() == Fault.TOO_DEEP);
    }

    private InvalidMessageException(WireForm form, boolean isAnswered, String reason, boolean isTooDeep) {
        super(reason, null, false, false);
        this.form = form;
        this.isAnswered = isAnswered;
        this.reason = reason;
        this.isTooDeep = isTooDeep;
    }

    public WireForm form() {
        return form;
    }

    /** Returns whether the sender waits for an answer. */
    public boolean isAnswered() {
        return isAnswered;
    }

    /** Returns whether the only fault may be documents that are nested too deep. */
    public boolean isTooDeep() {
        return isTooDeep;
    }

    public String reason() {
        return reason;
    }
}
