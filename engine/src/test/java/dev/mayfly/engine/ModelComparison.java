package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonInt32;

/** Asks the engine and the model the same questions. */
final class ModelComparison {
    private final ModelRun run;
    private final ExpiryModel model;
    private final Collection collection;
    private final ReadView reading;
    private final long now;
    private final long guarded;

    ModelComparison(ModelRun run) {
        this.run = run;
        this.model = run.model;
        this.collection = run.fixture.collection();
        this.reading = collection.reading();
        this.now = reading.now();
        this.guarded = run.fixture.guard().guardedMillis();
    }

    /** Every read path, all over. */
    void all() {
        keys();
        List<ModelDocument> live = model.live(now);
        assertEquals(keysOf(live), keys(collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD)), "scan");
        assertEquals(
                keysOf(live).reversed(),
                keys(collection.scan(reading, List.of(KeyRange.ALL), Direction.BACKWARD)),
                "scan back");
        assertEquals(live.size(), collection.count(reading), "count");
        ModelNearest.compare(collection, reading, "a");
        writeOrder(live);
        run.holds.compare(now);
        for (ModelIndexes index : run.indexes) {
            if (index.isScanned()) {
                walk(index, live);
            }
        }
    }

    /** The order of last writes, whole and from an instant on; and whoever follows it has missed nothing. */
    private void writeOrder(List<ModelDocument> live) {
        List<ModelDocument> ordered = new ArrayList<>(live);
        ordered.sort(Comparator.comparingLong((ModelDocument document) -> document.version)
                .thenComparingInt(document -> document.key));
        assertEquals(keysOf(ordered), keys(collection.writeOrder().byRecency(reading, 0, _ -> true)), "by recency");
        long instant = now - Math.floorMod(now, 100_000L);
        long before = collection.writeOrder().versionBefore(instant);
        // One that is hidden may be destroyed, and then nothing tells when it was modified.
        for (ModelDocument document : live) {
            assertTrue(document.modified < instant || document.version > before, "modified later: " + document);
        }
        run.follower.follow(collection, reading);
        for (ModelDocument document : model.documents.values()) {
            boolean hidden = model.isHidden(document, now);
            run.follower.expect(EngineFixture.key(document.key), document.version, hidden);
        }
    }

    private static List<Integer> keys(ModifiedCursor cursor) {
        List<Integer> keys = new ArrayList<>();
        try (cursor) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                keys.add(keyOf(document));
            }
        }
        return keys;
    }

    private void keys() {
        for (int key = 0; key < ModelRun.KEYS; key++) {
            ModelDocument expected = model.live(key, now);
            Document found = collection.get(reading, EngineFixture.key(key));
            assertEquals(expected == null ? 0 : expected.version, found == null ? 0 : found.version(), "get " + key);
            if (expected != null && found != null) {
                assertEquals(expected.fields.toBson(), found.view().toBsonValue());
            }
            explain(key);
        }
    }

    /** What is not dead is there, hidden or not; and what is there is judged alike. */
    private void explain(int key) {
        ModelDocument expected = model.documents.get(key);
        Explanation found = collection.explain(EngineFixture.key(key));
        if (expected == null) {
            assertTrue(found == null, "nothing has key " + key);
        } else if (found == null) {
            assertTrue(model.isDead(expected, guarded), "destroyed before it was dead: " + expected);
            assertTrue(run.wasAnnounced(expected), "destroyed without an announcement: " + expected);
        } else {
            assertEquals(expected.version, found.stamp().version(), "version of " + expected);
            assertEquals(model.isHidden(expected, now), found.hidden(), "hidden: " + expected);
            assertEquals(model.isDead(expected, guarded), found.dead(), "dead: " + expected);
        }
    }

    private void walk(ModelIndexes index, List<ModelDocument> live) {
        IndexDefinition definition = collection.record().index(index.name()).orElseThrow();
        List<KeyRange> everything = List.of(KeyRange.ALL);
        assertEquals(
                index.walk(live, false, null, null),
                keys(collection.scan(reading, definition, everything, Direction.FORWARD)),
                "walk over " + index);
        assertEquals(
                index.walk(live, true, null, null),
                keys(collection.scan(reading, definition, everything, Direction.BACKWARD)),
                "walk back over " + index);
        if (index != ModelIndexes.A_DESCENDING_P) {
            int from = (int) Math.floorMod(now, 5L);
            KeyRange range = new KeyRange(encoded(from), encoded(from + 2));
            assertEquals(
                    index.walk(live, false, from, from + 2),
                    keys(collection.scan(reading, definition, List.of(range), Direction.FORWARD)),
                    "walk over a range of " + index);
        }
    }

    private static byte[] encoded(int value) {
        return KeyWriter.encode(TreeView.of(new BsonInt32(value)));
    }

    private static List<Integer> keysOf(List<ModelDocument> documents) {
        return documents.stream().map(document -> document.key).toList();
    }

    /** Walks to the end, letting go of the store now and then. */
    private static List<Integer> keys(DocumentCursor cursor) {
        List<Integer> keys = new ArrayList<>();
        try (cursor) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                keys.add(keyOf(document));
                if (keys.size() % 3 == 0) {
                    cursor.suspend();
                }
            }
        }
        return keys;
    }

    private static int keyOf(Document document) {
        for (int key = 0; key < ModelRun.KEYS; key++) {
            if (EngineFixture.key(key).equals(document.key())) {
                return key;
            }
        }
        throw new AssertionError("a key that was never used");
    }

    /** Nothing is stored but what is not dead or is held, and everything fits together. */
    void settled() {
        for (ModelDocument document : model.documents.values()) {
            Explanation found = collection.explain(EngineFixture.key(document.key));
            boolean stays = !model.isDead(document, guarded) || run.holds.keeps(document);
            assertEquals(stays, found != null, "swept: " + document);
            if (found == null) {
                assertNotNull(document);
            }
        }
        run.holds.settled();
        fits();
    }

    void fits() {
        CheckReport report = EngineCheck.check(run.fixture.engine());
        assertTrue(report.isClean(), () -> "findings: " + report.findings());
    }
}
