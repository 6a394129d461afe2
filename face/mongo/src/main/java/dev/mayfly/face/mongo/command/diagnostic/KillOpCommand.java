package dev.mayfly.face.mongo.command.diagnostic;

import dev.mayfly.face.mongo.command.Action;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.DatabasePrivilege;
import dev.mayfly.face.mongo.command.GrantedPrivileges;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.session.Operations;
import dev.mayfly.face.mongo.wire.BsonBuilder;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Ends an operation, if it is still under way; like MongoDB it does not say whether it was. */
public final class KillOpCommand implements MongoCommand {
    @Override
    public String name() {
        return "killOp";
    }

    @Override
    public Set<String> fields() {
        return Set.of("op");
    }

    @Override
    public boolean isAdminOnly() {
        return true;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        if (!request.required("op").type().isNumber()) {
            throw request.wrongType("op", request.required("op"), "types '[long, int, decimal, double]'");
        }
        context.services().operations().find(request.number("op", 0)).ifPresent(found -> kill(context, found));
        return Reply.ok(new BsonBuilder().text("info", "attempting to kill op"));
    }

    /** A user may always end operations of the same user. */
    private static void kill(CommandContext context, Operations.Activity activity) {
        if (!CurrentOpStage.isOwn(context, activity)) {
            GrantedPrivileges.require(DatabasePrivilege.onServer(Action.KILL_OPERATION), "killOp", context);
        }
        if (activity.operation() != null) {
            activity.operation().kill(OperationContext.Reason.KILLED);
        }
    }
}
