package dev.mayfly.bench.drivers;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.CountOptions;
import com.mongodb.client.model.Indexes;
import java.util.ArrayList;
import java.util.List;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.jspecify.annotations.Nullable;

/** Measures counts and finds by a range of an indexed number, from a thousandth of all documents to all of them. */
final class IndexWidths {
    static final String NAME = "mongo count and find by index and by scan";

    private static final int DOCUMENTS = 100_000;

    /** With it neighbours in the index are far from each other in the order of the ids; no factor of any scale's number. */
    private static final int STRIDE = 61_813;

    private static final Document SCAN = new Document("$natural", 1);
    private static final Document INDEX = new Document("n", 1);

    private IndexWidths() {}

    static String measure(MongoTarget target, Options options) throws Exception {
        int documents = options.scale().of(DOCUMENTS);
        MongoCollection<RawBsonDocument> collection = target.database().getCollection("widths", RawBsonDocument.class);
        load(target.database().getCollection("widths"), documents);
        Widths widths = new Widths(NAME, documents, options.scale());
        widths.measure("count", count(collection, null), count(collection, INDEX), count(collection, SCAN));
        widths.measure("find", find(collection, null), find(collection, INDEX), find(collection, SCAN));
        return widths.toString();
    }

    private static void load(MongoCollection<Document> collection, int documents) {
        collection.drop();
        for (int from = 0; from < documents; from += MongoWork.DOCUMENTS_OF_MANY) {
            List<Document> batch = new ArrayList<>();
            for (int number = from; number < Math.min(documents, from + MongoWork.DOCUMENTS_OF_MANY); number++) {
                batch.add(new Document("_id", number)
                        .append("n", (int) ((long) number * STRIDE % documents))
                        .append(Samples.TEXT, Samples.PADDING));
            }
            collection.insertMany(batch);
        }
        collection.createIndex(Indexes.ascending("n"));
    }

    private static Widths.RangeQuery count(MongoCollection<RawBsonDocument> collection, @Nullable Document hint) {
        CountOptions options = hint == null ? new CountOptions() : new CountOptions().hint(hint);
        return (from, until) -> collection.countDocuments(range(from, until), options);
    }

    private static Widths.RangeQuery find(MongoCollection<RawBsonDocument> collection, @Nullable Document hint) {
        return (from, until) -> {
            long found = 0;
            for (RawBsonDocument ignored : collection.find(range(from, until)).hint(hint)) {
                found++;
            }
            return found;
        };
    }

    private static Document range(int from, int until) {
        return new Document("n", new Document("$gte", from).append("$lt", until));
    }
}
