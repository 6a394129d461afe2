package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The sweeper's deletes in progress: those that MongoDB's TTL monitor would make. */
public final class TtlDeletions implements ExpiryListener {
    /*
     * There is one sweeper, which works batch by batch. Documents are also announced by clients that write where one was
     * hidden, but on threads of their own, and those are no deletes of the monitor.
     */
    private final MongoServices services;
    private volatile @Nullable Deletion current;

    TtlDeletions(MongoServices services) {
        this.services = services;
    }

    /** A batch of deletes under way. Changed by the sweeper alone. */
    public static final class Deletion {
        private final int id;
        private final CollectionName collection;
        private final long startedNanos;
        private final Thread sweeper = Thread.currentThread();
        private long deleted;
        private int queue;

        Deletion(int id, CollectionName collection, long startedNanos) {
            this.id = id;
            this.collection = collection;
            this.startedNanos = startedNanos;
        }

        public int id() {
            return id;
        }

        public CollectionName collection() {
            return collection;
        }

        public long startedNanos() {
            return startedNanos;
        }

        /**
         * Returns the number of documents removed from clients' view: hidden for good, even if space is still to be
         * freed.
         */
        long deleted() {
            return deleted;
        }

        /** Returns the queue of the rule by which they expired. */
        int queue() {
            return queue;
        }
    }

    public Optional<Deletion> current() {
        return Optional.ofNullable(current);
    }

    @Override
    public void announced(Announcement announcement) {
        Deletion deletion = current;
        if (deletion != null && deletion.sweeper.equals(Thread.currentThread())) {
            deletion.deleted++;
            deletion.queue = announcement.queue();
        }
    }

    @Override
    public void sweeping(CollectionName collection) {
        if (collection.face().equals(MongoCollections.FACE)) {
            current = new Deletion(services.operations().nextNumber(), collection, services.uptimeNanos());
        }
    }

    @Override
    public void swept(CollectionName collection) {
        Deletion ended = current;
        current = null;
        if (ended == null || ended.deleted == 0) {
            return;
        }
        long nanos = services.uptimeNanos() - ended.startedNanos;
        String database = collection.database();
        if (services.profiler().mayTake(database, nanos)) {
            services.profiler().takeOwn(database, nanos, () -> TtlProfileEntry.of(services, ended, nanos));
        }
    }
}
