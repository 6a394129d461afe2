package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Announcement;
import dev.mayfly.engine.ExpiryListener;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.mongo.collection.MongoCollections;
import dev.mayfly.face.mongo.session.Operations;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/** What the sweeper is taking away just now: the deletes that MongoDB's TTL monitor would make. */
final class TtlDeletions implements ExpiryListener {
    private final Operations operations;
    private final CollectionUsages usages;
    private final LongSupplier uptimeNanos;
    private volatile @Nullable Deletion current;

    TtlDeletions(Operations operations, CollectionUsages usages, LongSupplier uptimeNanos) {
        this.operations = operations;
        this.usages = usages;
        this.uptimeNanos = uptimeNanos;
    }

    /** A batch of deletes under way. */
    record Deletion(int id, CollectionName collection, long startedNanos) {}

    Optional<Deletion> current() {
        return Optional.ofNullable(current);
    }

    @Override
    public void announced(Announcement announcement) {}

    @Override
    public void sweeping(CollectionName collection) {
        if (collection.face().equals(MongoCollections.FACE)) {
            current = new Deletion(operations.nextNumber(), collection, uptimeNanos.getAsLong());
        }
    }

    @Override
    public void swept(CollectionName collection) {
        Deletion ended = current;
        current = null;
        if (ended != null) {
            usages.count(ended.collection, CollectionUsage.Kind.REMOVE, uptimeNanos.getAsLong() - ended.startedNanos);
        }
    }
}
