package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Usage of the server and of each existing collection since the start. Safe for concurrent use. */
public final class CollectionUsages {
    private final MongoCollections collections;
    private final Usage server = new Usage();
    private final Map<CollectionName, Usage> usages = new ConcurrentHashMap<>();

    CollectionUsages(MongoCollections collections) {
        this.collections = collections;
    }

    /** All commands, whatever they were about. */
    public Usage server() {
        return server;
    }

    /** Counts a command, also for the collection that it was about if that is there. */
    public void count(MongoCommand command, CommandRequest request, long nanos) {
        CollectionName name =
                command.name().equals(ShownOperation.GET_MORE) ? ofCursor(request) : request.collectionIfRead();
        OperationKind kind = OperationKind.of(command);
        server.add(kind, nanos);
        if (name != null) {
            count(name, kind, nanos);
        }
    }

    private static @Nullable CollectionName ofCursor(CommandRequest request) {
        String collection = ShownOperation.text(request.body(), "collection");
        return collection == null ? null : new CollectionName(MongoCollections.FACE, request.database(), collection);
    }

    private void count(CollectionName name, OperationKind kind, long nanos) {
        Usage usage = usages.get(name);
        if (usage == null) {
            if (collections.findAny(name).isEmpty()) {
                return;
            }
            usage = usages.computeIfAbsent(name, _ -> new Usage());
        }
        usage.add(kind, nanos);
    }

    /** The collection is gone, or is another one now. */
    public void forget(CollectionName name) {
        usages.remove(name);
    }

    public Usage of(CollectionName name) {
        return usages.getOrDefault(name, new Usage());
    }
}
