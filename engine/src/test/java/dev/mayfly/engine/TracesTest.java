package dev.mayfly.engine;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is left in the data folder of documents that are gone. */
class TracesTest {
    private static final String NEEDLE = "needle";
    private static final int DOCUMENTS = 400;
    private static final Duration KEPT = Duration.ofHours(1);
    private static final EngineSettings SETTINGS =
            EngineSettings.DEFAULTS.withForms("test", _ -> _ -> true).withEvents(EventSettings.DEFAULTS);

    @TempDir
    Path folder;

    private EngineFixture fixture;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(RocksStore.open(folder), SETTINGS, EngineFixture.START, UnaryOperator.identity());
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.ANY,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
        fixture.engine()
                .catalog()
                .create(EngineFixture.NAME, options.keeping(ChangeKeeping.tombstones(KEPT.toMillis())));
        fixture.index("a", "a");
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private static DocumentKey key(int number) {
        return new DocumentKey((NEEDLE + number).getBytes(UTF_8));
    }

    private void write(DocumentKey key, String value, Lifetime lifetime) {
        byte[] body = ("{\"a\":\"" + value + "\"}").getBytes(UTF_8);
        byte[] face = value.getBytes(UTF_8);
        fixture.collection().write(key, Durability.LOGGED, (_, _) -> new Decision.Put(body, lifetime, face));
    }

    /** Half of them expire, the others are removed; some others stay. */
    private void comeAndGo() {
        Lifetime soon = new Lifetime.Until(fixture.now() + 5_000);
        for (int number = 0; number < DOCUMENTS; number++) {
            write(new DocumentKey(("haystack" + number).getBytes(UTF_8)), "straw", Lifetime.FOREVER);
            write(key(number), NEEDLE + number, number % 2 == 0 ? soon : Lifetime.FOREVER);
        }
        fixture.store().compact();
        for (int number = 1; number < DOCUMENTS; number += 2) {
            fixture.collection().write(key(number), Durability.LOGGED, (_, _) -> Decision.REMOVE);
        }
        fixture.advance(Duration.ofSeconds(10));
        assertEquals(DOCUMENTS, fixture.stored());
    }

    private List<Path> traces() throws IOException {
        List<Path> traces = new ArrayList<>();
        try (Stream<Path> files = Files.walk(folder)) {
            for (Path file : files.filter(Files::isRegularFile).toList()) {
                if (new String(Files.readAllBytes(file), ISO_8859_1).contains(NEEDLE)) {
                    traces.add(folder.relativize(file));
                }
            }
        }
        return traces;
    }

    @Test
    void nothingIsLeftAfterThePurgeAndACompaction() throws Exception {
        comeAndGo();
        Collection collection = fixture.collection();
        assertInstanceOf(KeyState.Buried.class, collection.stateOf(collection.reading(), key(0)));
        fixture.engine().compact(List.of(collection));
        assertNotEquals(List.of(), traces());
        fixture.advance(KEPT);
        assertEquals(0, collection.statistics().tombstones());
        fixture.engine().compact(List.of(collection));
        assertEquals(List.of(), traces());
        assertEquals(DOCUMENTS, fixture.count());
    }

    @Test
    void nothingIsLeftAfterAPurgeOfAllTombstones() throws Exception {
        comeAndGo();
        Collection collection = fixture.collection();
        fixture.engine().sweeper().purge(EngineFixture.swept(collection));
        fixture.engine().compact(List.of(collection));
        assertEquals(List.of(), traces());
        EventProgress position = fixture.engine().events().oldest(EventScope.ALL);
        assertEquals(
                List.of(), fixture.engine().events().read(position, DOCUMENTS).events());
    }

    @Test
    void nothingIsLeftOfADroppedCollection() throws Exception {
        comeAndGo();
        fixture.engine().catalog().drop(EngineFixture.NAME);
        fixture.engine().compact(List.of());
        assertEquals(List.of(), traces());
    }

    @Test
    void whatIsGoneStaysGoneInAStoreThatWasKilled(@TempDir Path other) throws Exception {
        comeAndGo();
        Path copy = other.resolve("killed");
        copy(folder, copy);
        try (Store store = RocksStore.open(copy);
                EngineFixture after = new EngineFixture(store, SETTINGS, fixture.now(), UnaryOperator.identity())) {
            Collection collection = after.collection();
            for (int number = 0; number < DOCUMENTS; number++) {
                Tombstone tombstone = assertInstanceOf(
                                KeyState.Buried.class, collection.stateOf(collection.reading(), key(number)))
                        .tombstone();
                boolean expired = number % 2 == 0;
                assertEquals(
                        expired ? Tombstone.Cause.EXPIRED : Tombstone.Cause.REMOVED,
                        tombstone.cause(),
                        NEEDLE + number);
            }
            assertEquals(DOCUMENTS, collection.count(collection.reading()));
            assertEquals(List.of(), EngineCheck.check(after.engine()).findings());
        }
    }

    /** What a kill of the process would leave. */
    private static void copy(Path from, Path to) throws IOException {
        try (Stream<Path> files = Files.walk(from)) {
            for (Path file : files.toList()) {
                Files.copy(file, to.resolve(from.relativize(file)));
            }
        }
    }
}
