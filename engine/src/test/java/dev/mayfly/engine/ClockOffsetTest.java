package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.memory.SharedMemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** An engine whose clock is not that of the store that it shares with others. */
final class ClockOffsetTest {
    private final VirtualClock storeClock = new VirtualClock(EngineFixture.START);
    private final EngineFixture fixture =
            new EngineFixture(new SharedMemoryStore(storeClock::wallMillis), EngineSettings.DEFAULTS);

    private static Policy defaultSeconds(Rule.Modified.Kind kind, long seconds) {
        return Policy.NONE.withRules(List.of(new Rule.Modified(kind, seconds), new Rule.Absolute()));
    }

    private void create(Policy policy) {
        fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.FOR, QueueIds.INHERIT, QueueIds.UNTIL), policy);
    }

    @AfterEach
    void closeFixture() {
        fixture.close();
    }

    /** Time passes for all, and the clock of the engine is then measured. */
    private void advance(Duration duration) {
        storeClock.advance(duration);
        fixture.advance(duration);
        fixture.engine().nodes().measure();
    }

    /** Sets the clock of the store, since that of an engine never runs back. */
    private void setOffset(long millis) {
        storeClock.stepWall(Duration.ofMillis(fixture.guard().offset().orElse(0) - millis));
        fixture.engine().nodes().measure();
        assertEquals(millis, fixture.guard().offset().orElseThrow());
    }

    @Test
    void aClockThatIsOffDestroysAndAnnouncesNothing() {
        create(defaultSeconds(Rule.Modified.Kind.NO_DEFAULT, 0));
        fixture.put(1, "{}", new Lifetime.For(10));
        setOffset(1_001);
        advance(Duration.ofSeconds(60));
        fixture.sweep();
        assertFalse(fixture.isLive(1));
        assertEquals(1, fixture.stored());
        assertEquals(List.of(), fixture.announced);
        setOffset(1_000);
        fixture.sweep();
        assertEquals(0, fixture.stored());
        assertEquals(1, fixture.announced.size());
    }

    @Test
    void lifetimesAreNotCountedByAClockThatIsFarOff() {
        create(defaultSeconds(Rule.Modified.Kind.NO_DEFAULT, 0));
        setOffset(5_000);
        fixture.put(1, "{}", new Lifetime.For(10));
        setOffset(-5_001);
        refused(() -> fixture.put(1, "{}", new Lifetime.For(10)));
        refused(() -> fixture.put(2, "{}", new Lifetime.For(10)));
        fixture.put(3, "{}", Lifetime.FOREVER);
        fixture.put(4, "{}", new Lifetime.Until(fixture.now() + 60_000));
        fixture.put(5, "{}", Lifetime.INHERIT);
        assertTrue(fixture.isLive(4));
        fixture.delete(5);
        setOffset(0);
        fixture.change(_ -> defaultSeconds(Rule.Modified.Kind.AFTER, 100));
        setOffset(-5_001);
        refused(() -> fixture.put(6, "{}", Lifetime.INHERIT));
        fixture.put(7, "{}", Lifetime.FOREVER);
        setOffset(-4_999);
        fixture.put(6, "{}", Lifetime.INHERIT);
        assertTrue(fixture.isLive(6));
    }

    private static void refused(Runnable write) {
        EngineException refusal = assertThrows(EngineException.class, write::run);
        assertEquals(new EngineError.ClockOff(-5_001), refusal.error());
        assertTrue(refusal.error().isRetryable());
    }
}
