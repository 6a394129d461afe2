package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import org.bson.BsonDocument;
import org.bson.BsonInt32;

/** The rules of {@code collMod} in 3.6: it changed an option where one existed, even if the option had no effect. */
final class EarlierRules {
    private static final String SECONDS = "expireAfterSeconds";

    private EarlierRules() {}

    /**
     * Changes the option of an index that ignores it.
     *
     * @return false for a TTL index, which is to be changed as it is today
     * @throws CommandError for an index without the option: none was made a TTL index
     */
    static boolean change(Collection collection, IndexDefinition index, long seconds, BsonBuilder reply) {
        if (isIgnored(index)) {
            changeIgnored(collection, index, seconds, reply);
            return true;
        }
        if (IndexListing.seconds(collection.record(), index).isEmpty()) {
            throw new CommandError(MongoCode.INVALID_OPTIONS, "no expireAfterSeconds field to update");
        }
        return false;
    }

    /** Returns whether the index carries the option and ignores it because it has several fields. */
    private static boolean isIgnored(IndexDefinition index) {
        BsonDocument options = BsonEncoding.decode(index.options());
        return options.containsKey(SECONDS) && options.getDocument("key").size() > 1;
    }

    private static void changeIgnored(Collection collection, IndexDefinition index, long seconds, BsonBuilder reply) {
        BsonDocument options = BsonEncoding.decode(index.options());
        int before = options.getInt32(SECONDS).getValue();
        options.put(SECONDS, new BsonInt32((int) seconds));
        collection.definition().alterIndex(index.name(), kept -> kept.withOptions(BsonEncoding.encode(options)));
        reply.int64("expireAfterSeconds_old", before).int64("expireAfterSeconds_new", seconds);
    }
}
