package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Set;
import org.bson.BsonType;

/**
 * The read concern: how durable the data that a client reads must be. Here every read sees every acknowledged write, so
 * the levels mean the same, and a client that wants to read after a time of this server need not wait.
 */
public final class ReadConcern {
    private static final Set<String> SERVED = Set.of("local", "available", "majority");
    private static final Set<String> OF_REPLICA_SETS = Set.of("linearizable", "snapshot");
    private static final Set<String> OF_SNAPSHOTS = Set.of("find", "aggregate", "distinct");

    private ReadConcern() {}

    /** @throws CommandError for a level that only a replica set serves, or that is unknown */
    public static void check(CommandRequest request, MongoServices services) {
        BsonView concern = request.document("readConcern").orElse(null);
        if (concern == null) {
            return;
        }
        boolean isMember = services.settings().replicaSet() != null;
        String level = level(concern);
        if (!isMember && OF_REPLICA_SETS.contains(level)) {
            throw new CommandError(
                    MongoCode.NOT_A_REPLICA_SET, "node needs to be a replica set member to use read concern");
        }
        if (!SERVED.contains(level) && !OF_REPLICA_SETS.contains(level)) {
            throw new CommandError(
                    MongoCode.FAILED_TO_PARSE,
                    "readConcern.level must be either 'local', 'majority', 'linearizable', 'available', or 'snapshot'");
        }
        if (isMember) {
            checkTimes(concern, level, services);
            boolean isMisplaced =
                    level.equals("snapshot") && !request.has("autocommit") && !OF_SNAPSHOTS.contains(request.name());
            if (isMisplaced) {
                throw new CommandError(
                        MongoCode.INVALID_OPTIONS,
                        "Command " + request.name() + " does not support readConcern snapshot");
            }
        }
    }

    public static boolean isLinearizable(CommandRequest request) {
        return request.document("readConcern")
                .filter(concern -> level(concern).equals("linearizable"))
                .isPresent();
    }

    /** The level that is asked for; the least if none is. */
    private static String level(BsonView concern) {
        BsonView level = concern.field("level");
        if (level == null) {
            return "local";
        }
        return CommandRequest.typeOf(level) == BsonType.STRING ? level.stringValue() : "";
    }

    private static void checkTimes(BsonView concern, String level, MongoServices services) {
        BsonView after = concern.field("afterClusterTime");
        BsonView at = concern.field("atClusterTime");
        if (after != null) {
            checkAfter(after, services);
        }
        if (at == null) {
            return;
        }
        if (after != null) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "Specifying both 'atClusterTime' and 'afterClusterTime' is not allowed");
        }
        if (!level.equals("snapshot")) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, "'atClusterTime' is only allowed with readConcern level 'snapshot'");
        }
        throw new CommandError(
                MongoCode.SNAPSHOT_UNAVAILABLE, "Read timestamp is older than the oldest available timestamp");
    }

    private static void checkAfter(BsonView after, MongoServices services) {
        if (CommandRequest.typeOf(after) != BsonType.TIMESTAMP) {
            throw new CommandError(
                    MongoCode.TYPE_MISMATCH,
                    "BSON field 'readConcern.afterClusterTime' is the wrong type '" + TypeNames.of(after.bsonType())
                            + "', expected type 'timestamp'");
        }
        long now = services.clusterTime().now();
        if (Long.compareUnsigned(after.toBsonValue().asTimestamp().getValue(), now) > 0) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS,
                    "readConcern afterClusterTime value must not be greater than the current clusterTime");
        }
    }
}
