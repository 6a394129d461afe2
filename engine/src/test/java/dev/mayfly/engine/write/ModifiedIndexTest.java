package dev.mayfly.engine.write;

import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.Transaction;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ModifiedCursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class ModifiedIndexTest {
    private final EngineFixture fixture = new EngineFixture();

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

    private ModifiedCursor after(long version) {
        return fixture.collection().writeOrder().byRecency(fixture.collection().reading(), version, _ -> true);
    }

    private static List<Integer> numbers(ModifiedCursor cursor) {
        List<Integer> numbers = new ArrayList<>();
        try (cursor) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                BsonView view = (BsonView) document.view();
                numbers.add(view.toBsonValue().asDocument().getInt32("n").getValue());
            }
        }
        return numbers;
    }

    private List<Integer> all() {
        return numbers(after(0));
    }

    private void put(int id, int number) {
        fixture.put(id, "{\"n\": " + number + "}");
    }

    private int entries() {
        int count = 0;
        try (var cursor = fixture.store()
                .scan(
                        EngineFixture.committer(fixture.collection()).partition(),
                        Space.INDEX,
                        KeyRange.prefix(Layout.indexPrefix(Layout.RECENCY)),
                        Direction.FORWARD,
                        Reader.UNLIMITED)) {
            while (cursor.next()) {
                count++;
            }
        }
        return count;
    }

    @Test
    @Tag("unsharded")
    void everyDocumentComesOnceAtItsLatestVersion() {
        put(3, 1);
        put(1, 2);
        put(2, 3);
        put(3, 4);
        fixture.delete(1);
        assertEquals(List.of(3, 4), all());
        put(1, 5);
        assertEquals(List.of(3, 4, 5), all());
        assertEquals(3, entries());
    }

    @Test
    void aReaderGoesOnBehindItsEndAfterARestart() {
        put(1, 1);
        long end;
        try (ModifiedCursor cursor = after(0)) {
            end = cursor.end();
        }
        fixture.restart();
        assertEquals(List.of(), numbers(after(end)));
        put(2, 2);
        put(1, 3);
        assertEquals(List.of(2, 3), numbers(after(end)));
        assertEquals(List.of(), numbers(after(fixture.collection().writeOrder().settledVersion())));
    }

    @Test
    @Tag("unsharded")
    void anExpiredDocumentDoesNotComeBeforeItIsSweptNorAfter() {
        fixture.engine().sweeper().pause();
        put(1, 1);
        fixture.put(2, "{\"n\": 2}", new Lifetime.For(10));
        fixture.advance(Duration.ofSeconds(10));
        assertEquals(List.of(1), all());
        assertEquals(2, entries());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(1, entries());
    }

    @Test
    @Tag("unsharded")
    void whoeverTakesTheValueOfAHiddenDocumentTakesItOutHereToo() {
        fixture.uniqueIndex("n", "n");
        fixture.engine().sweeper().pause();
        fixture.put(1, "{\"n\": 1}", new Lifetime.For(10));
        fixture.advance(Duration.ofSeconds(10));
        put(2, 1);
        assertEquals(1, entries());
        fixture.put(2, "{\"n\": 2}", new Lifetime.For(10));
        fixture.advance(Duration.ofSeconds(10));
        put(2, 3);
        assertEquals(List.of(3), all());
        assertEquals(1, entries());
    }

    @Test
    void documentsOfOneBatchShareTheirPlaceAndAReaderGoesOnBehindThemAll() {
        List<WriteRequest> requests = new ArrayList<>();
        for (int id = 0; id < 3; id++) {
            String json = "{\"n\": " + id + "}";
            requests.add(new WriteRequest(key(id), (_, _) -> body(json)));
        }
        fixture.collection().writeAll(requests, true, Durability.LOGGED);
        put(7, 7);
        try (ModifiedCursor cursor = after(0)) {
            Document first = cursor.next();
            assertTrue(first != null);
            assertEquals(List.of(7), numbers(after(first.version())));
        }
    }

    @Test
    @Tag("unsharded")
    void aTransactionGivesItsDocumentsOneVersionWhenItCommits() {
        put(1, 1);
        put(2, 2);
        try (Transaction transaction = fixture.engine().begin()) {
            Collection within = transaction.of(fixture.collection());
            within.write(key(1), Durability.LOGGED, (_, _) -> body("{\"n\": 3}"));
            put(4, 4);
            within.write(key(1), Durability.LOGGED, (_, _) -> body("{\"n\": 5}"));
            within.write(key(3), Durability.LOGGED, (_, _) -> body("{\"n\": 6}"));
            within.write(key(5), Durability.LOGGED, (_, _) -> body("{\"n\": 9}"));
            within.write(key(5), Durability.LOGGED, (_, _) -> Decision.REMOVE);
            within.write(key(2), Durability.LOGGED, (_, _) -> Decision.REMOVE);
            assertEquals(List.of(1, 2, 4), all());
            transaction.commit(null);
        }
        assertEquals(List.of(4, 5, 6), all());
        assertEquals(3, entries());
    }

    @Test
    void whatWasModifiedFromAnInstantOnIsFoundWithoutReadingWhatIsBeforeIt() {
        List<Long> instants = new ArrayList<>();
        for (int id = 0; id < 200; id++) {
            instants.add(fixture.now());
            put(id, id);
            fixture.advance(Duration.ofMillis(id % 3 * 700L));
        }
        for (int id = 0; id < 200; id += 7) {
            long before = fixture.collection().writeOrder().versionBefore(instants.get(id));
            List<Integer> found = numbers(after(before));
            assertEquals(200 - instants.indexOf(instants.get(id)), found.size());
        }
        long late = fixture.collection().writeOrder().versionBefore(fixture.now() + 1);
        assertEquals(List.of(), numbers(after(late)));
    }

    @Test
    @Tag("unsharded")
    void whatWasModifiedBeforeTheClockWasSetBackIsFoundFromAnInstantOn() {
        put(1, 1);
        fixture.machine.stepWall(Duration.ofHours(2));
        long ahead = fixture.now();
        put(2, 2);
        fixture.machine.stepWall(Duration.ofHours(-2));
        fixture.advance(Duration.ofSeconds(1));
        put(3, 3);
        List<Integer> found = numbers(after(fixture.collection().writeOrder().versionBefore(ahead)));
        assertTrue(found.contains(2), found::toString);
        assertTrue(!found.contains(1), found::toString);
    }

    @Test
    void onlyTheKeysThatAreAskedForComeAndTheOthersAreNotRead() {
        put(1, 1);
        put(2, 2);
        put(1, 3);
        DocumentKey one = key(1);
        Collection collection = fixture.collection();
        try (ModifiedCursor cursor = collection.writeOrder().byRecency(collection.reading(), 0, one::equals)) {
            assertEquals(List.of(3), numbers(cursor));
            assertEquals(new DocumentCursor.Effort(2, 1), cursor.effort());
        }
    }

    @Test
    void aCollectionThatKeepsNoOrderIsNotAskedForIt() {
        CollectionName name = new CollectionName("test", "db", "plain");
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE);
        Collection plain = fixture.engine().catalog().create(name, options);
        assertThrows(IllegalStateException.class, () -> plain.writeOrder().byRecency(plain.reading(), 0, _ -> true));
    }

    @Test
    void nothingIsWrittenBelowWhatAReaderHasSeen() throws Exception {
        int writers = 4;
        int writes = 2_000;
        AtomicInteger running = new AtomicInteger(writers);
        Map<Integer, Integer> copy = new HashMap<>();
        try (ExecutorService threads = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int writer = 0; writer < writers; writer++) {
                int from = writer;
                all.add(threads.submit(() -> {
                    for (int number = 0; number < writes; number++) {
                        put(number % 50, from * writes + number);
                    }
                    running.decrementAndGet();
                }));
            }
            long position = 0;
            for (boolean last = false; !last; ) {
                last = running.get() == 0;
                position = copy(position, copy);
            }
            for (Future<?> one : all) {
                one.get();
            }
        }
        assertEquals(50, copy.size());
        for (int id = 0; id < 50; id++) {
            Document document = fixture.get(id);
            assertTrue(document != null);
            BsonView view = (BsonView) document.view();
            int number = view.toBsonValue().asDocument().getInt32("n").getValue();
            assertEquals(number, copy.get(id));
        }
    }

    /** Brings a copy up to date; answers the position to go on from. */
    private long copy(long position, Map<Integer, Integer> copy) {
        try (ModifiedCursor cursor = after(position)) {
            for (Document document = cursor.next(); document != null; document = cursor.next()) {
                BsonView view = (BsonView) document.view();
                int number = view.toBsonValue().asDocument().getInt32("n").getValue();
                copy.put(number % 2_000 % 50, number);
            }
            return cursor.end();
        }
    }
}
