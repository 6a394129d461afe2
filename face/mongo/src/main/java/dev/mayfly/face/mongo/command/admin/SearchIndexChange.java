package dev.mayfly.face.mongo.command.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.SearchIndexes;
import dev.mayfly.face.mongo.collection.SearchIndexes.SearchIndex;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Consumer;

/** Changes the search indexes of a collection, one change at a time. */
final class SearchIndexChange {
    private SearchIndexChange() {}

    /** Has a list of the indexes changed as they stand, and keeps it. */
    static void make(CommandContext context, CommandRequest request, Consumer<List<SearchIndex>> change) {
        ReentrantLock changing = context.services().collections().changing(request.database(), request.collection());
        changing.lock();
        try {
            Collection collection = context.services()
                    .collections()
                    .find(request.database(), request.collection())
                    .orElseThrow(() -> new CommandError(
                            MongoCode.NAMESPACE_NOT_FOUND, "Collection '" + request.namespace() + "' does not exist."));
            List<SearchIndex> indexes = new ArrayList<>(SearchIndexes.of(collection.record()));
            change.accept(indexes);
            collection.definition().alterOptions(SearchIndexes.replaced(collection.record(), indexes));
            collection.vectors().forget();
        } finally {
            changing.unlock();
        }
    }

    /** Returns the index that a request names, by its name or its id. */
    static SearchIndex named(List<SearchIndex> indexes, CommandRequest request) {
        String name = request.text("name").orElse("");
        String id = request.text("id").orElse("");
        if (name.isEmpty() == id.isEmpty()) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, request.name() + " requires either 'name' or 'id', and not both");
        }
        String sought = name.isEmpty() ? "id [" + id + "]" : "name [" + name + "]";
        return indexes.stream()
                .filter(index -> index.name().equals(name) || index.id().equals(id))
                .findFirst()
                .orElseThrow(
                        () -> new CommandError(MongoCode.INDEX_NOT_FOUND, "search index not found with " + sought));
    }
}
