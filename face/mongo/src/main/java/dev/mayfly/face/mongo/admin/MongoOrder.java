package dev.mayfly.face.mongo.admin;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyExtractor;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.IndexWalk;
import dev.mayfly.face.api.FieldOrder;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The order of documents by a field as {@code sort} has it: a missing field is null, and an array stands at its first element. */
final class MongoOrder {
    private MongoOrder() {}

    static FieldOrder of(CollectionRecord record, FieldPath path, boolean descending) {
        KeyExtractor keys = new KeyExtractor(List.of(new KeyPart(path, descending)), false);
        return new FieldOrder(
                (_, content) -> keys.extract(BsonView.of(content.body())).keys().getFirst(),
                walk(record, path, descending));
    }

    private static @Nullable IndexWalk walk(CollectionRecord record, FieldPath path, boolean descending) {
        for (IndexDefinition index : record.indexes()) {
            if (isOfAll(index) && index.parts().getFirst().path().equals(path)) {
                boolean isBackward = index.parts().getFirst().descending() != descending;
                return new IndexWalk(index, List.of(KeyRange.ALL), isBackward ? Direction.BACKWARD : Direction.FORWARD);
            }
        }
        return null;
    }

    /** Returns true if every document has entries in the index, in the order of its values. */
    private static boolean isOfAll(IndexDefinition index) {
        return index.kind() == IndexDefinition.Kind.ORDERED
                && index.isReady()
                && !index.hidden()
                && !index.sparse()
                && index.partial().length == 0
                && !IndexListing.isHashed(index)
                && IndexListing.collation(index).isSimple()
                && isOfValues(index);
    }

    private static boolean isOfValues(IndexDefinition index) {
        BsonValue pattern = BsonEncoding.decode(index.options()).get("key", new BsonDocument());
        return pattern.isDocument() && pattern.asDocument().values().stream().noneMatch(BsonValue::isString);
    }
}
