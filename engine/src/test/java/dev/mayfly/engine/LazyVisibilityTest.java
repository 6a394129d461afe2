package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.expiry.Policy;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class LazyVisibilityTest {
    private static final long YEAR = Duration.ofDays(365).toSeconds();
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
    }

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    @Test
    void nothingIsHiddenBeforeTheFirstTick() {
        fixture.put(1, at(Long.MIN_VALUE));
        fixture.advance(Duration.ofHours(5));
        assertTrue(fixture.isLive(1));
        fixture.collection().definition().tick();
        assertFalse(fixture.isLive(1));
    }

    @Test
    void aReplacedPolicyKeepsItsSayAsOfTheTickHoweverLateThatIs() {
        fixture.setSeconds("ttl", YEAR);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(5));
        fixture.setSeconds("ttl", 1);
        fixture.collection().definition().tick();
        assertFalse(fixture.isLive(1));
        fixture.advance(Duration.ofHours(5));
        assertEquals(1, fixture.stored());
        fixture.setSeconds("ttl", YEAR);
        assertTrue(fixture.isLive(1));
    }

    @Test
    void theTickStandsStillWhileMaskedOrSuspect() {
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(5));
        fixture.change(policy -> policy.withMask(true));
        fixture.collection().definition().tick();
        fixture.change(policy -> policy.withMask(false));
        assertTrue(fixture.isLive(1));
        fixture.machine.stepWall(Duration.ofDays(2));
        fixture.collection().definition().tick();
        assertTrue(fixture.isLive(1));
        fixture.guard().confirm();
        fixture.collection().definition().tick();
        assertFalse(fixture.isLive(1));
    }

    @Test
    void aShorterTimeHidesNothingBeforeTheNextTick() {
        fixture.setSeconds("ttl", YEAR);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(5));
        fixture.collection().definition().tick();
        fixture.setSeconds("ttl", 1);
        assertTrue(fixture.isLive(1));
        fixture.setSeconds("ttl", 2);
        assertTrue(fixture.isLive(1));
        fixture.collection().definition().tick();
        assertFalse(fixture.isLive(1));
    }

    @Test
    void whatATickHasHiddenStaysSoThroughAShorterTime() {
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(5));
        fixture.collection().definition().tick();
        fixture.setSeconds("ttl", 1);
        assertFalse(fixture.isLive(1));
    }
}
