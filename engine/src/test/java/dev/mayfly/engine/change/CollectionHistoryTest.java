package dev.mayfly.engine.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.TestShards;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** The history of collections that say by themselves whether and how long they keep one. */
final class CollectionHistoryTest {
    private final EngineFixture fixture = new EngineFixture(
            new MemoryStore(),
            EngineSettings.DEFAULTS.withHistory(
                    HistorySettings.NONE.andByCollection("test", CollectionHistoryTest::note)));

    @BeforeEach
    void create() {
        fixture.create(
                BaseInstant.WHOLE_SECOND,
                List.of(QueueIds.INHERIT, QueueIds.FOR),
                Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0))));
    }

    @AfterEach
    void close() {
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
        fixture.close();
    }

    private static byte @Nullable [] note(CollectionRecord record, Change change, ChangeEncoder.Stamps stamps) {
        String text = switch (change) {
            case Change.Inserted inserted -> "insert " + json(inserted.after()) + of(stamps);
            case Change.Replaced replaced -> "replace " + json(replaced.after()) + of(stamps);
            case Change.Removed removed -> "remove " + json(removed.before()) + of(stamps);
            case Change.Expired expired -> "expire " + json(expired.before()) + of(stamps);
            case Change.Modified _,
                    Change.BroughtBack _,
                    Change.Created _,
                    Change.Dropped _,
                    Change.Renamed _,
                    Change.DatabaseDropped _,
                    Change.Told _ -> null;
        };
        return text == null ? null : text.getBytes(StandardCharsets.UTF_8);
    }

    private static String json(byte[] body) {
        return BsonEncoding.decode(body).toJson();
    }

    private static String of(ChangeEncoder.Stamps stamps) {
        return " " + version(stamps.before()) + (stamps.after() == null ? "" : " now");
    }

    private static String version(@Nullable Stamp stamp) {
        return stamp == null ? "new" : "after " + stamp.version();
    }

    private static long version(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Stored stored -> stored.version();
            case WriteOutcome.Removed removed -> removed.version();
            case WriteOutcome.Kept _, WriteOutcome.DuplicateValue _ -> 0;
        };
    }

    private List<String> read(long after) {
        List<String> seen = new ArrayList<>();
        try (HistoryCursor cursor = fixture.collection().writeOrder().history(after)) {
            for (ChangeEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
                seen.add(entry.version() + " " + new String(entry.note(), StandardCharsets.UTF_8));
            }
        }
        return seen;
    }

    private long begin() {
        return fixture.collection().writeOrder().historyBegin();
    }

    @Test
    void everyChangeTellsItsVersionAndTheOneBefore() {
        long from = begin();
        long first = version(fixture.put(1, "{\"a\": 1}"));
        long second = version(fixture.put(1, "{\"a\": 2}"));
        long third = version(fixture.delete(1));
        List<String> all = List.of(
                first + " insert {\"a\": 1} new now",
                second + " replace {\"a\": 2} after " + first + " now",
                third + " remove {\"a\": 2} after " + second);
        assertEquals(all, read(from));
        fixture.restart();
        assertEquals(all, read(from));
    }

    @Test
    void aReaderGoesOnBehindAVersion() {
        long from = begin();
        List<Long> versions = new ArrayList<>();
        for (int number = 0; number < 100; number++) {
            versions.add(version(fixture.put(number % 7, "{\"a\": 1}")));
            fixture.advance(Duration.ofMillis(number % 3 * 900L));
        }
        assertEquals(100, read(from).size());
        for (int number = 0; number < 100; number++) {
            assertEquals(99 - number, read(versions.get(number)).size());
        }
        assertEquals(List.of(), read(fixture.collection().writeOrder().settledVersion()));
    }

    @Test
    void aTransactionTellsItsChangesUnderOneVersion() {
        long from = begin();
        try (Transaction transaction = fixture.engine().begin()) {
            Collection within = transaction.of(fixture.collection());
            within.write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{\"a\": 1}"));
            within.write(EngineFixture.key(2), Durability.LOGGED, (_, _) -> EngineFixture.body("{\"a\": 2}"));
            transaction.commit(null);
        }
        Document one = fixture.get(1);
        assertNotNull(one);
        assertEquals(
                List.of(one.version() + " insert {\"a\": 1} new now", one.version() + " insert {\"a\": 2} new now"),
                read(from));
    }

    @Test
    void expiryIsToldWhenItIsAnnounced() {
        long from = begin();
        fixture.engine().sweeper().pause();
        long first = version(fixture.put(1, "{\"a\": 1}", new Lifetime.For(5)));
        fixture.advance(Duration.ofSeconds(5));
        assertEquals(1, read(from).size());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        List<String> seen = read(from);
        assertEquals(2, seen.size());
        assertTrue(seen.get(1).endsWith(" expire {\"a\": 1} after " + first), seen::toString);
    }

    @Test
    @Tag("unsharded")
    void aSweepOfLargeDocumentsIsToldInSmallBatches() {
        long from = begin();
        fixture.engine().sweeper().pause();
        String large = "{\"a\": \"" + "x".repeat(400_000) + "\"}";
        for (int id = 0; id < 10; id++) {
            fixture.put(id, large, new Lifetime.For(5));
        }
        fixture.advance(Duration.ofSeconds(5));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, fixture.stored());
        Set<String> versions = new HashSet<>();
        List<String> seen = read(from);
        seen.forEach(entry -> versions.add(entry.substring(0, entry.indexOf(' '))));
        assertEquals(20, seen.size());
        assertEquals(10 + 4, versions.size());
    }

    @Test
    void nothingIsKeptUnlessTheCollectionSaysSo() {
        fixture.collection().definition().keepHistory(0);
        long before = begin();
        fixture.put(1, "{\"a\": 1}");
        assertEquals(0, entries(fixture.collection().record().id()));
        fixture.advance(Duration.ofSeconds(2));
        fixture.collection().definition().keepHistory(60_000);
        assertLost(before);
        long from = begin();
        fixture.put(1, "{\"a\": 2}");
        assertEquals(1, read(from).size());
        fixture.collection().definition().keepHistory(0);
        fixture.advance(Duration.ofHours(1));
        fixture.sweep();
        assertEquals(0, entries(fixture.collection().record().id()));
    }

    @Test
    void whatIsOlderThanTheCollectionKeepsIsGoneAndDoesNotComeBack() {
        fixture.collection().definition().keepHistory(60_000);
        long from = begin();
        fixture.put(1, "{\"a\": 1}");
        fixture.advance(Duration.ofSeconds(50));
        fixture.put(2, "{\"a\": 2}");
        assertEquals(2, read(from).size());
        fixture.advance(Duration.ofSeconds(20));
        fixture.sweep();
        assertLost(from);
        assertEquals(1, read(begin()).size());
        assertEquals(1, entries(fixture.collection().record().id()));
        fixture.collection().definition().keepHistory(Duration.ofHours(1).toMillis());
        assertLost(from);
        assertEquals(1, read(begin()).size());
    }

    private void assertLost(long after) {
        EngineException lost = assertThrows(EngineException.class, () -> read(after));
        assertInstanceOf(EngineError.HistoryLost.class, lost.error());
    }

    @Test
    void nowIsNeverTooOld() {
        assertEquals(List.of(), read(fixture.collection().writeOrder().settledVersion()));
        fixture.collection().definition().keepHistory(60_000);
        fixture.put(1, "{\"a\": 1}");
        fixture.delete(1);
        fixture.advance(Duration.ofHours(1));
        fixture.sweep();
        fixture.restart();
        assertEquals(List.of(), read(fixture.collection().writeOrder().settledVersion()));
        fixture.collection().definition().keepHistory(0);
        fixture.collection().definition().keepHistory(60_000);
        assertEquals(List.of(), read(fixture.collection().writeOrder().settledVersion()));
    }

    @Test
    void aDroppedCollectionTakesItsHistoryWithIt() {
        long from = begin();
        fixture.put(1, "{\"a\": 1}");
        int partition = fixture.collection().record().id();
        fixture.engine().catalog().drop(EngineFixture.NAME);
        assertEquals(0, entries(partition));
        fixture.advance(Duration.ofSeconds(2));
        create();
        assertLost(from);
        assertEquals(List.of(), read(begin()));
        assertNull(fixture.get(1));
    }

    private int entries(int partition) {
        int count = 0;
        for (Partition shard : CollectionStorage.partitions(partition, TestShards.NUMBER)) {
            try (var cursor =
                    fixture.store().scan(shard, Space.CHANGE, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                while (cursor.next()) {
                    count++;
                }
            }
        }
        return count;
    }
}
