package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The pattern by which the documents of a collection are divided: always their {@code _id}, whose bytes are hashed. */
public final class ShardKey {
    /** The field of a collection's own settings that holds the pattern; no client lists it. */
    public static final String FIELD = "shardKey";

    private static final String ID = "_id";
    private static final BsonString HASHED = new BsonString("hashed");

    private ShardKey() {}

    /** The pattern of a collection, or null if it is not divided. */
    public static @Nullable BsonDocument of(Collection collection) {
        return of(collection.record());
    }

    static @Nullable BsonDocument of(CollectionRecord record) {
        BsonValue chosen = BsonEncoding.decode(record.options()).get(FIELD);
        if (chosen != null && chosen.isDocument()) {
            return chosen.asDocument();
        }
        return record.shards() > 1 ? new BsonDocument(ID, HASHED) : null;
    }

    public static boolean isHashed(BsonDocument key) {
        return HASHED.equals(key.get(ID));
    }

    /** @throws CommandError if documents cannot be divided so, here or anywhere */
    public static void check(BsonDocument key) {
        if (key.isEmpty()) {
            throw new CommandError(MongoCode.BAD_VALUE, "Shard key is empty");
        }
        for (Map.Entry<String, BsonValue> part : key.entrySet()) {
            boolean ascends =
                    part.getValue().isNumber() && part.getValue().asNumber().doubleValue() == 1;
            if (!ascends && !(HASHED.equals(part.getValue()) && key.size() == 1)) {
                throw new CommandError(
                        MongoCode.BAD_VALUE,
                        "Unsupported shard key pattern " + key.toJson()
                                + ". Pattern must either be a single hashed field, or a list of ascending fields");
            }
        }
        if (key.size() != 1 || !key.containsKey(ID)) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "shard key pattern " + key.toJson() + " is not supported by this server: documents are placed by"
                            + " their _id, so the key is { _id: \"hashed\" } or { _id: 1 }");
        }
    }
}
