package dev.mayfly.base.document;

/** Decides whether bytes from outside are one well-formed JSON text in UTF-8. */
@SuppressWarnings("DoNotCallSuggester")
public final class JsonValidator {
    public static final int DEPTH_MAX = 100;
    public static final int NUMBER_DIGITS_MAX = 1_000;
    public static final int EXPONENT_MAX = 10_000;

    private JsonValidator() {}

    /**
     * Returns when the span is exactly one JSON value, white space around it allowed.
     *
     * @throws MalformedDocumentException when it is not
     */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        throw new UnsupportedOperationException();
    }
}
