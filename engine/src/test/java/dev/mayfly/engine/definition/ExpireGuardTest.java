package dev.mayfly.engine.definition;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.function.Executable;

final class ExpireGuardTest {
    private static final long HOUR = Duration.ofHours(1).toMillis();
    private final EngineFixture fixture =
            new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS.withMaxExpire(new ExpireLimit(3)));

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    /** So many documents, one for each hour that is past. */
    private void fill(int documents) {
        for (int hour = 0; hour < documents; hour++) {
            fixture.put(hour, at(START - hour * HOUR));
        }
    }

    private void assertRefused(long limit, Executable change) {
        Policy before = fixture.collection().record().policy().current();
        var indexes = fixture.collection().record().indexes();
        EngineException refused = assertThrows(EngineException.class, change);
        assertEquals(
                new EngineError.TooManyWouldExpire(
                        EngineFixture.NAME, limit, EngineError.TooManyWouldExpire.Subject.DOCUMENTS),
                refused.error());
        assertEquals(before, fixture.collection().record().policy().current());
        assertEquals(indexes, fixture.collection().record().indexes());
    }

    @Test
    void aChangeThatWouldHideTooManyIsRefused() {
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        fill(10);
        assertRefused(3, () -> fixture.setSeconds("ttl", 3600));
        assertEquals(10, fixture.count());
        fixture.setSeconds("ttl", 7 * 3600);
        assertEquals(7, fixture.count());
    }

    @Test
    void whatIsHiddenAlreadyDoesNotCount() {
        fixture.ttlIndex("ttl", "at", 7 * 3600);
        fill(10);
        fixture.setSeconds("ttl", 6 * 3600);
        assertEquals(6, fixture.count());
        fixture.setSeconds("ttl", 3 * 3600);
        assertEquals(3, fixture.count());
    }

    @Test
    void anIndexWithARuleThatWouldHideTooManyIsNotBuilt() {
        fill(10);
        assertRefused(3, () -> fixture.ttlIndex("ttl", "at", 3600));
        fixture.index("plain", "at");
        IndexRequest.TtlRule rule = new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 3600);
        assertRefused(3, () -> fixture.collection().definition().addRule("plain", rule));
        fixture.ttlIndex("ttl", "at", 7 * 3600);
        assertEquals(7, fixture.count());
    }

    @Test
    void theCollectionsOwnLimitWinsAndOutlivesARestart() {
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        fill(10);
        fixture.collection().definition().guard(new ExpireLimit(9));
        fixture.restart();
        assertEquals(new ExpireLimit(9), fixture.collection().definition().guard());
        fixture.setSeconds("ttl", 3600);
        assertEquals(1, fixture.count());
        fixture.setSeconds("ttl", 24 * 3600);
        fixture.collection().definition().guard(new ExpireLimit(8));
        assertRefused(8, () -> fixture.setSeconds("ttl", 3600));
        fixture.collection().definition().guard(ExpireLimit.NONE);
        fixture.setSeconds("ttl", 3600);
        assertEquals(1, fixture.count());
    }

    @Test
    void aSingleChangeMayBeAllowedMore() {
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        fill(10);
        int queue = fixture.collection().record().index("ttl").orElseThrow().id();
        assertRefused(
                8,
                () -> fixture.collection()
                        .allowing(new ExpireLimit(8))
                        .definition()
                        .changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 3600)))));
        fixture.collection()
                .allowing(new ExpireLimit(9))
                .definition()
                .changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, 3600))));
        assertEquals(1, fixture.count());
    }

    @Test
    void inALazyCollectionWhatTheMonitorWouldHideCounts() {
        fixture.ttlIndex("ttl", "at", 24 * 3600);
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        fill(10);
        assertRefused(3, () -> fixture.setSeconds("ttl", 3600));
    }

    @Test
    void takingOffAMaskCounts() {
        fixture.ttlIndex("ttl", "at", 3600);
        fixture.change(policy -> policy.withMask(true));
        fill(10);
        assertRefused(3, () -> fixture.change(policy -> policy.withMask(false)));
    }
}
