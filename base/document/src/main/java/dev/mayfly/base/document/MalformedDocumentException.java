package dev.mayfly.base.document;

/** Bytes from outside are not the document they claim to be. The text is constant; the facts are fields. */
public final class MalformedDocumentException extends RuntimeException {
    /** The kinds of malformation. */
    public enum Fault {
        LENGTH,
        UNTERMINATED,
        BAD_UTF8,
        TOO_DEEP,
        UNKNOWN_TYPE,
        BAD_VALUE,
        TRAILING_BYTES,
        BAD_SYNTAX,
        NUMBER_TOO_LONG
    }

    private final Fault fault;
    private final int offset;

    public MalformedDocumentException(Fault fault, int offset) {
        super("the document is malformed", null, false, false);
        this.fault = fault;
        this.offset = offset;
    }

    public Fault fault() {
        return fault;
    }

    /** The offset in the array at which the fault was seen. */
    public int offset() {
        return offset;
    }
}
