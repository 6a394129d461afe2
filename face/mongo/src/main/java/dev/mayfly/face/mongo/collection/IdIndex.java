package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/**
 * The index on {@code _id}. The engine stores documents by their ids, which are unique; for a collection with a
 * collation, it also keeps an index that makes ids unique under that collation.
 */
public final class IdIndex {
    /** The engine's name for it when it is stored beside the documents. */
    static final String COLLATED = "$id";

    private IdIndex() {}

    /** @param unique whether it takes no two ids that are equal */
    static IndexRequest request(Collation collation, boolean unique) {
        return new IndexRequest(
                COLLATED,
                IndexDefinition.Kind.ORDERED,
                List.of(KeyPart.ascending("_id")),
                unique,
                false,
                false,
                IndexDefinition.NO_BYTES,
                BsonEncoding.encode(
                        CollationKeys.marked(new BsonDocument("key", new BsonDocument("_id", new BsonInt32(1)))
                                .append("collation", collation.spec()))),
                null);
    }

    /** The index that a new collection with these options has, if it needs one. */
    static List<IndexRequest> requests(BsonDocument options) {
        Collation collation = CollectionSettings.collation(options);
        return collation.isSimple() || options.containsKey("viewOn") || options.containsKey("timeseries")
                ? List.of()
                : List.of(request(collation, true));
    }

    static boolean isKept(CollectionRecord record) {
        return record.index(COLLATED).isPresent();
    }

    /** The name that clients know an index by. */
    public static String shown(String name) {
        return name.equals(COLLATED) ? IndexListing.ID_INDEX : name;
    }
}
