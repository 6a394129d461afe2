package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.store.api.Durability;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** What a client wants to be sure of: {@code j: true} and {@code w: "majority"} wait for the disk. */
record WriteConcern(boolean isSynced) {
    static WriteConcern of(CommandRequest request) {
        BsonView concern = request.body().field("writeConcern");
        if (concern == null || CommandRequest.typeOf(concern) != BsonType.DOCUMENT) {
            return new WriteConcern(false);
        }
        return new WriteConcern(isTrue(concern.field("j")) || isMajority(concern.field("w")));
    }

    /** A server without replicas has no more members than one; a set says so once it has written. */
    static void requirePossible(CommandRequest request, MongoServices services) {
        BsonView w = w(request);
        if (w != null && isTooMany(w) && services.settings().replicaSet() == null) {
            throw new CommandError(MongoCode.BAD_VALUE, "cannot use 'w' > 1 when a host is not replicated");
        }
    }

    /** What a set of one member cannot do for a write that it has made. */
    static @Nullable CommandError unmet(CommandRequest request) {
        BsonView w = w(request);
        if (w == null) {
            return null;
        }
        if (isTooMany(w)) {
            return new CommandError(MongoCode.UNSATISFIABLE_WRITE_CONCERN, "Not enough data-bearing nodes");
        }
        if (CommandRequest.typeOf(w) == BsonType.STRING && !isMajority(w)) {
            return new CommandError(
                    MongoCode.UNKNOWN_REPL_WRITE_CONCERN,
                    "No write concern mode named '" + w.stringValue() + "' found in replica set configuration");
        }
        return null;
    }

    private static @Nullable BsonView w(CommandRequest request) {
        BsonView concern = request.body().field("writeConcern");
        return concern == null || CommandRequest.typeOf(concern) != BsonType.DOCUMENT ? null : concern.field("w");
    }

    private static boolean isTooMany(BsonView w) {
        return w.type().isNumber() && w.longValue() > 1;
    }

    private static boolean isTrue(@Nullable BsonView value) {
        return value != null
                && (CommandRequest.typeOf(value) == BsonType.BOOLEAN
                        ? value.booleanValue()
                        : value.type().isNumber() && value.doubleValue() != 0);
    }

    private static boolean isMajority(@Nullable BsonView value) {
        return value != null
                && CommandRequest.typeOf(value) == BsonType.STRING
                && value.stringValue().equals("majority");
    }

    Durability durability() {
        return isSynced ? Durability.SYNCED : Durability.LOGGED;
    }
}
