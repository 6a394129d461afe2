package dev.mayfly.face.mongo.collection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.mongo.query.MongoForms;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.bson.BsonBinary;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** A collection becomes capped, also when the process that began it has ended in its midst. */
final class CappedConversionTest {
    private final MemoryStore store = new MemoryStore();
    private final VirtualClock clock = new VirtualClock(1_700_000_000_000L);
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(
                    new ClockGuard(
                            clock,
                            new HighestTimeSeen(store),
                            Duration.ofHours(1).toMillis()),
                    clock,
                    Runnable::run,
                    Pacer.UNPACED),
            EngineSettings.DEFAULTS.withForms(MongoCollections.FACE, new MongoForms()));
    private final MongoCollections collections = new MongoCollections(engine);
    private final Collection collection = collections.create("test", "c");

    @BeforeEach
    void insert() {
        for (int id : new int[] {3, 1, 2}) {
            write(id, 10);
        }
    }

    @AfterEach
    void close() {
        engine.close();
        store.close();
    }

    private void write(int id, int bytes) {
        BsonDocument document = new BsonDocument("_id", new BsonInt32(id)).append("x", new BsonBinary(new byte[bytes]));
        DocumentKey key = new DocumentKey(KeyWriter.encode(TreeView.of(new BsonInt32(id))));
        Decision.Put put = new Decision.Put(BsonEncoding.encode(document), Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
        collection.write(key, Durability.LOGGED, (_, _) -> put);
    }

    private List<Integer> inOrder() {
        CappedLimits capped = Objects.requireNonNull(CappedLimits.of(collection.record()));
        List<Integer> ids = new ArrayList<>();
        try (DocumentCursor all =
                collection.scan(collection.reading(), capped.order(), List.of(KeyRange.ALL), Direction.FORWARD)) {
            for (Document found = all.next(); found != null; found = all.next()) {
                ids.add(Objects.requireNonNull(found.view().field("_id")).intValue());
            }
        }
        return ids;
    }

    @Test
    void documentsComeByTheirIds() {
        assertNull(CappedLimits.of(collection.record()));
        collections.convertToCapped(collection, new BsonInt32(4096));
        assertEquals(List.of(1, 2, 3), inOrder());
        assertEquals(3 * (Integer.BYTES + 9 + 18 + 1), CappedLimits.bytes(collection));
    }

    @Test
    void oldestDocumentsBeyondTheSizeGo() {
        write(4, 4030);
        collections.convertToCapped(collection, new BsonInt32(4096));
        assertEquals(List.of(3, 4), inOrder());
    }

    @Test
    void whatAnEarlierProcessBeganIsFinished() {
        byte[] begun = BsonEncoding.encode(new BsonDocument("size", new BsonInt32(4096)));
        engine.records(MongoCollections.FACE)
                .put("convertToCapped." + collection.record().id(), begun);
        collection.definition().createIndex(CappedLimits.orderRequest());
        assertEquals(List.of(), inOrder());
        new MongoCollections(engine);
        assertEquals(List.of(1, 2, 3), inOrder());
        assertEquals(
                4096,
                Objects.requireNonNull(CappedLimits.of(collection.record())).size());
        assertNull(engine.records(MongoCollections.FACE)
                .get("convertToCapped." + collection.record().id()));
    }
}
