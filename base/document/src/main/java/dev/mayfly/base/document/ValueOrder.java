package dev.mayfly.base.document;

/** The total order of all values, as MongoDB sorts them. */
@SuppressWarnings("DoNotCallSuggester")
public final class ValueOrder {
    private ValueOrder() {}

    /** Negative, zero or positive; values of one bracket that are equal compare as zero whatever their types. */
    public static int compare(View a, View b) {
        throw new UnsupportedOperationException();
    }
}
