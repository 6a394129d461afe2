package dev.mayfly.engine.schema;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.WildcardExtractor;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import java.io.ByteArrayOutputStream;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What every kind of index holds of the documents that are there before it, and of those that come after. */
final class IndexKindsTest {
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private record Kind(IndexDefinition.Kind kind, boolean unique, boolean sparse, byte[] partial) {}

    private static final Kind PLAIN = new Kind(IndexDefinition.Kind.ORDERED, false, false, IndexDefinition.NO_BYTES);

    private IndexDefinition create(Kind kind, KeyPart... parts) {
        return fixture.collection()
                .definition()
                .createIndex(new IndexRequest(
                        "index",
                        kind.kind,
                        List.of(parts),
                        kind.unique,
                        kind.sparse,
                        false,
                        kind.partial,
                        IndexDefinition.NO_BYTES,
                        null));
    }

    private List<String> walk(KeyRange... ranges) {
        return fixture.scanIndex("index", Direction.FORWARD, ranges);
    }

    private static KeyRange only(int number) {
        return KeyRange.prefix(KeyWriter.encode(TreeView.of(new BsonInt32(number))));
    }

    private static KeyRange below(String path, int number) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(WildcardExtractor.pathPrefix(FieldPath.of(path)));
        bytes.writeBytes(KeyWriter.encode(TreeView.of(new BsonInt32(number))));
        return KeyRange.prefix(bytes.toByteArray());
    }

    @Test
    void aSingleFieldOrdersByItAndByTheKey() {
        fixture.put(3, "{\"a\": 1}");
        fixture.put(1, "{\"a\": 2}");
        create(PLAIN, KeyPart.ascending("a"));
        fixture.put(2, "{\"a\": 1.0}");
        assertEquals(List.of("{\"a\": 1.0}", "{\"a\": 1}", "{\"a\": 2}"), walk());
        assertEquals(List.of("{\"a\": 2}"), walk(only(2)));
    }

    @Test
    void aCompoundOneOrdersEachFieldItsOwnWay() {
        fixture.put(1, "{\"a\": 1, \"b\": 1}");
        fixture.put(2, "{\"a\": 1, \"b\": 2}");
        create(PLAIN, KeyPart.ascending("a"), KeyPart.descending("b"));
        fixture.put(3, "{\"a\": 0, \"b\": 0}");
        assertEquals(List.of("{\"a\": 0, \"b\": 0}", "{\"a\": 1, \"b\": 2}", "{\"a\": 1, \"b\": 1}"), walk());
    }

    @Test
    void anArrayIsFoundByEachValueAndGivenOnce() {
        fixture.put(1, "{\"a\": [1, 2, 3]}");
        assertTrue(create(PLAIN, KeyPart.ascending("a")).multikey());
        fixture.put(2, "{\"a\": 2}");
        assertEquals(List.of("{\"a\": [1, 2, 3]}", "{\"a\": 2}"), walk());
        assertEquals(List.of("{\"a\": [1, 2, 3]}"), walk(only(3)));
        assertEquals(2, walk(only(1), only(2), only(3)).size());
    }

    @Test
    void aStampedOneOrdersByTheBytesOfTheFace() {
        putStamped(1, 30);
        create(new Kind(IndexDefinition.Kind.STAMPED, false, false, IndexDefinition.NO_BYTES));
        putStamped(2, 10);
        putStamped(3, 20);
        fixture.put(4, "{\"a\": 4}");
        assertEquals(List.of("{\"a\": 2}", "{\"a\": 3}", "{\"a\": 1}"), walk());
        putStamped(1, 5);
        assertEquals(List.of("{\"a\": 1}", "{\"a\": 2}", "{\"a\": 3}"), walk());
        assertEquals(List.of("{\"a\": 2}"), walk(KeyRange.prefix(new byte[] {10})));
    }

    private void putStamped(int key, int stamp) {
        byte[] body = BsonEncoding.encode(new BsonDocument("a", new BsonInt32(key)));
        Decision.Put put = new Decision.Put(body, Lifetime.INHERIT, new byte[] {(byte) stamp});
        fixture.collection().write(EngineFixture.key(key), Durability.LOGGED, (_, _) -> put);
    }

    @Test
    void aSparseOneLeavesOutWhatLacksTheField() {
        fixture.put(1, "{}");
        fixture.put(2, "{\"a\": null}");
        create(new Kind(IndexDefinition.Kind.ORDERED, false, true, IndexDefinition.NO_BYTES), KeyPart.ascending("a"));
        fixture.put(3, "{\"b\": 1}");
        assertEquals(List.of("{\"a\": null}"), walk());
    }

    @Test
    @Tag("unsharded")
    void aPartialOneHoldsWhatPassesItsFilter() {
        byte[] filter = BsonEncoding.encode(new BsonDocument("p", new BsonInt32(1)));
        fixture.put(1, "{\"a\": 1, \"p\": 1}");
        fixture.put(2, "{\"a\": 2, \"p\": 2}");
        create(new Kind(IndexDefinition.Kind.ORDERED, true, false, filter), KeyPart.ascending("a"));
        assertEquals(1, walk().size());
        fixture.put(2, "{\"a\": 2, \"p\": 1}");
        assertEquals(2, walk().size());
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.put(3, "{\"a\": 1, \"p\": 1}"));
        fixture.put(1, "{\"a\": 1, \"p\": 2}");
        assertInstanceOf(WriteOutcome.Stored.class, fixture.put(3, "{\"a\": 1, \"p\": 1}"));
    }

    @Test
    void aWildcardHoldsEveryPathWithEveryValue() {
        fixture.put(1, "{\"a\": 1, \"b\": {\"c\": 2}}");
        create(new Kind(IndexDefinition.Kind.WILDCARD, false, false, IndexDefinition.NO_BYTES));
        fixture.put(2, "{\"b\": {\"c\": [2, 3]}, \"d\": [{\"e\": 5}]}");
        assertEquals(List.of("{\"a\": 1, \"b\": {\"c\": 2}}"), walk(below("a", 1)));
        assertEquals(2, walk(below("b.c", 2)).size());
        assertEquals(1, walk(below("b.c", 3)).size());
        assertEquals(1, walk(below("d.e", 5)).size());
        assertEquals(List.of(), walk(below("c", 2)));
        fixture.put(2, "{}");
        assertEquals(1, walk(below("b.c", 2)).size());
    }

    @Test
    void aWildcardBelowARootHoldsThatAlone() {
        create(new Kind(IndexDefinition.Kind.WILDCARD, false, false, IndexDefinition.NO_BYTES), KeyPart.ascending("b"));
        fixture.put(1, "{\"a\": 1, \"b\": {\"c\": 2}}");
        assertEquals(1, walk(below("b.c", 2)).size());
        assertEquals(List.of(), walk(below("a", 1)));
    }

    @Test
    void aHiddenOneIsKeptLikeOthers() {
        create(PLAIN, KeyPart.ascending("a"));
        fixture.collection().definition().alterIndex("index", index -> index.withHidden(true));
        fixture.put(1, "{\"a\": 1}");
        assertTrue(fixture.collection().record().index("index").orElseThrow().hidden());
        fixture.restart();
        fixture.collection().definition().alterIndex("index", index -> index.withHidden(false));
        assertFalse(fixture.collection().record().index("index").orElseThrow().hidden());
        assertEquals(1, walk(only(1)).size());
    }

    @Test
    void aScanGoesOnFromItsPositionInLaterReadings() {
        create(PLAIN, KeyPart.ascending("a"));
        for (int id = 0; id < 4; id++) {
            fixture.put(id, "{\"a\": " + id + "}");
        }
        IndexDefinition index = fixture.collection().record().index("index").orElseThrow();
        try (DocumentCursor cursor = fixture.collection()
                .scan(fixture.collection().reading(), index, List.of(KeyRange.ALL), Direction.FORWARD)) {
            assertEquals(EngineFixture.key(0), key(cursor));
            cursor.suspend();
            fixture.delete(0);
            fixture.delete(1);
            fixture.put(9, "{\"a\": 2.5}");
            cursor.resume(fixture.collection().reading());
            assertEquals(EngineFixture.key(2), key(cursor));
            assertEquals(EngineFixture.key(9), key(cursor));
            assertEquals(EngineFixture.key(3), key(cursor));
        }
    }

    private static Object key(DocumentCursor cursor) {
        Document document = cursor.next();
        return document == null ? "the end" : document.key();
    }
}
