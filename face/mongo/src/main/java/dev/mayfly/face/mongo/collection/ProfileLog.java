package dev.mayfly.face.mongo.collection;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.nio.ByteBuffer;
import java.security.SecureRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonDocument;

/**
 * The profiler's newest records, in a capped collection of each database. Its documents have no ids; they are stored
 * under ascending keys that no other process uses. Safe for concurrent use.
 */
public final class ProfileLog {
    public static final String NAME = "system.profile";

    private static final int BYTES = 1 << 20;

    private final MongoCollections collections;
    private final AtomicLong number;
    private final long process = new SecureRandom().nextLong();

    public ProfileLog(MongoCollections collections) {
        this.collections = collections;
        this.number = new AtomicLong(collections.engine().clock().wallMillis() << 20);
    }

    /** Makes the collection, if it is not there. */
    public void prepare(String database) {
        collections.findOrCreateProfile(database, BYTES);
    }

    /** Writes an entry, in place of the oldest ones if need be. */
    public void add(String database, BsonDocument entry) {
        Collection collection = collections.findOrCreateProfile(database, BYTES);
        byte[] body = BsonEncoding.encode(entry);
        Decision put = new Decision.Put(body, Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
        collections
                .arrivals(collection)
                .insert(collection, new WriteRequest(newKey(), (_, _) -> put), body.length, Durability.LOGGED);
    }

    private DocumentKey newKey() {
        return new DocumentKey(ByteBuffer.allocate(2 * Long.BYTES)
                .putLong(number.incrementAndGet())
                .putLong(process)
                .array());
    }
}
