package dev.mayfly.face.couchbase.xdcr.filter;

/** An expression that cannot be understood. */
public final class FilterSyntaxException extends Exception {
    private static final long serialVersionUID = 1L;

    FilterSyntaxException(String text) {
        super(text);
    }
}
