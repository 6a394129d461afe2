package dev.mayfly.face.mongo.command.session;

import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.command.SessionIds;
import dev.mayfly.face.mongo.session.LogicalSessions;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.function.BiConsumer;

/** The commands over a list of the client's own sessions: end them, or keep them going. */
public final class EndSessionsCommand implements MongoCommand {
    private final String name;
    private final BiConsumer<CommandContext, SessionId> effect;

    private EndSessionsCommand(String name, BiConsumer<CommandContext, SessionId> effect) {
        this.name = name;
        this.effect = effect;
    }

    public static EndSessionsCommand end() {
        return new EndSessionsCommand(
                "endSessions", (context, session) -> sessions(context).end(session));
    }

    public static EndSessionsCommand kill() {
        return new EndSessionsCommand("killSessions", EndSessionsCommand::kill);
    }

    public static EndSessionsCommand refresh() {
        return new EndSessionsCommand(
                "refreshSessions", (context, session) -> sessions(context).use(session));
    }

    private static LogicalSessions sessions(CommandContext context) {
        return context.services().sessions().logical();
    }

    private static void kill(CommandContext context, SessionId session) {
        KilledOperations.of(context, session::equals);
        sessions(context).end(session);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        for (SessionId session : SessionIds.readAll(request, context.state().userText())) {
            effect.accept(context, session);
        }
        return Reply.ok();
    }
}
