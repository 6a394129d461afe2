package dev.mayfly.engine.event;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class EventLogTest {
    private static final int MANY = 1_000;
    private static final long ENOUGH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final Duration RETAIN = Duration.ofHours(2);
    private static final List<Integer> LIFETIMES = List.of(QueueIds.INHERIT, QueueIds.FOR);

    private EngineFixture fixture = new EngineFixture(
            new MemoryStore(), EngineSettings.DEFAULTS.withEvents(EventSettings.DEFAULTS.retaining(RETAIN)));

    @AfterEach
    void close() {
        fixture.close();
    }

    private EventLog log() {
        return fixture.engine().events();
    }

    private List<Event> all() {
        return log().read(EventProgress.START, MANY).events();
    }

    private static List<Integer> ids(List<Event> events) {
        return events.stream().map(EventLogTest::id).toList();
    }

    private static int id(Event event) {
        for (int id = 0; id < MANY; id++) {
            if (event.key().equals(EngineFixture.key(id))) {
                return id;
            }
        }
        throw new IllegalStateException("no key of a test: " + event.key());
    }

    private static Policy after(long seconds) {
        return Policy.NONE.withRules(List.of(new Rule.Modified(Rule.Modified.Kind.AFTER, seconds)));
    }

    private void createWithDefault(long seconds) {
        fixture.create(BaseInstant.MODIFIED, LIFETIMES, after(seconds));
        fixture.collection().definition().keepTombstones(0);
    }

    private void use(EventSettings settings) {
        fixture.close();
        fixture = new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS.withEvents(settings));
    }

    @Test
    void everyExpiredDocumentHasOneEventWithItsReason() {
        createWithDefault(10);
        fixture.ttlIndex("at_1", "at", 0);
        fixture.change(policy -> policy.withRules(
                List.of(after(10).rules().getFirst(), policy.rules().getLast())));
        long start = fixture.now();
        fixture.put(1, "{}");
        fixture.put(2, "{}", new Lifetime.For(5));
        fixture.put(3, EngineFixture.at(start + 3_000));
        fixture.put(4, "{}", Lifetime.FOREVER);
        fixture.advance(Duration.ofSeconds(20));
        fixture.sweep();
        List<Event> events = all();
        assertEquals(List.of(3, 2, 1), ids(events));
        assertEquals(
                List.of(EventReason.FIELD, EventReason.DOCUMENT, EventReason.DEFAULT),
                events.stream().map(Event::reason).toList());
        assertEquals(
                List.of("at_1", "lifetime", "default"),
                events.stream().map(Event::rule).toList());
        assertEquals(
                List.of(start + 3_000, start + 5_000, start + 10_000),
                events.stream().map(Event::deadline).toList());
        assertTrue(events.stream().allMatch(event -> event.announcedAt() >= event.deadline()));
        assertTrue(events.stream().allMatch(event -> event.kind() == EventKind.EXPIRED));
        assertEquals(EngineFixture.NAME, events.getFirst().collection());
        assertNull(document(events.getFirst()));
    }

    private byte @Nullable [] document(Event event) {
        return fixture.collection().hiddenDocuments().documentOf(event);
    }

    @Test
    void aWriteThatTakesAHiddenDocumentsKeyAnnouncesIt() {
        createWithDefault(10);
        fixture.engine().sweeper().pause();
        fixture.put(1, "{\"a\": 1}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.put(1, "{\"a\": 2}");
        assertEquals(List.of(1), ids(all()));
    }

    @Test
    void aDocumentOfAGraceIsAnnouncedOnceAndBroughtBackOnce() {
        createWithDefault(10);
        fixture.change(policy -> policy.withGrace(Duration.ofHours(1).toMillis()));
        fixture.put(1, "{\"a\": 1}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        Event hidden = all().getFirst();
        byte[] body = document(hidden);
        assertArrayEquals(EngineFixture.body("{\"a\": 1}").body(), body);
        fixture.change(policy -> policy.withRules(after(1000).rules()));
        fixture.sweep();
        List<Event> events = all();
        assertEquals(
                List.of(EventKind.EXPIRED, EventKind.BROUGHT_BACK),
                events.stream().map(Event::kind).toList());
        assertEquals(EventReason.POLICY, events.getLast().reason());
        assertEquals(hidden.version(), events.getLast().version());
        fixture.advance(Duration.ofHours(2));
        fixture.sweep();
        assertEquals(3, all().size());
    }

    @Test
    void whatIsRestoredIsToldOnce() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 60);
        fixture.put(1, EngineFixture.at(fixture.now()));
        fixture.put(2, EngineFixture.at(fixture.now()));
        for (int id = 1; id <= 2; id++) {
            fixture.collection().hiddenDocuments().hold("case " + id, EngineFixture.key(id), "because");
        }
        fixture.advance(Duration.ofMinutes(2));
        fixture.put(2, "{}");
        fixture.delete(2);
        fixture.setSeconds("ttl", 100_000);
        for (int id = 1; id <= 2; id++) {
            assertInstanceOf(
                    RestoreOutcome.Restored.class,
                    fixture.collection().hiddenDocuments().restore(EngineFixture.key(id), Lifetime.FOREVER));
        }
        fixture.advance(Duration.ofMinutes(1));
        List<Event> back = all().stream()
                .filter(event -> event.kind() == EventKind.BROUGHT_BACK)
                .toList();
        assertEquals(List.of(1, 2), ids(back));
        assertEquals(2, fixture.broughtBack);
    }

    @Test
    void eventsKeepDocumentsWhereThatIsAskedFor() {
        use(EventSettings.DEFAULTS.withDocuments(EngineFixture.NAME::equals));
        createWithDefault(10);
        fixture.put(1, "{\"a\": 1}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(0, fixture.stored());
        Event event = all().getFirst();
        assertArrayEquals(EngineFixture.body("{\"a\": 1}").body(), document(event));
    }

    @Test
    void eventsKeepDocumentsAsLongAsSomebodyAsks() {
        use(EventSettings.DEFAULTS);
        createWithDefault(10);
        fixture.put(1, "{\"a\": 1}");
        try (EventLog.DocumentsWanted _ = log().wantDocuments(EventScope.ALL)) {
            fixture.advance(Duration.ofSeconds(10));
            fixture.sweep();
        }
        fixture.put(2, "{\"a\": 2}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(0, fixture.stored());
        assertArrayEquals(EngineFixture.body("{\"a\": 1}").body(), document(all().getFirst()));
        assertNull(document(all().getLast()));
    }

    @Test
    void nobodyAsksForDocumentsWhereThatIsForbidden() {
        use(EventSettings.DEFAULTS.unasked());
        createWithDefault(10);
        fixture.put(1, "{}");
        try (EventLog.DocumentsWanted _ = log().wantDocuments(EventScope.ALL)) {
            fixture.advance(Duration.ofSeconds(10));
            fixture.sweep();
        }
        assertNull(document(all().getFirst()));
    }

    @Test
    void pagesGoOnBehindTheirLastEvent() {
        createWithDefault(10);
        for (int id = 0; id < 100; id++) {
            fixture.put(id, "{}");
        }
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        List<Integer> seen = new ArrayList<>();
        EventProgress position = EventProgress.START;
        EventPage page;
        do {
            page = log().read(position, 7);
            seen.addAll(ids(page.events()));
            position = page.next();
        } while (!page.isLast());
        assertEquals(ids(all()), seen);
        assertEquals(100, Set.copyOf(seen).size());
        assertEquals(List.of(), log().read(position, 7).events());
    }

    @Test
    void eventsOfSeveralCollectionsAreMergedAndChosen() {
        CollectionName other = new CollectionName("test", "db", "other");
        createWithDefault(10);
        Collection second = fixture.engine()
                .catalog()
                .create(
                        other,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], LIFETIMES, after(10)));
        for (int id = 0; id < 10; id++) {
            fixture.put(id, "{}");
            second.write(EngineFixture.key(100 + id), Durability.LOGGED, (_, _) -> EngineFixture.body("{}"));
            fixture.advance(Duration.ofSeconds(1));
        }
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        List<Event> events = all();
        assertEquals(20, events.size());
        for (int index = 1; index < events.size(); index++) {
            assertTrue(
                    events.get(index - 1).position().compareTo(events.get(index).position()) < 0);
        }
        EventScope scope = new EventScope(Set.of(other), Set.of());
        List<Event> chosen = log().read(scope, EventProgress.START, MANY).events();
        assertEquals(List.of(100, 101, 102, 103, 104, 105, 106, 107, 108, 109), ids(chosen));
        EventScope fields = new EventScope(Set.of(), Set.of(EventReason.FIELD));
        assertEquals(List.of(), log().read(fields, EventProgress.START, MANY).events());
        fixture.engine().catalog().drop(other);
        assertEquals(10, all().size());
    }

    @Test
    void whatIsTooOldIsGoneAndSaidToBe() {
        createWithDefault(10);
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        EventProgress first = log().now(EventScope.ALL);
        fixture.put(2, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(2, log().totals().events());
        fixture.advance(RETAIN.plusMinutes(5));
        fixture.sweep();
        EngineException lost = assertThrows(EngineException.class, () -> log().read(first, MANY));
        assertInstanceOf(EngineError.HistoryLost.class, lost.error());
        assertEquals(0, log().totals().events());
        assertEquals(0, log().totals().bytes());
        fixture.restart();
        assertThrows(EngineException.class, () -> log().read(first, MANY));
        EventProgress oldest = log().oldest(EventScope.ALL);
        fixture.put(3, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(List.of(3), ids(log().read(oldest, MANY).events()));
    }

    @Test
    void eventsStayNoLongerThanTombstones() {
        createWithDefault(10);
        fixture.collection().definition().keepTombstones(RETAIN.dividedBy(4).toMillis());
        EventProgress first = log().now(EventScope.ALL);
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(List.of(1), ids(all()));
        fixture.advance(RETAIN.dividedBy(4).plusMinutes(1));
        fixture.sweep();
        assertEquals(0, log().totals().events());
        assertThrows(EngineException.class, () -> log().read(first, MANY));
    }

    @Test
    @Tag("unsharded")
    void whatIsTooMuchGoesEarlyAndIsCounted() {
        use(EventSettings.DEFAULTS.atMost(2_000));
        createWithDefault(10);
        for (int id = 0; id < 100; id++) {
            fixture.put(id, "{}");
            fixture.advance(Duration.ofSeconds(1));
        }
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertTrue(log().totals().bytes() <= 2_000);
        assertEquals(100, log().totals().dropped() + log().totals().events());
        List<Event> rest = log().read(log().oldest(EventScope.ALL), MANY).events();
        assertEquals(99, id(rest.getLast()));
        assertEquals(log().totals().events(), rest.size());
    }

    @Test
    void positionsHoldOverARestart() {
        createWithDefault(10);
        fixture.put(1, "{}");
        fixture.put(2, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        EventProgress between = log().read(EventProgress.START, 1).next();
        fixture.restart();
        assertEquals(List.of(2), ids(log().read(between, MANY).events()));
        assertEquals(2, log().totals().events());
        fixture.put(3, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(List.of(2, 3), ids(log().read(between, MANY).events()));
    }

    @Test
    void withoutALogThereIsNothing() {
        use(EventSettings.NONE);
        createWithDefault(10);
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertFalse(log().isKept());
        assertEquals(List.of(), all());
    }

    @Test
    void aLogThatIsKeptNoLongerIsDiscarded() {
        createWithDefault(10);
        fixture.put(1, "{}");
        fixture.advance(Duration.ofSeconds(10));
        fixture.sweep();
        assertEquals(1, all().size());
        fixture.restart(settings -> settings.withEvents(EventSettings.NONE));
        fixture.restart(settings -> settings.withEvents(EventSettings.DEFAULTS));
        assertEquals(List.of(), all());
        assertEquals(0, log().totals().bytes());
    }

    @Test
    void aFollowerIsWokenByWhatExpires() throws InterruptedException {
        createWithDefault(10);
        fixture.put(1, "{}");
        List<Event> seen = new ArrayList<>();
        CountDownLatch done = new CountDownLatch(1);
        EventFollower follower = log().follow(EventScope.ALL, log().now(EventScope.ALL));
        Thread reader = Thread.ofVirtual().start(() -> {
            while (seen.size() < 2) {
                seen.addAll(follower.next(MANY, ENOUGH_NANOS).events());
            }
            done.countDown();
        });
        fixture.advance(Duration.ofSeconds(10));
        fixture.put(2, "{}");
        fixture.advance(Duration.ofSeconds(10));
        assertTrue(done.await(30, TimeUnit.SECONDS));
        reader.join();
        follower.close();
        assertEquals(List.of(1, 2), ids(seen));
    }

    @Test
    void aClosedFollowerWaitsNoLonger() throws InterruptedException {
        fixture.create();
        EventFollower follower = log().follow(EventScope.ALL, log().now(EventScope.ALL));
        Thread reader = Thread.ofVirtual().start(() -> follower.next(MANY, ENOUGH_NANOS));
        follower.close();
        reader.join();
        assertTrue(follower.isClosed());
    }
}
