package dev.mayfly.face.mongo.command.session;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.Operation;
import dev.mayfly.face.mongo.session.Operations;
import dev.mayfly.face.mongo.session.SessionId;
import java.util.function.Predicate;
import org.bson.BsonType;

/** Operations that end because their session does. */
final class KilledOperations {
    private KilledOperations() {}

    /** Kills whatever is under way in such sessions, but for the command that asks. */
    static void of(CommandContext context, Predicate<SessionId> sessions) {
        for (Operations.Activity activity : context.services().operations().look()) {
            Operation operation = activity.operation();
            if (operation == null || activity.connection().equals(context.state())) {
                continue;
            }
            if (isOf(operation, activity.connection().userText(), sessions)) {
                operation.kill(OperationContext.Reason.KILLED);
            }
        }
    }

    /** Read now, since hardly any operation is ever asked for it. */
    private static boolean isOf(Operation operation, String user, Predicate<SessionId> sessions) {
        BsonView named = operation.message().body().field("lsid");
        if (named == null || CommandRequest.typeOf(named) != BsonType.DOCUMENT) {
            return false;
        }
        try {
            return sessions.test(SessionIds.read(named, user));
        } catch (CommandError _) {
            // Its own client is about to be told.
            return false;
        }
    }
}
