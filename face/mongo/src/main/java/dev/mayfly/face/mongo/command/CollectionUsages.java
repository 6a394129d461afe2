package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** How the collections that exist were used since the start. Safe for concurrent use. */
final class CollectionUsages {
    private final MongoCollections collections;
    private final Map<CollectionName, CollectionUsage> usages = new ConcurrentHashMap<>();

    CollectionUsages(MongoCollections collections) {
        this.collections = collections;
    }

    /** Counts a command, if it was about a collection that is there. */
    void count(MongoCommand command, CommandRequest request, long nanos) {
        CollectionName name =
                command.name().equals(ShownOperation.GET_MORE) ? ofCursor(request) : request.collectionIfRead();
        if (name != null) {
            count(name, CollectionUsage.Kind.of(command), nanos);
        }
    }

    private static @Nullable CollectionName ofCursor(CommandRequest request) {
        String collection = ShownOperation.text(request.body(), "collection");
        return collection == null
                ? null
                : new CollectionName(MongoCollections.FACE, request.database(), collection);
    }

    void count(CollectionName name, CollectionUsage.Kind kind, long nanos) {
        CollectionUsage usage = usages.get(name);
        if (usage == null) {
            if (collections.findAny(name).isEmpty()) {
                return;
            }
            usage = usages.computeIfAbsent(name, _ -> new CollectionUsage());
        }
        usage.add(kind, nanos);
    }

    /** The collection is gone, or is another one now. */
    void forget(CollectionName name) {
        usages.remove(name);
    }

    CollectionUsage of(CollectionName name) {
        return usages.getOrDefault(name, new CollectionUsage());
    }
}
