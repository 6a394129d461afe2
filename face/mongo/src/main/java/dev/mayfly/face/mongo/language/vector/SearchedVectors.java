package dev.mayfly.face.mongo.language.vector;

/** A query for the nearest vectors, with the index that it names. */
public record SearchedVectors(VectorQuery query, VectorIndex index) {
    /**
     * Returns what compares documents with the vector of the query.
     *
     * @throws dev.mayfly.face.mongo.language.error.QueryException if the index has no such field, or does not cover the filter
     */
    public VectorComparison comparison() {
        return query.comparison(query.field(index).metric());
    }
}
