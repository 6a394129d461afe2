package dev.mayfly.engine.read;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.mayfly.base.document.Extraction;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.memory.MemoryStore;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** Walks of an index that go on where another stood, that pass by documents, and whose keys a face makes. */
final class IndexWalkTest {
    private @Nullable EngineFixture fixture;

    @AfterEach
    void close() {
        if (fixture != null) {
            fixture.close();
        }
    }

    private EngineFixture fixture(EngineSettings settings) {
        EngineFixture made = new EngineFixture(new MemoryStore(), settings);
        made.create();
        fixture = made;
        return made;
    }

    private static List<String> page(EngineFixture made, IndexWalk walk, int count) {
        List<String> documents = new ArrayList<>();
        try (DocumentCursor cursor = made.collection().scan(made.collection().reading(), walk)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                documents.add(document.view().toBsonValue().asDocument().toJson());
                if (documents.size() == count) {
                    break;
                }
            }
        }
        return documents;
    }

    /** Everything in pages of one document, each from the position of the one before. */
    private static List<String> pages(EngineFixture made, IndexWalk whole) {
        List<String> documents = new ArrayList<>();
        byte[] after = null;
        while (true) {
            IndexWalk rest = after == null ? whole : whole.behind(after);
            try (DocumentCursor cursor =
                    made.collection().scan(made.collection().reading(), rest)) {
                if (after == null) {
                    assertNull(cursor.position());
                }
                Document document = cursor.next();
                if (document == null) {
                    return documents;
                }
                documents.add(document.view().toBsonValue().asDocument().toJson());
                after = cursor.position();
            }
        }
    }

    private static byte[] number(int value) {
        return KeyWriter.encode(TreeView.of(new BsonInt32(value)));
    }

    private static KeyRange between(int from, int until) {
        return new KeyRange(number(from), number(until));
    }

    @Test
    void aWalkGoesOnBehindItsPositionAndGivesNoDocumentTwice() {
        EngineFixture made = fixture(EngineSettings.DEFAULTS);
        made.put(1, "{\"a\": [1, 7]}");
        made.put(2, "{\"a\": 2}");
        made.put(3, "{\"a\": [4, 8]}");
        made.put(4, "{\"a\": 8}");
        made.index("a", "a");
        IndexDefinition index = made.collection().record().index("a").orElseThrow();
        List<KeyRange> ranges = List.of(between(0, 3), between(5, 9));
        IndexWalk forward = new IndexWalk(index, ranges, Direction.FORWARD);
        assertEquals(page(made, forward, 10), pages(made, forward));
        assertEquals(4, pages(made, forward).size());
        IndexWalk backward = new IndexWalk(index, ranges.reversed(), Direction.BACKWARD);
        assertEquals(page(made, backward, 10), pages(made, backward));
        assertEquals(4, pages(made, backward).size());
    }

    @Test
    void aWalkPassesByDocumentsOutsideOfItsRange() {
        EngineFixture made = fixture(EngineSettings.DEFAULTS);
        for (int key = 1; key <= 5; key++) {
            made.put(key, "{\"a\": " + (10 - key) + "}");
        }
        made.index("a", "a");
        IndexDefinition index = made.collection().record().index("a").orElseThrow();
        KeyRange documents =
                new KeyRange(EngineFixture.key(2).bytes(), EngineFixture.key(4).bytes());
        IndexWalk walk = new IndexWalk(index, List.of(KeyRange.ALL), Direction.FORWARD).within(documents);
        assertEquals(List.of("{\"a\": 7}", "{\"a\": 8}"), page(made, walk, 10));
        assertEquals(List.of("{\"a\": 7}", "{\"a\": 8}"), pages(made, walk));
    }

    @Test
    void aFaceOrdersAnIndexItsOwnWay() {
        FaceForms byLastDigit = new FaceForms() {
            @Override
            public Predicate<View> filter(byte[] partial) {
                return _ -> true;
            }

            @Override
            public KeySource keys(IndexDefinition index) {
                return (view, _) -> {
                    View value = view.field("a");
                    int digit = value == null ? 0 : value.intValue() % 10;
                    return new Extraction(List.of(new byte[] {(byte) digit}), false);
                };
            }
        };
        EngineFixture made = fixture(EngineSettings.DEFAULTS.withForms("test", byLastDigit));
        made.put(1, "{\"a\": 19}");
        made.put(2, "{\"a\": 21}");
        made.index("a", "a");
        made.put(3, "{\"a\": 30}");
        IndexDefinition index = made.collection().record().index("a").orElseThrow();
        IndexWalk walk = new IndexWalk(index, List.of(KeyRange.ALL), Direction.FORWARD);
        assertEquals(List.of("{\"a\": 30}", "{\"a\": 21}", "{\"a\": 19}"), page(made, walk, 10));
        assertEquals(KeyPart.ascending("a"), index.parts().getFirst());
    }
}
