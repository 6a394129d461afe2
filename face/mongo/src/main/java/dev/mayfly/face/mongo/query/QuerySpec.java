package dev.mayfly.face.mongo.query;

import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.KeyBounds;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.language.value.Collation;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * Which documents, in which order.
 *
 * @param hint the name or key of the index to use, or null
 * @param skip how many to pass over
 * @param limit how many at most; 0 for all
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

    /** The same in another order of texts. */
    public QuerySpec with(Collation other) {
        return new QuerySpec(filter, sort, hint, skip, limit, other, space, bounds);
    }

    /** The same, which may put on the disk what it sorts. */
    public QuerySpec spilling(@Nullable SpillSpace to) {
        return new QuerySpec(filter, sort, hint, skip, limit, collation, to, bounds);
    }

    /** The same between keys of the index that the hint names. */
    public QuerySpec between(@Nullable KeyBounds keys) {
        return new QuerySpec(filter, sort, hint, skip, limit, collation, space, keys);
    }

    /** All that match, in no order. */
    public static QuerySpec of(MongoFilter filter, Collation collation) {
        return new QuerySpec(filter, new BsonDocument(), null, 0, 0, collation);
    }

    /** Only the first document. */
    public QuerySpec first() {
        return new QuerySpec(filter, sort, hint, 0, 1, collation, space, bounds);
    }

    QuerySpec withoutWindow() {
        return new QuerySpec(filter, sort, hint, 0, 0, collation, space, bounds);
    }
}
