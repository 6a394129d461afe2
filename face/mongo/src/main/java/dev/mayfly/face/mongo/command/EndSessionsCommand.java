package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.session.LogicalSessions;
import dev.mayfly.face.mongo.session.SessionId;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.function.BiConsumer;

/** The commands over a list of the client's own sessions: end them, or keep them going. */
final class EndSessionsCommand implements MongoCommand {
    private final String name;
    private final BiConsumer<LogicalSessions, SessionId> effect;

    private EndSessionsCommand(String name, BiConsumer<LogicalSessions, SessionId> effect) {
        this.name = name;
        this.effect = effect;
    }

    static EndSessionsCommand end() {
        return new EndSessionsCommand("endSessions", LogicalSessions::end);
    }

    static EndSessionsCommand kill() {
        return new EndSessionsCommand("killSessions", LogicalSessions::end);
    }

    static EndSessionsCommand refresh() {
        return new EndSessionsCommand("refreshSessions", LogicalSessions::use);
    }

    @Override
    public String name() {
        return name;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        LogicalSessions sessions = context.services().sessions().logical();
        for (SessionId session : SessionIds.readAll(request, context.state().userText())) {
            effect.accept(sessions, session);
        }
        return Reply.ok();
    }
}
