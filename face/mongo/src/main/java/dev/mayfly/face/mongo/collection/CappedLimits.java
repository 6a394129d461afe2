package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * The limits of a capped collection.
 *
 * @param order the index over the insertion order, keyed by the bytes stamped on each document
 * @param size limit on all documents together, in bytes; 0 while the order of older documents is still being built
 * @param max limit on the number of documents; 0 for none
 */
public record CappedLimits(IndexDefinition order, long size, long max) {
    /** Number of bytes in a document's stamp. */
    static final int STAMP_BYTES = Long.BYTES;

    static final String ORDER_INDEX = "$natural";

    private static final long SIZE_MIN = 4096;
    private static final long SIZE_STEP = 256;
    private static final long SIZE_MAX = 1L << 50;

    /** Returns null for a collection that is not capped. On the path of every request. */
    public static @Nullable CappedLimits of(CollectionRecord record) {
        for (IndexDefinition index : record.indexes()) {
            if (index.kind() == IndexDefinition.Kind.STAMPED) {
                BsonView options = CollectionSettings.view(record);
                return new CappedLimits(index, number(options, "size"), number(options, "max"));
            }
        }
        return null;
    }

    /** Returns whether the order covers all documents; false while it is still being built. */
    public boolean isComplete() {
        return size > 0;
    }

    private static long number(@Nullable BsonView options, String field) {
        View value = options == null ? null : options.field(field);
        return value == null ? 0 : value.longValue();
    }

    static IndexRequest orderRequest() {
        return new IndexRequest(
                ORDER_INDEX,
                IndexDefinition.Kind.STAMPED,
                List.of(),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexListing.NO_OPTIONS,
                null);
    }

    /** The size that a collection is given for the one that is asked for. */
    public static BsonValue checkedSize(long asked) {
        if (asked <= 0 || asked > SIZE_MAX) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    asked <= 0
                            ? "Capped collection size must be greater than zero"
                            : "Capped collection size must be no larger than 1 petabyte");
        }
        return Trees.whole(asked <= SIZE_MIN ? SIZE_MIN : (asked + SIZE_STEP - 1) / SIZE_STEP * SIZE_STEP);
    }

    /** Nothing below 1 bounds anything. */
    public static BsonValue checkedMax(long asked) {
        if (asked >= Integer.MAX_VALUE) {
            throw new CommandError(MongoCode.BAD_VALUE, "max in a capped collection has to be < 2^31 or not set");
        }
        return Trees.whole(Math.max(0, asked));
    }

    /** Returns the total size of the documents. */
    public static long bytes(Collection collection) {
        return collection.storedSize().bodies(STAMP_BYTES);
    }

    /** Appends the collection's limits to its statistics. */
    public static void append(BsonDocument statistics, CollectionRecord record, long scale) {
        CappedLimits capped = of(record);
        if (capped != null && capped.isComplete()) {
            statistics.append("max", Trees.whole(capped.max)).append("maxSize", Trees.whole(capped.size / scale));
        }
    }
}
