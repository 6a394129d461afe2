package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;

/** Drops a search index. */
public final class DropSearchIndexCommand implements MongoCommand {
    @Override
    public String name() {
        return "dropSearchIndex";
    }

    @Override
    public Set<String> fields() {
        return Set.of("id", "name");
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        SearchIndexChange.make(
                context, request, standing -> standing.remove(SearchIndexChange.named(standing, request)));
        return Reply.ok();
    }
}
