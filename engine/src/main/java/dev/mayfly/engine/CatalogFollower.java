package dev.mayfly.engine;

import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.change.DroppedCollection;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CurrentSchema;
import dev.mayfly.engine.write.SharedSchema;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Takes over into the catalog of one engine what other engines have made, changed and dropped. Used under its lock. */
final class CatalogFollower {
    private final EngineContext context;
    private final Map<CollectionName, Collection> collections;
    private final Adoption adopt;

    /** Adds a collection that the engine does not know. */
    @FunctionalInterface
    interface Adoption {
        void add(CollectionRecord record, long schemaNumber);
    }

    /**
     * @param collections those that the engine knows, by their names
     * @param adopt adds one that it does not know
     */
    CatalogFollower(EngineContext context, Map<CollectionName, Collection> collections, Adoption adopt) {
        this.context = context;
        this.collections = collections;
        this.adopt = adopt;
    }

    /** Brings the collections up to what the store says now. */
    void follow() {
        Map<Integer, Long> numbers = schemaNumbers();
        Map<Integer, Collection> known = new HashMap<>();
        collections.values().forEach(collection -> known.put(collection.record().id(), collection));
        try (Cursor cursor = scan(Layout.COLLECTION)) {
            while (cursor.next()) {
                CollectionRecord record = CatalogCodec.fromBytes(cursor.value());
                Collection collection = known.remove(record.id());
                long number = numbers.getOrDefault(record.id(), 0L);
                if (collection == null) {
                    adopt.add(record, number);
                } else {
                    follow(collection, record, number);
                }
            }
        }
        known.values().forEach(this::drop);
        adoptHistories();
    }

    /** Takes over what is left of the history of collections that other engines have dropped, and perhaps made meanwhile. */
    private void adoptHistories() {
        List<DroppedCollection> left = new ArrayList<>();
        try (Cursor cursor = scan(Layout.DROPPED)) {
            while (cursor.next()) {
                DroppedCollection dropped = DroppedCollection.fromBytes(cursor.value());
                if (!context.history().knows(dropped)) {
                    left.add(dropped);
                }
            }
        }
        left.forEach(context.history()::adoptDropped);
    }

    private void follow(Collection collection, CollectionRecord record, long number) {
        CurrentSchema schema = collection.parts().shards().currentSchema();
        if (number != schema.number()) {
            if (!record.name().equals(collection.name())) {
                // Readers of its history under the name that it had find the end of that.
                renamed(collection);
            }
            collections.remove(collection.name(), collection);
            schema.adopt(record, number);
            collections.put(record.name(), collection);
        }
    }

    private void renamed(Collection collection) {
        for (CollectionCommitter shard : collection.parts().shards().all()) {
            ChangeCapture capture = shard.state().changeCapture();
            if (capture != null) {
                capture.feed().renamed(context.history().now());
            }
        }
    }

    private void drop(Collection collection) {
        collection.parts().shards().currentSchema().adoptDrop();
        collections.remove(collection.name(), collection);
        collection.record().partitions().forEach(context.events()::forget);
    }

    /** The numbers of the schemas by the ids of the collections. To be read before the records, so that none is older than its number. */
    Map<Integer, Long> schemaNumbers() {
        Map<Integer, Long> numbers = new HashMap<>();
        try (Cursor cursor = scan(Layout.SCHEMA_NUMBER)) {
            while (cursor.next()) {
                numbers.put(SharedSchema.idOf(cursor.key()), (long) Layout.LONG.get(cursor.value(), 0));
            }
        }
        return numbers;
    }

    private Cursor scan(int kind) {
        KeyRange range = KeyRange.prefix(new byte[] {(byte) kind});
        return context.store().scan(Partition.CATALOG, Space.META, range, Direction.FORWARD, Reader.UNLIMITED);
    }
}
