package dev.mayfly.base.document;

/** Two parts of one index key stand on different arrays of a document. */
public final class ParallelArraysException extends RuntimeException {
    private final FieldPath first;
    private final FieldPath second;

    public ParallelArraysException(FieldPath first, FieldPath second) {
        super("cannot index parallel arrays", null, false, false);
        this.first = first;
        this.second = second;
    }

    public FieldPath first() {
        return first;
    }

    public FieldPath second() {
        return second;
    }
}
