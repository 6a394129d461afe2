package dev.mayfly.face.mongo.write;

/** Ends one statement; its client is told why. */
public final class WriteFailedException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final transient WriteFailure failure;

    WriteFailedException(WriteFailure failure) {
        super(failure.text(), null, false, false);
        this.failure = failure;
    }

    public WriteFailure failure() {
        return failure;
    }
}
