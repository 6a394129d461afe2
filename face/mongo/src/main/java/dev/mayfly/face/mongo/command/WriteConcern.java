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

    /** A server without replicas has no more members than one. */
    static void requirePossible(CommandRequest request) {
        BsonView concern = request.body().field("writeConcern");
        BsonView w = concern == null || CommandRequest.typeOf(concern) != BsonType.DOCUMENT ? null : concern.field("w");
        boolean tooMany = w != null && w.type().isNumber() && w.longValue() > 1;
        if (tooMany) {
            throw new CommandError(MongoCode.BAD_VALUE, "cannot use 'w' > 1 when a host is not replicated");
        }
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
