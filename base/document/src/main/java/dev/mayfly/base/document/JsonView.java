package dev.mayfly.base.document;

/** A view over one value inside JSON text in UTF-8 that has been validated. */
@SuppressWarnings("DoNotCallSuggester")
public final class JsonView {
    private JsonView() {}

    /** The one value of this text. */
    public static View of(byte[] text) {
        throw new UnsupportedOperationException();
    }
}
