package dev.mayfly.face.mongo.command;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.replica.Membership;
import java.util.Set;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The refusals of a member while it is not the primary of its set. */
public final class PrimaryCheck {
    /** The commands about users that only read. */
    private static final Set<String> READS_USERS = Set.of("usersInfo", "rolesInfo");

    /** Commands that continue a read already allowed. */
    private static final Set<String> ALWAYS_READS = Set.of("getMore");

    private PrimaryCheck() {}

    public static void check(MongoCommand command, CommandRequest request, @Nullable Membership membership) {
        if (membership == null || membership.isPrimary()) {
            return;
        }
        boolean writesUsers = command.access() == Access.MANAGE_USERS && !READS_USERS.contains(command.name());
        if (command.access() == Access.WRITE || writesUsers || request.has("txnNumber")) {
            throw notPrimary();
        }
        boolean reads = command.access() == Access.READ && !ALWAYS_READS.contains(command.name());
        if (reads && !mayReadHere(request)) {
            throw new CommandError(MongoCode.NOT_PRIMARY_NO_SECONDARY_OK, "not primary and secondaryOk=false");
        }
    }

    /** Refuses a command that turns out to write. */
    public static void requirePrimary(CommandContext context, CommandRequest request) {
        Membership membership = context.services().membership();
        if (membership != null && !membership.isPrimary()) {
            throw notPrimary();
        }
    }

    private static CommandError notPrimary() {
        return new CommandError(MongoCode.NOT_WRITABLE_PRIMARY, "not primary");
    }

    /** Returns whether the client allows reads from a member that is not the primary. */
    private static boolean mayReadHere(CommandRequest request) {
        BsonView preference = request.field("$readPreference").orElse(null);
        BsonView mode = preference == null || CommandRequest.typeOf(preference) != BsonType.DOCUMENT
                ? null
                : preference.field("mode");
        return mode != null
                && CommandRequest.typeOf(mode) == BsonType.STRING
                && !mode.stringValue().equals("primary");
    }
}
