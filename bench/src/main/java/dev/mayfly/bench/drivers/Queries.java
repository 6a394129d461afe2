package dev.mayfly.bench.drivers;

import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.Accumulators;
import com.mongodb.client.model.Aggregates;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.conversions.Bson;

/**
 * The work that reads many documents and changes none, over collections that are loaded once. Results are counted,
 * and left as bytes: decoding them would be the generator's work. Confined to one thread, but for its workers.
 */
final class Queries {
    /** Of the documents that a query of many reads. */
    private static final int DOCUMENTS = 100_000;

    private static final int JOINING = 1_000;
    private static final int JOINED = 10_000;
    private static final int PAGE = 100;

    private static final String JOINED_SUFFIX = "_joined";

    private final MongoDatabase database;
    private final Scale scale;
    private final Set<MongoWork> loaded = EnumSet.noneOf(MongoWork.class);

    Queries(MongoDatabase database, Scale scale) {
        this.database = database;
        this.scale = scale;
    }

    void prepare(MongoWork work) {
        if (!loaded.add(work)) {
            return;
        }
        String name = work.collection();
        if (work == MongoWork.LOOKUP) {
            load(name, scale.of(JOINING));
            load(name + JOINED_SUFFIX, scale.of(JOINED));
            database.getCollection(name + JOINED_SUFFIX).createIndex(Indexes.ascending(Samples.GROUP));
            return;
        }
        load(name, scale.of(DOCUMENTS));
        if (work != MongoWork.GROUP_MATCHED) {
            database.getCollection(name).createIndex(Indexes.ascending(Samples.GROUP));
        }
    }

    private void load(String name, int documents) {
        MongoCollection<Document> collection = database.getCollection(name);
        collection.drop();
        Samples samples = new Samples(0, scale);
        for (int missing = documents; missing > 0; missing -= MongoWork.DOCUMENTS_OF_MANY) {
            collection.insertMany(samples.documents(Math.min(missing, MongoWork.DOCUMENTS_OF_MANY)));
        }
    }

    Target.Worker open(MongoWork work) {
        MongoCollection<RawBsonDocument> collection = database.getCollection(work.collection(), RawBsonDocument.class);
        Bson byGroup = Sorts.ascending(Samples.GROUP);
        return switch (work) {
            case GROUP_MATCHED -> () -> require(halfTheGroups(), collection.aggregate(grouping()));
            case LOOKUP -> () -> require(scale.of(JOINING), collection.aggregate(joining(work)));
            case DRAIN -> () -> require(scale.of(DOCUMENTS), collection.find());
            case SORT_INDEXED ->
                () -> require(scale.of(DOCUMENTS), collection.find().sort(byGroup));
            case SORT_INDEXED_PAGE ->
                () -> require(PAGE, collection.find().sort(byGroup).limit(PAGE));
            default -> throw new IllegalArgumentException(work + " is no query of many");
        };
    }

    private int halfTheGroups() {
        return Samples.groups(scale) / 2;
    }

    private List<Bson> grouping() {
        return List.of(
                Aggregates.match(Filters.lt(Samples.GROUP, halfTheGroups())),
                Aggregates.group(
                        "$" + Samples.GROUP,
                        Accumulators.sum("count", 1),
                        Accumulators.max("latest", "$" + Samples.DATE)));
    }

    private static List<Bson> joining(MongoWork work) {
        return List.of(Aggregates.lookup(work.collection() + JOINED_SUFFIX, Samples.GROUP, Samples.GROUP, "joined"));
    }

    private static void require(int expected, Iterable<RawBsonDocument> results) {
        int count = 0;
        for (RawBsonDocument ignored : results) {
            count++;
        }
        if (count != expected) {
            throw new IllegalStateException("found " + count + " of " + expected);
        }
    }
}
