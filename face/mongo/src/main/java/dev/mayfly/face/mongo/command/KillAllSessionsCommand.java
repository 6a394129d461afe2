package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.Reply;

/** Ends every session of the client's own user. */
final class KillAllSessionsCommand implements MongoCommand {
    @Override
    public String name() {
        return "killAllSessions";
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        String user = context.state().userText();
        KilledOperations.of(context, session -> session.user().equals(user));
        context.services().sessions().logical().endAllOf(user);
        return Reply.ok();
    }
}
