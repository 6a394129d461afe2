package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.hold.Hold;
import dev.mayfly.engine.read.ReadView;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The holds of a random history, and what they must have kept. */
final class ModelHolds {
    /** Stands for the whole collection. */
    private static final int WHOLE = -1;

    private static final int PAGE = 3;

    private final ModelRun run;
    private final Map<String, Integer> holds = new TreeMap<>();
    /** What had been destroyed before it was held. */
    private final Set<ModelDocument> gone = new HashSet<>();
    /** What moved aside. */
    private final List<ModelDocument> aside = new ArrayList<>();

    ModelHolds(ModelRun run) {
        this.run = run;
    }

    boolean isEmpty() {
        return holds.isEmpty();
    }

    /** Returns true if a document of this key may not be destroyed. */
    boolean covers(int key) {
        return holds.containsValue(WHOLE) || holds.containsValue(key);
    }

    /** Returns true if a document must still be there, dead or not. */
    boolean keeps(ModelDocument document) {
        return covers(document.key) && !gone.contains(document);
    }

    void set(ModelStep step) {
        String name = "hold " + step.pick(0, 3);
        int key = step.pick(1, 6) == 0 ? WHOLE : step.pick(2, ModelRun.KEYS);
        // What is not held before this may be gone already.
        List<ModelDocument> loose = run.model.documents.values().stream()
                .filter(document -> !keeps(document))
                .toList();
        List<ModelDocument> looseAside =
                aside.stream().filter(document -> !covers(document.key)).toList();
        assertNotNull(run.fixture
                .collection()
                .hiddenDocuments()
                .hold(name, key == WHOLE ? null : EngineFixture.key(key), "model"));
        holds.put(name, key);
        for (ModelDocument document : loose) {
            if (run.fixture.collection().explain(EngineFixture.key(document.key)) == null) {
                gone.add(document);
            } else {
                gone.remove(document);
            }
        }
        Set<Name> listed = namesAside();
        looseAside.stream()
                .filter(document -> !listed.contains(Name.of(document)))
                .forEach(aside::remove);
    }

    void release(ModelStep step) {
        String name = "hold " + step.pick(0, 3);
        boolean was = holds.remove(name) != null;
        assertEquals(was, run.fixture.collection().hiddenDocuments().release(name), "release " + name);
    }

    /** A write has taken the place of a hidden document, or one of its unique values. */
    void taken(@Nullable ModelDocument document, long now) {
        if (document != null && run.model.isHidden(document, now) && keeps(document)) {
            aside.add(document);
        }
    }

    private List<HiddenDocument> listed() {
        Collection collection = run.fixture.collection();
        ReadView reading = collection.reading();
        List<HiddenDocument> all = new ArrayList<>();
        byte @Nullable [] after = null;
        do {
            HiddenPage page = collection.hiddenDocuments().page(reading, after, PAGE);
            all.addAll(page.documents());
            after = page.next();
        } while (after != null);
        return all;
    }

    /** Names what lies aside; the writes of one batch share their version. */
    private record Name(DocumentKey key, long version) {
        static Name of(ModelDocument document) {
            return new Name(EngineFixture.key(document.key), document.version);
        }
    }

    private Set<Name> namesAside() {
        Set<Name> names = new HashSet<>();
        for (HiddenDocument document : listed()) {
            if (document.isAside()) {
                names.add(new Name(document.key(), document.version()));
            }
        }
        return names;
    }

    /** What is listed as hidden is what is stored and hidden, each once; and what is held is there. */
    void compare(long now) {
        Collection collection = run.fixture.collection();
        assertEquals(
                List.copyOf(holds.keySet()),
                collection.hiddenDocuments().holds().stream().map(Hold::name).toList(),
                "holds");
        List<Long> expected = run.model.documents.values().stream()
                .filter(document -> run.model.isHidden(document, now))
                .filter(document -> collection.explain(EngineFixture.key(document.key)) != null)
                .map(document -> document.version)
                .sorted()
                .toList();
        List<HiddenDocument> listed = listed();
        assertEquals(
                expected,
                listed.stream()
                        .filter(document -> !document.isAside())
                        .map(HiddenDocument::version)
                        .sorted()
                        .toList(),
                "hidden documents");
        Set<Name> there = namesAside();
        for (ModelDocument document : aside) {
            assertTrue(!covers(document.key) || there.contains(Name.of(document)), () -> "aside: " + document);
        }
        for (ModelDocument document : run.model.documents.values()) {
            boolean stored = collection.explain(EngineFixture.key(document.key)) != null;
            assertTrue(stored || !keeps(document), () -> "destroyed although held: " + document);
        }
    }

    /** Once everything was swept, only what is held lies aside. */
    void settled() {
        for (HiddenDocument document : listed()) {
            assertTrue(!document.isAside() || document.isHeld(), () -> "not held any more: " + document);
        }
    }
}
