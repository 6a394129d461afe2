package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.face.mongo.collection.SearchIndexes.SearchIndex;
import dev.mayfly.face.mongo.command.Access;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.command.MongoCommand;
import dev.mayfly.face.mongo.language.vector.VectorIndex;
import dev.mayfly.face.mongo.wire.Reply;
import java.util.Set;
import org.bson.BsonDocument;

/** Gives a search index another definition. */
public final class UpdateSearchIndexCommand implements MongoCommand {
    private static final String DEFINITION = "definition";

    @Override
    public String name() {
        return "updateSearchIndex";
    }

    @Override
    public Set<String> fields() {
        return Set.of("id", "name", DEFINITION);
    }

    @Override
    public Access access() {
        return Access.WRITE;
    }

    @Override
    public Reply run(CommandContext context, CommandRequest request) {
        BsonDocument definition = request.tree(DEFINITION).orElseThrow(() -> request.missing(DEFINITION));
        VectorIndex.of(definition);
        SearchIndexChange.make(context, request, standing -> {
            SearchIndex index = SearchIndexChange.named(standing, request);
            standing.set(standing.indexOf(index), index.changed(definition, context.now()));
        });
        return Reply.ok();
    }
}
