package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.MongoRelease;
import dev.mayfly.face.mongo.collection.CollectionSettings;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonValue;

/**
 * An option of the allocation of records in 3.6, kept and shown and of no other meaning: bit 1 of a collection's flags. A
 * collection with a TTL index has it, and cannot be without it.
 */
public final class PowerOf2Sizes {
    public static final String OPTION = "usePowerOf2Sizes";

    private static final String FLAGS = "flags";
    private static final int BIT = 1;

    private PowerOf2Sizes() {}

    /** Reads it from a request that creates a collection. */
    public static void create(CommandRequest request, MongoRelease release, BsonDocument options) {
        requireKnown(request, "create", release);
        boolean byFlags = release == MongoRelease.V3_6 && (request.number(FLAGS, 0) & BIT) != 0;
        if (request.bool(OPTION, false) || byFlags) {
            options.append(FLAGS, new BsonInt32(BIT));
        }
    }

    /** Reads it from a request that changes a collection. */
    public static void change(Collection collection, CommandRequest request, MongoRelease release, BsonBuilder reply) {
        requireKnown(request, "collMod", release);
        if (!request.has(OPTION)) {
            return;
        }
        boolean was = (flags(collection.record()) & BIT) != 0;
        boolean next = request.bool(OPTION, false);
        if (!next && hasTtlIndex(collection.record())) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "usePowerOf2Sizes cannot be disabled on a collection with a TTL index");
        }
        BsonDocument options = CollectionSettings.options(collection.record());
        options.put(FLAGS, new BsonInt32(next ? BIT : 0));
        collection.definition().alterOptions(CollectionSettings.replaced(collection.record(), options));
        reply.bool("usePowerOf2Sizes_old", was).bool("usePowerOf2Sizes_new", next);
    }

    private static void requireKnown(CommandRequest request, String command, MongoRelease release) {
        if (release != MongoRelease.V3_6 && request.has(OPTION)) {
            throw new CommandError(
                    MongoCode.UNKNOWN_FIELD, "BSON field '" + command + "." + OPTION + "' is an unknown field.");
        }
    }

    public static int flags(CollectionRecord record) {
        BsonValue kept = CollectionSettings.options(record).get(FLAGS);
        int own = kept == null ? 0 : kept.asNumber().intValue();
        return hasTtlIndex(record) ? own | BIT : own;
    }

    private static boolean hasTtlIndex(CollectionRecord record) {
        return !record.policy().current().rules().isEmpty();
    }

    /** The options of a collection as they are listed. */
    public static BsonDocument listed(CollectionRecord record, MongoRelease release) {
        BsonDocument options = CollectionSettings.options(record);
        options.remove(FLAGS);
        if (release == MongoRelease.V3_6 && flags(record) != 0) {
            options.append(FLAGS, new BsonInt32(flags(record)));
        }
        return options;
    }
}
