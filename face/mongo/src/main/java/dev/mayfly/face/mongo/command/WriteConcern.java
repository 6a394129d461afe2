package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import org.bson.BsonDocument;
import org.bson.BsonType;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The guarantee that a client requests: {@code j: true} and {@code w: "majority"} wait for the disk. */
public record WriteConcern(boolean isSynced) {
    private static final String MAJORITY = "majority";

    /** No replica set has more members. */
    private static final int MEMBERS_MAX = 50;

    public static WriteConcern of(CommandRequest request) {
        BsonView concern = request.body().field("writeConcern");
        if (concern == null || CommandRequest.typeOf(concern) != BsonType.DOCUMENT) {
            return new WriteConcern(request.isSyncedByDefault());
        }
        return new WriteConcern(isTrue(concern.field("j")) || isMajority(concern.field("w")));
    }

    /** A server without replicas has no more members than one; a set says so once it has written. */
    public static void requirePossible(CommandRequest request, MongoServices services) {
        BsonView w = w(request);
        if (w == null) {
            return;
        }
        if (w.type().isNumber() && (w.longValue() < 0 || w.longValue() > MEMBERS_MAX)) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "w has to be a non-negative number and not greater than " + MEMBERS_MAX + "; found: "
                            + w.longValue());
        }
        if (services.settings().replicaSet() != null) {
            return;
        }
        if (isTooMany(w)) {
            throw new CommandError(MongoCode.BAD_VALUE, "cannot use 'w' > 1 when a host is not replicated");
        }
        if (CommandRequest.typeOf(w) == BsonType.STRING && !isMajority(w)) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "cannot use non-majority 'w' mode " + w.stringValue()
                            + " when a host is not a member of a replica set");
        }
    }

    /** Returns the error for a guarantee that a set of one member cannot give to a completed write, or null. */
    public static @Nullable CommandError unmet(CommandRequest request) {
        BsonView w = w(request);
        return w == null ? null : unmet(w.toBsonValue());
    }

    /** As above, for the field {@code w}. */
    public static @Nullable CommandError unmet(BsonValue w) {
        if (w.isNumber() && w.asNumber().longValue() > 1) {
            return new CommandError(MongoCode.UNSATISFIABLE_WRITE_CONCERN, "Not enough data-bearing nodes");
        }
        if (w.isString() && !w.asString().getValue().equals(MAJORITY)) {
            return new CommandError(
                    MongoCode.UNKNOWN_REPL_WRITE_CONCERN,
                    "No write concern mode named '" + w.asString().getValue() + "' found in replica set configuration");
        }
        return null;
    }

    /** Returns whether a write with this concern waits for the disk. */
    static boolean isSynced(BsonDocument concern) {
        BsonView view = BsonView.of(BsonEncoding.encode(concern));
        return isTrue(view.field("j")) || isMajority(view.field("w"));
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
                && value.stringValue().equals(MAJORITY);
    }
}
