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
import java.util.function.UnaryOperator;

/** Changes the search indexes of a collection, one change at a time. */
final class SearchIndexChange {
    private final Collection collection;
    private final List<SearchIndex> indexes;

    private SearchIndexChange(Collection collection) {
        this.collection = collection;
        this.indexes = new ArrayList<>(SearchIndexes.of(collection.record()));
    }

    /** Has a change made of the indexes as they stand, and keeps what it returns. */
    static void make(CommandContext context, CommandRequest request, UnaryOperator<List<SearchIndex>> change) {
        ReentrantLock changing = context.services().collections().changing(request.database(), request.collection());
        changing.lock();
        try {
            Collection collection = context.services()
                    .collections()
                    .find(request.database(), request.collection())
                    .orElseThrow(() -> new CommandError(
                            MongoCode.NAMESPACE_NOT_FOUND, "Collection '" + request.namespace() + "' does not exist."));
            SearchIndexChange made = new SearchIndexChange(collection);
            made.keep(change.apply(made.indexes));
        } finally {
            changing.unlock();
        }
    }

    private void keep(List<SearchIndex> changed) {
        collection.definition().alterOptions(SearchIndexes.replaced(collection.record(), changed));
    }

    /** Returns the index that a request names, by its name or its id. */
    static SearchIndex named(List<SearchIndex> indexes, CommandRequest request) {
        String name = request.text("name").orElse("");
        String id = request.text("id").orElse("");
        if (name.isEmpty() == id.isEmpty()) {
            throw new CommandError(
                    MongoCode.INVALID_OPTIONS, request.name() + " requires either 'name' or 'id', and not both");
        }
        return indexes.stream()
                .filter(index -> index.name().equals(name) || index.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new CommandError(
                        MongoCode.INDEX_NOT_FOUND,
                        "search index not found with " + (name.isEmpty() ? "id [" + id : "name [" + name) + "]"));
    }
}
