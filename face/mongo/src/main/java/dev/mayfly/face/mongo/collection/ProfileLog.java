package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The newest of what the profiler has recorded, in a collection of each database. Safe for concurrent use. */
public final class ProfileLog {
    /*
     * Entries have no ids. Their keys count up, so that the order of the keys is that in which they were written, and
     * the oldest are deleted in the batch that writes one too many. Nobody else writes there, so their sizes are known
     * without looking, but for the first look at a collection that an earlier process has left.
     */
    public static final String NAME = "system.profile";

    private static final int BYTES_MAX = 1 << 20;

    private final MongoCollections collections;
    private final Map<String, Tail> tails = new ConcurrentHashMap<>();

    public ProfileLog(MongoCollections collections) {
        this.collections = collections;
    }

    /** Makes the collection, if it is not there. */
    public void prepare(String database) {
        tail(database);
    }

    public void add(String database, BsonDocument entry) {
        tail(database).add(CatalogCodec.encode(entry));
    }

    private Tail tail(String database) {
        Collection collection = collections.findOrCreateProfile(database, BYTES_MAX);
        return tails.compute(database, (_, known) -> continued(known, collection));
    }

    private static Tail continued(@Nullable Tail known, Collection collection) {
        return known != null && known.collection == collection ? known : new Tail(collection);
    }

    private record Entry(DocumentKey key, int bytes) {}

    /** The entries of one collection, the oldest first. */
    private static final class Tail {
        private final Collection collection;
        private final Deque<Entry> entries = new ArrayDeque<>();
        private long bytes;
        private long last;

        Tail(Collection collection) {
            this.collection = collection;
            List<KeyRange> all = List.of(KeyRange.ALL);
            try (DocumentCursor cursor = collection.scan(collection.reading(), all, Direction.FORWARD)) {
                for (Document found = cursor.next(); found != null; found = cursor.next()) {
                    int length = BsonView.of(found.buffer(), found.bodyOffset()).length();
                    note(new Entry(found.key(), length));
                }
            }
            last = entries.isEmpty()
                    ? 0
                    : ByteBuffer.wrap(entries.getLast().key.bytes()).getLong();
        }

        private void note(Entry entry) {
            entries.addLast(entry);
            bytes += entry.bytes;
        }

        synchronized void add(byte[] body) {
            last++;
            DocumentKey key = new DocumentKey(
                    ByteBuffer.allocate(Long.BYTES).putLong(last).array());
            Decision put = new Decision.Put(body, Lifetime.FOREVER, Stamp.NO_FACE_BYTES);
            List<Collection.Request> requests = new ArrayList<>(2);
            requests.add(new Collection.Request(key, (_, _) -> put));
            note(new Entry(key, body.length));
            while (bytes > BYTES_MAX) {
                Entry oldest = entries.removeFirst();
                bytes -= oldest.bytes;
                requests.add(new Collection.Request(oldest.key, (_, _) -> Decision.REMOVE));
            }
            collection.writeAll(requests, false, Durability.LOGGED);
        }
    }
}
