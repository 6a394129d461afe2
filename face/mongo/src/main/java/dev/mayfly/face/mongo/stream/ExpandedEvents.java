package dev.mayfly.face.mongo.stream;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.History;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;

/** The events recorded in the history for changes other than of documents, for streams that show expanded events. */
public final class ExpandedEvents {
    private final History history;

    public ExpandedEvents(MongoCollections collections) {
        this.history = collections.engine().history();
    }

    /** @param operation {@code createIndexes} or {@code dropIndexes} */
    public void indexes(Collection collection, String operation, List<BsonDocument> indexes) {
        if (!indexes.isEmpty()) {
            tell(collection, operation, new BsonDocument("indexes", new BsonArray(indexes)));
        }
    }

    public void modified(Collection collection, BsonDocument what) {
        tell(collection, "modify", what);
    }

    private void tell(Collection collection, String operation, BsonDocument description) {
        if (history.isKept(MongoCollections.FACE)) {
            BsonDocument told = new BsonDocument("operationType", new BsonString(operation))
                    .append("operationDescription", description);
            history.tell(collection.record(), new Change.Told(BsonEncoding.encode(told)));
        }
    }
}
