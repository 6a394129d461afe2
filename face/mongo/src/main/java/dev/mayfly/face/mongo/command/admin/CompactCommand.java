package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.List;
import java.util.Set;

/** Destroys the expired documents of a collection, and makes the store give back the space. */
public final class CompactCommand implements MongoCommand {
    @Override
    public String name() {
        return "compact";
    }

    @Override
    public Set<String> fields() {
        return Set.of("force");
    }

    @Override
    public Access access() {
        return Access.MANAGE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        Collection collection = context.services()
                .collections()
                .find(request.database(), request.collection())
                .orElseThrow(() -> new CommandError(MongoCode.NAMESPACE_NOT_FOUND, "collection does not exist"));
        context.services().collections().engine().compact(List.of(collection));
        return Reply.ok();
    }
}
