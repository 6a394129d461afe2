package dev.mayfly.base.document;

/** The date by which a TTL rule over a field judges a document. */
@SuppressWarnings("DoNotCallSuggester")
public final class EarliestDate {
    /** No date at the path: the rule never applies. */
    public static final long NONE = Long.MAX_VALUE;

    private EarliestDate() {}

    /** The earliest date at the path, in milliseconds since the epoch, or {@link #NONE}. */
    public static long at(View document, FieldPath path) {
        throw new UnsupportedOperationException();
    }
}
