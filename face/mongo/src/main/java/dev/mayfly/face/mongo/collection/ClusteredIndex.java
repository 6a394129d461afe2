package dev.mayfly.face.mongo.collection;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code clusteredIndex} of a collection, which says that its documents lie in the order of their ids: all do here. */
public final class ClusteredIndex {
    public static final String OPTION = "clusteredIndex";

    private static final Set<String> FIELDS = Set.of("v", "key", "name", "unique");
    private static final int UNIQUE_REQUIRED = 5979700;

    private ClusteredIndex() {}

    /** The option as it is listed, for what a client gives. */
    public static BsonDocument checked(BsonDocument asked) {
        for (String field : asked.keySet()) {
            if (!FIELDS.contains(field)) {
                throw new CommandError(
                        MongoCode.UNKNOWN_FIELD,
                        "BSON field 'create.clusteredIndex." + field + "' is an unknown field.");
            }
        }
        BsonValue key = required(asked, "key");
        if (!key.isDocument() || !IndexKeys.isId(key.asDocument())) {
            throw new CommandError(
                    MongoCode.INVALID_INDEX_SPECIFICATION_OPTION,
                    "The clusteredIndex option is only supported for key: {_id: 1}");
        }
        BsonValue unique = required(asked, "unique");
        if (!unique.equals(BsonBoolean.TRUE)) {
            throw new CommandError(UNIQUE_REQUIRED, "The clusteredIndex option requires unique: true to be specified");
        }
        BsonValue name = asked.get("name", new BsonString(IndexListing.ID_INDEX));
        if (!name.isString()) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'create.clusteredIndex.name' is the wrong type '" + TypeNames.of(name)
                            + "', expected type 'string'");
        }
        return new BsonDocument("v", new BsonInt32(2))
                .append("key", new BsonDocument("_id", new BsonInt32(1)))
                .append("name", name)
                .append("unique", BsonBoolean.TRUE);
    }

    private static BsonValue required(BsonDocument asked, String field) {
        BsonValue value = asked.get(field);
        if (value == null) {
            throw new CommandError(
                    MongoCode.MISSING_FIELD,
                    "BSON field 'create.clusteredIndex." + field + "' is missing but a required field");
        }
        return value;
    }

    /** Returns whether the collection is declared to store its documents in the order of their ids. */
    public static boolean isOf(CollectionRecord record) {
        var options = CollectionSettings.view(record);
        return options != null && options.field(OPTION) != null;
    }

    /** Returns whether this is the name of the index on {@code _id}. */
    public static boolean isName(CollectionRecord record, String name) {
        BsonDocument index = listed(record);
        return index != null && index.getString("name").getValue().equals(name);
    }

    /** The index as it is listed, or null where a collection is not clustered. */
    static @Nullable BsonDocument listed(CollectionRecord record) {
        var options = CollectionSettings.view(record);
        var clustered = options == null ? null : options.field(OPTION);
        return clustered == null ? null : clustered.toBsonValue().asDocument().append("clustered", BsonBoolean.TRUE);
    }
}
