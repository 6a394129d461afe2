package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.query.PlanSummary;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;

/** The profiler's record of a batch of the TTL monitor's deletes: it has no client and no user. */
final class TtlProfileEntry {
    private TtlProfileEntry() {}

    static BsonDocument of(MongoServices services, TtlDeletions.Deletion deletion, long nanos) {
        CollectionName name = deletion.collection();
        long now = services.deadlines().wallMillis();
        Optional<CollectionRecord> record = services.collections().find(name).map(Collection::record);
        Optional<IndexDefinition> index = record.flatMap(found -> index(found, deletion.queue()));
        long offset = record.map(found -> found.policy().current().offset(deletion.queue()))
                .filter(millis -> millis != Deadlines.NEVER)
                .orElse(0L);
        BsonDocument entry = new BsonDocument("op", new BsonString(ShownOperation.REMOVE))
                .append("ns", new BsonString(name.database() + "." + name.collection()))
                .append("command", command(index, now - offset))
                .append("keysExamined", Trees.whole(deletion.deleted()))
                .append("docsExamined", Trees.whole(deletion.deleted()))
                .append("ndeleted", Trees.whole(deletion.deleted()))
                .append("numYield", new BsonInt32(0))
                .append("millis", Trees.whole(TimeUnit.NANOSECONDS.toMillis(nanos)));
        index.ifPresent(found -> entry.append("planSummary", new BsonString(PlanSummary.ofIndex(found))));
        return entry.append("ts", new BsonDateTime(now))
                .append("client", new BsonString(""))
                .append("allUsers", new BsonArray())
                .append("user", new BsonString(""));
    }

    /** Returns the index whose rule a queue belongs to. */
    private static Optional<IndexDefinition> index(CollectionRecord record, int queue) {
        if (queue >= QueueIds.FIRST_INDEX) {
            return record.index(queue);
        }
        return record.indexes().stream()
                .filter(index -> index.kind() == IndexDefinition.Kind.LIFETIME)
                .findFirst();
    }

    /** Returns the equivalent command of a client. */
    private static BsonDocument command(Optional<IndexDefinition> index, long latest) {
        BsonDocument query = new BsonDocument();
        index.ifPresent(found -> IndexListing.key(found)
                .keySet()
                .forEach(field -> query.append(field, new BsonDocument("$lte", new BsonDateTime(latest)))));
        return new BsonDocument("q", query).append("limit", new BsonInt32(0));
    }
}
