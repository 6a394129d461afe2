package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.NAME;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventFollower;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** When expiry is announced in a collection that is swept every ten minutes alone. */
final class EventsWhenDueTest {
    private static final Duration PACE = Duration.ofMinutes(10);
    private static final Duration LIFE = Duration.ofSeconds(60);

    private final EngineFixture fixture = new EngineFixture();

    EventsWhenDueTest() {
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.ANY,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
        fixture.engine()
                .catalog()
                .create(
                        NAME,
                        options.keeping(ChangeKeeping.tombstones(PACE.toMillis()))
                                .paced(SweepPace.every(PACE.toMillis())));
    }

    @AfterEach
    void close() {
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
        fixture.close();
    }

    private void put(int id) {
        fixture.put(id, "{}", new Lifetime.Until(fixture.now() + LIFE.toMillis()));
    }

    private EventFollower follow(EventScope scope) {
        return fixture.engine().events().follow(scope, EventProgress.START);
    }

    private static int count(EventFollower follower) {
        int count = 0;
        for (List<Event> events = follower.next(100, 0).events();
                !events.isEmpty();
                events = follower.next(100, 0).events()) {
            count += events.size();
        }
        return count;
    }

    private void advance(Duration duration) {
        fixture.advance(duration);
        fixture.sweep();
    }

    @Test
    void whoWaitsForEventsHearsOfExpiryWhenItIsDue() {
        try (EventFollower follower = follow(EventScope.ALL)) {
            put(1);
            advance(LIFE.minusMillis(1));
            assertEquals(0, count(follower));
            advance(Duration.ofMillis(1));
            assertEquals(1, count(follower));
            assertEquals(1, fixture.announced.size());
            assertEquals(0, fixture.destroyed);
            advance(PACE);
            advance(PACE);
            assertEquals(1, fixture.destroyed);
            assertEquals(0, count(follower));
            assertEquals(1, fixture.announced.size());
        }
    }

    @Test
    void nothingIsAnnouncedEarlyWhileNobodyWaits() {
        put(1);
        advance(LIFE);
        assertEquals(0, fixture.announced.size());
        CollectionName other = new CollectionName("test", "db", "other");
        try (EventFollower follower = follow(new EventScope(Set.of(other), Set.of()))) {
            advance(Duration.ofSeconds(1));
            assertEquals(0, count(follower));
            assertEquals(0, fixture.announced.size());
        }
        advance(PACE);
        assertEquals(1, fixture.announced.size());
    }

    @Test
    void whoComesLaterHearsOfWhatHasExpiredSince() {
        put(1);
        put(2);
        advance(LIFE);
        try (EventFollower follower = follow(new EventScope(Set.of(NAME), Set.of()))) {
            advance(Duration.ZERO);
            assertEquals(2, count(follower));
            put(3);
        }
        // Nobody waits any more.
        advance(LIFE);
        assertEquals(2, fixture.announced.size());
        try (EventFollower follower = follow(EventScope.ALL)) {
            advance(Duration.ZERO);
            assertEquals(3, count(follower));
        }
    }

    @Test
    void aDocumentThatIsWrittenAnewIsAnnouncedForEachOfItsEnds() {
        try (EventFollower follower = follow(EventScope.ALL)) {
            put(1);
            advance(LIFE);
            assertEquals(1, count(follower));
            put(1);
            assertEquals(0, count(follower));
            advance(LIFE);
            assertEquals(1, count(follower));
            advance(PACE);
            advance(PACE);
            assertEquals(0, count(follower));
            assertEquals(0, fixture.stored());
        }
    }

    @Test
    void aWriterMayPutWhatHasExpiredAlreadyBelowWhatWasAnnounced() {
        try (EventFollower follower = follow(EventScope.ALL)) {
            put(1);
            advance(LIFE);
            assertEquals(1, count(follower));
            fixture.put(2, "{}", new Lifetime.Until(fixture.now() - 30_000));
            advance(Duration.ZERO);
            assertEquals(2, fixture.announced.size());
        }
    }
}
