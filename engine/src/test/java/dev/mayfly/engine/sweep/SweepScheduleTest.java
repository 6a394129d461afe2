package dev.mayfly.engine.sweep;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.TestShards;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** A collection with a pace of its own: when it is looked into, and what that costs where nothing is due. */
final class SweepScheduleTest {
    private static final Duration PACE = Duration.ofMinutes(10);
    private static final int LOOKS_A_MONTH = 29 * 24 * 6;

    private final VirtualClock machine = new VirtualClock(EngineFixture.START);
    private final Store store = new MemoryStore();
    private final ClockGuard guard = new ClockGuard(
            machine, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());

    /** Swept by whoever winds its clock, as that of a server on virtual time. */
    private final Engine engine = Engine.open(
            store,
            new Engine.Machinery(guard, (_, _) -> () -> true, Runnable::run, Pacer.UNPACED),
            EngineSettings.DEFAULTS.withShards(TestShards.NUMBER).withForms("test", _ -> _ -> true));

    private final Collection collection = engine.catalog()
            .create(
                    EngineFixture.NAME,
                    new Catalog.CollectionOptions(
                                    DocumentFormat.BSON,
                                    BaseInstant.MODIFIED,
                                    new byte[0],
                                    List.of(QueueIds.UNTIL),
                                    Policy.NONE.withRules(List.of(new Rule.Absolute())))
                            .paced(SweepPace.every(PACE.toMillis())));

    @AfterEach
    void check() {
        assertTrue(EngineCheck.check(engine).isClean());
        engine.close();
        store.close();
    }

    private void put(int id, Duration lifetime) {
        put(id, new Lifetime.Until(guard.wallMillis() + lifetime.toMillis()));
    }

    private void put(int id, Lifetime lifetime) {
        collection.write(key(id), Durability.LOGGED, (_, _) -> EngineFixture.body("{}", lifetime));
    }

    private long stored() {
        return collection.storedSize().documents();
    }

    /** Winds from one instant at which the sweeper is wanted to the next; answers how many there were. */
    private int wind(Duration duration) {
        long until = guard.wallMillis() + duration.toMillis();
        engine.sweeper().sweepNow();
        int slices = 0;
        while (guard.wallMillis() < until) {
            long next = Math.min(until, engine.sweeper().status().nextDue());
            machine.advance(Duration.ofMillis(next - guard.wallMillis()));
            engine.sweeper().sweepNow();
            slices++;
        }
        return slices;
    }

    @Test
    void aMonthOfLooksThatFindNothingCostsNone() {
        put(1, Lifetime.FOREVER);
        put(2, Duration.ofDays(60));
        long visits = collection.sweepVisits();
        long sweeps = collection.statistics().sweeps();
        int slices = wind(Duration.ofDays(29));
        assertTrue(slices <= 3, slices + " slices");
        assertTrue(collection.sweepVisits() - visits <= 10);
        assertEquals(LOOKS_A_MONTH, collection.statistics().sweeps() - sweeps);
        assertEquals(2, stored());
    }

    @Test
    void whatIsDueBetweenTwoLooksWaitsForTheSecond() {
        wind(PACE);
        put(1, PACE.multipliedBy(100).plusSeconds(1));
        wind(PACE.multipliedBy(101).minusMillis(1));
        assertEquals(1, stored());
        wind(Duration.ofMillis(1));
        assertEquals(0, stored());
    }

    @Test
    void aWriteAfterALookIsSeenByTheNext() {
        wind(PACE.multipliedBy(10).plusSeconds(1));
        put(1, Duration.ofSeconds(1));
        wind(PACE.minusSeconds(2));
        assertEquals(1, stored());
        wind(Duration.ofSeconds(1));
        assertEquals(0, stored());
    }

    @Test
    void aTouchThatLetsSomethingDieSoonerIsSeenByTheNext() {
        put(1, Duration.ofDays(60));
        wind(Duration.ofDays(1));
        put(1, Duration.ofSeconds(1));
        wind(PACE);
        assertEquals(0, stored());
    }

    @Test
    void aChangeOfThePolicyIsSeenByTheNext() {
        put(1, Duration.ofDays(1));
        collection
                .definition()
                .changePolicy(policy -> policy.withGrace(Duration.ofDays(30).toMillis()));
        wind(Duration.ofDays(10));
        assertEquals(1, stored());
        collection.definition().changePolicy(policy -> policy.withGrace(0));
        wind(EngineSettings.DEFAULTS.expiry().changeGrace().plus(PACE).plusSeconds(1));
        assertEquals(0, stored());
    }

    @Test
    void timersWakeTheSweeperForWhatIsWrittenBetweenTwoLooks() {
        try (EngineFixture fixture = new EngineFixture()) {
            fixture.create(
                    BaseInstant.MODIFIED, List.of(QueueIds.UNTIL), Policy.NONE.withRules(List.of(new Rule.Absolute())));
            fixture.collection().definition().changePace(SweepPace.every(30_000));
            fixture.advance(Duration.ofSeconds(95));
            fixture.put(1, "{}", new Lifetime.Until(fixture.now() + 5_000));
            fixture.advance(Duration.ofSeconds(24));
            assertEquals(1, fixture.stored());
            fixture.advance(Duration.ofSeconds(1));
            assertEquals(0, fixture.stored());
        }
    }
}
