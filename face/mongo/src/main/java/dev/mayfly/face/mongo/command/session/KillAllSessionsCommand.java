package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import java.util.function.Predicate;

/** Ends all sessions, or those of the users that it lists, with everything that runs in them. */
public final class KillAllSessionsCommand implements MongoCommand {
    @Override
    public String name() {
        return "killAllSessions";
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Set<String> users =
                new NamedUsers(name() + "." + name()).read(request.argument().toBsonValue());
        Predicate<SessionId> ended = session -> users.isEmpty() || users.contains(session.user());
        KilledOperations.of(context, ended);
        context.services().sessions().logical().endAll(ended);
        return Reply.ok();
    }
}
