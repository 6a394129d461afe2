package dev.mayfly.test.harness;

/** The server was gone before it answered: whether the write happened is not known. */
public final class NoAnswerException extends Exception {
    private static final long serialVersionUID = 1;

    public NoAnswerException(Throwable cause) {
        super(cause);
    }
}
