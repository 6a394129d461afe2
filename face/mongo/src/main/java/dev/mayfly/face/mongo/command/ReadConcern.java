package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import java.util.Set;
import org.bson.BsonType;

/** How settled what a client reads must be. Here every read sees what is acknowledged, so the levels mean the same. */
final class ReadConcern {
    private static final Set<String> SERVED = Set.of("local", "available", "majority");
    private static final Set<String> OF_REPLICA_SETS = Set.of("linearizable", "snapshot");

    private ReadConcern() {}

    /** @throws CommandError for a level that only a replica set serves, or that nobody does */
    static void check(CommandRequest request) {
        BsonView concern = request.document("readConcern").orElse(null);
        BsonView level = concern == null ? null : concern.field("level");
        if (level == null) {
            return;
        }
        String name = CommandRequest.typeOf(level) == BsonType.STRING ? level.stringValue() : "";
        if (OF_REPLICA_SETS.contains(name)) {
            throw new CommandError(
                    MongoCode.NOT_A_REPLICA_SET, "node needs to be a replica set member to use read concern");
        }
        if (!SERVED.contains(name)) {
            throw new CommandError(
                    MongoCode.BAD_VALUE,
                    "Enumeration value '" + name + "' for field 'readConcern.level' is not a valid value.");
        }
    }
}
