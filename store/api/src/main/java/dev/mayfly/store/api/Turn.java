package dev.mayfly.store.api;

/**
 * The place of a batch in the order of a partition's batches, in a store that several processes write.
 *
 * @param number of the last batch; 0 before the first
 * @param schema the number of the schema by which the batches are made; raised by whoever changes the schema, so that
 *     writers that have not heard of the change are refused
 */
public record Turn(long number, long schema) {
    /** The turn of a partition that was never written. */
    public static final Turn NONE = new Turn(0, 0);

    /** Returns the turn after a batch of the same schema. */
    public Turn next() {
        return new Turn(number + 1, schema);
    }

    /** Returns this turn under another schema. */
    public Turn withSchema(long changed) {
        return new Turn(number, changed);
    }
}
