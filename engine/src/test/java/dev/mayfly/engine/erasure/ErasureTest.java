package dev.mayfly.engine.erasure;

import static dev.mayfly.engine.EngineFixture.NAME;
import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.ModelStores;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is destroyed is written down in the batch that destroys it. */
final class ErasureTest {
    private static final EngineSettings KEPT = EngineSettings.DEFAULTS.withErasureRecord(true);

    private final EngineFixture fixture = new EngineFixture(new MemoryStore(), KEPT);

    @AfterEach
    void close() {
        fixture.close();
    }

    private void create() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
    }

    private List<Erasure> erasures(int pageSize) {
        List<Erasure> all = new ArrayList<>();
        byte @Nullable [] after = null;
        while (true) {
            ErasurePage page = fixture.engine().erasures().read(after, pageSize, null);
            all.addAll(page.erasures());
            after = page.next();
            if (!page.hasMore()) {
                assertEquals(
                        0,
                        fixture.engine()
                                .erasures()
                                .read(after, 9, null)
                                .erasures()
                                .size());
                return all;
            }
        }
    }

    private static Set<String> hashes(List<Erasure> erasures) {
        return erasures.stream()
                .map(erasure -> HexFormat.of().formatHex(erasure.hash()))
                .collect(Collectors.toSet());
    }

    @Test
    void aSweepWritesDownWhatItDestroys() {
        create();
        fixture.put(1, at(START));
        fixture.put(2, at(START + 1_000));
        fixture.put(3, "{}");
        fixture.advance(Duration.ofMinutes(2));
        List<Erasure> erasures = erasures(10);
        assertEquals(2, erasures.size());
        Erasure first = erasures.getFirst();
        assertArrayEquals(Erasure.hash(NAME, key(1)), first.hash());
        assertEquals(NAME, first.collection());
        assertEquals("at + 60 s", first.rule());
        assertEquals(START + 60_000, first.deadline());
        assertTrue(first.destroyedAt() >= first.deadline());
        assertEquals(Erasure.By.SWEEP, first.by());
    }

    @Test
    void theHashIsThatOfTheNameAndTheKey() {
        // sha256 of "f/d/c", a zero byte, and the bytes 1 and 2.
        assertEquals(
                "aca4ede56007364dac4851db82712d1b",
                HexFormat.of()
                        .formatHex(Erasure.hash(new CollectionName("f", "d", "c"), new DocumentKey(new byte[] {1, 2})))
                        .substring(0, 32));
    }

    @Test
    void whoeverDestroysItIsWrittenDown() {
        create();
        fixture.change(policy -> policy.withGrace(600_000));
        for (int id = 1; id <= 3; id++) {
            fixture.put(id, at(START));
        }
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(1, "{}");
        fixture.collection().hiddenDocuments().purge(List.of(key(2)));
        fixture.engine().sweeper().pause();
        fixture.advance(Duration.ofMinutes(20));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(
                List.of(Erasure.By.WRITE, Erasure.By.PURGE, Erasure.By.SWEEP),
                erasures(1).stream().map(Erasure::by).toList());
    }

    @Test
    void aTransactionWritesDownWhatItReplaces() {
        create();
        fixture.change(policy -> policy.withGrace(600_000));
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(2));
        try (Transaction transaction = fixture.engine().begin()) {
            transaction.of(fixture.collection()).write(key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{}"));
            transaction.commit(null);
        }
        assertEquals(1, erasures(5).size());
    }

    @Test
    void aClientsOwnDeleteIsNoErasure() {
        create();
        fixture.put(1, at(START));
        fixture.delete(1);
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(List.of(), erasures(5));
    }

    @Test
    void theRecordIsReadPageByPageAndSurvivesRestartsAndTheEndOfItsCollection() {
        create();
        for (int id = 0; id < 700; id++) {
            fixture.put(id, at(START));
        }
        fixture.advance(Duration.ofMinutes(2));
        Set<String> all = hashes(erasures(1_000));
        assertEquals(700, all.size());
        for (int pageSize : new int[] {1, 7, 100, 699, 700}) {
            List<Erasure> paged = erasures(pageSize);
            assertEquals(700, paged.size());
            assertEquals(all, hashes(paged));
        }
        fixture.restart();
        assertEquals(all, hashes(erasures(100)));
        fixture.engine().catalog().drop(NAME);
        assertEquals(all, hashes(erasures(100)));
        fixture.restart();
        assertEquals(all, hashes(erasures(100)));
        create();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(2));
        assertEquals(701, erasures(100).size());
        assertEquals(
                701,
                fixture.engine().erasures().read(null, 9_999, NAME).erasures().size());
        CollectionName other = new CollectionName("test", "db", "other");
        assertEquals(
                List.of(), fixture.engine().erasures().read(null, 10, other).erasures());
    }

    @Test
    void overRocksItIsTheSame(@TempDir Path folder) {
        ModelStores stores = ModelStores.onDisk(folder);
        try (EngineFixture rocks = new EngineFixture(stores.open(), KEPT, START, stores::reopen)) {
            rocks.create();
            rocks.ttlIndex("ttl", "at", 60);
            rocks.put(1, at(START));
            rocks.advance(Duration.ofMinutes(2));
            rocks.restart();
            rocks.engine().catalog().drop(NAME);
            rocks.restart();
            assertEquals(
                    1, rocks.engine().erasures().read(null, 10, null).erasures().size());
        }
    }

    @Test
    void nothingIsWrittenDownUnlessAskedFor() {
        try (EngineFixture plain = new EngineFixture()) {
            plain.create();
            plain.ttlIndex("ttl", "at", 60);
            plain.put(1, at(START));
            plain.advance(Duration.ofMinutes(2));
            assertFalse(plain.engine().erasures().isKept());
            assertEquals(
                    List.of(), plain.engine().erasures().read(null, 10, null).erasures());
        }
    }

    @Test
    void whatWasHeldIsWrittenDownWhenItGoes() {
        create();
        fixture.collection().hiddenDocuments().hold("h", key(1), "");
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(1, "{}");
        assertEquals(List.of(), erasures(5));
        fixture.collection().hiddenDocuments().release("h");
        fixture.advance(Duration.ofMinutes(1));
        assertEquals("at + 60 s", erasures(5).getFirst().rule());
    }
}
