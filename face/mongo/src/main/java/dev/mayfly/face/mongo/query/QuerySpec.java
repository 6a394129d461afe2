package dev.mayfly.face.mongo.query;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.plan.KeyBounds;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.Collation;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The documents to find, and their order.
 *
 * @param hint the name or key of the index to use, or null
 * @param skip number of documents to skip
 * @param limit maximum number of documents; 0 for all
 * @param collation by which they are sorted; the filter has its own
 * @param space for documents that are sorted and do not fit in memory, or null
 * @param bounds keys of the index to use, or null
 */
public record QuerySpec(
        MongoFilter filter,
        BsonDocument sort,
        @Nullable BsonValue hint,
        long skip,
        long limit,
        Collation collation,
        @Nullable SpillSpace space,
        @Nullable KeyBounds bounds) {
    public QuerySpec(
            MongoFilter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            long skip,
            long limit,
            Collation collation,
            @Nullable SpillSpace space) {
        this(filter, sort, hint, skip, limit, collation, space, null);
    }

    public QuerySpec(
            MongoFilter filter,
            BsonDocument sort,
            @Nullable BsonValue hint,
            long skip,
            long limit,
            Collation collation) {
        this(filter, sort, hint, skip, limit, collation, null);
    }

    /** Returns the same query with another collation. */
    public QuerySpec with(Collation other) {
        return new QuerySpec(filter, sort, hint, skip, limit, other, space, bounds);
    }

    /** Returns the same query, with space on the disk for its sort. */
    public QuerySpec spilling(@Nullable SpillSpace to) {
        return new QuerySpec(filter, sort, hint, skip, limit, collation, to, bounds);
    }

    /** Returns the same query between keys of the index that the hint names. */
    public QuerySpec between(@Nullable KeyBounds keys) {
        return new QuerySpec(filter, sort, hint, skip, limit, collation, space, keys);
    }

    /** Returns a query for all matching documents, in no order. */
    public static QuerySpec of(MongoFilter filter, Collation collation) {
        return new QuerySpec(filter, new BsonDocument(), null, 0, 0, collation);
    }

    /** Returns the same query for the first document only. */
    public QuerySpec first() {
        return new QuerySpec(filter, sort, hint, 0, 1, collation, space, bounds);
    }

    /** Returns true if documents may be found in any order and by any plan. */
    boolean isFreeToScan() {
        boolean isHinted =
                hint != null && !(hint.isDocument() && hint.asDocument().isEmpty());
        return sort.isEmpty()
                && !isHinted
                && bounds == null
                && !OperationContext.current().refusesTableScans();
    }

    QuerySpec withoutWindow() {
        return new QuerySpec(filter, sort, hint, 0, 0, collation, space, bounds);
    }
}
