package dev.mayfly.base.document;

/** Decides whether bytes from outside are one well-formed BSON document. */
@SuppressWarnings("DoNotCallSuggester")
public final class BsonValidator {
    public static final int DEPTH_MAX = 100;

    private BsonValidator() {}

    /**
     * Returns when the span is exactly one document.
     *
     * @throws MalformedDocumentException when it is not
     */
    public static void validate(byte[] bytes, int offset, int length, int depthMax) {
        throw new UnsupportedOperationException();
    }
}
