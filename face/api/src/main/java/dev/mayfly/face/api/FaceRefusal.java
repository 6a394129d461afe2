package dev.mayfly.face.api;

/** A request of an administrator that a face refuses, in words that a person reads. */
public final class FaceRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    /** The reason for a refusal. */
    public enum Reason {
        /** The request makes no sense there. */
        INVALID,
        /** The subject of the request does not exist. */
        MISSING,
        /** Something that is there stands in its way. */
        CONFLICT,
        /** The document is not, or no longer, in the state that the request expects. */
        CHANGED,
        /** It takes longer than the time it was given. */
        TIMEOUT,
        /** The same request may be carried out a little later. */
        BUSY
    }

    private final Reason reason;

    public FaceRefusal(Reason reason, String text) {
        super(text);
        this.reason = reason;
    }

    public static FaceRefusal invalid(String text) {
        return new FaceRefusal(Reason.INVALID, text);
    }

    public static FaceRefusal missing(String text) {
        return new FaceRefusal(Reason.MISSING, text);
    }

    public static FaceRefusal conflict(String text) {
        return new FaceRefusal(Reason.CONFLICT, text);
    }

    /** Returns the refusal of a write that expected another state of its document. */
    public static FaceRefusal changed(ExpectedVersion expected) {
        return new FaceRefusal(
                Reason.CHANGED,
                expected.isNone()
                        ? "there is a document of this id already"
                        : "the document has been changed or removed since it was read; read it again");
    }

    public static FaceRefusal timeout(String text) {
        return new FaceRefusal(Reason.TIMEOUT, text);
    }

    public static FaceRefusal busy(String text) {
        return new FaceRefusal(Reason.BUSY, text);
    }

    /** Returns the refusal of a face that has no such rule. */
    public static FaceRefusal noSuchRule(String face, String rules) {
        return invalid("collections of " + face + " have no such rule, but " + rules);
    }

    public Reason reason() {
        return reason;
    }

    public String text() {
        return String.valueOf(getMessage());
    }
}
