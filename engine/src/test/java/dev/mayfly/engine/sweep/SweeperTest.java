package dev.mayfly.engine.sweep;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class SweeperTest {
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private Partition partition() {
        return EngineFixture.committer(fixture.collection()).partition();
    }

    private byte[] entryOf(int id) {
        byte[] entry = Layout.queueKey(16, START + 1000L * id, key(id));
        return requireNonNull(fixture.store().get(partition(), Space.EXPIRY, entry));
    }

    private void write(WriteBatch batch) {
        fixture.store().commit(partition(), batch, List.of(), Durability.LOGGED);
    }

    @Test
    void aCollectionWithoutRulesIsNotVisited() {
        Rule rule = new Rule.Modified(Rule.Modified.Kind.AFTER, 10);
        try (EngineFixture other = new EngineFixture()) {
            other.create(BaseInstant.WHOLE_SECOND, List.of(QueueIds.INHERIT, QueueIds.FOR), Policy.NONE);
            other.put(1, "{}", new Lifetime.For(5));
            other.advance(Duration.ofHours(3));
            assertEquals(0, other.collection().sweepVisits());
            other.change(policy -> policy.withRules(List.of(rule)));
            other.advance(Duration.ofHours(2));
            long visits = other.collection().sweepVisits();
            assertEquals(0, other.stored());
            assertTrue(visits > 0);
            other.change(policy -> policy.withRules(List.of()));
            other.put(2, "{}", new Lifetime.For(5));
            other.advance(Duration.ofHours(3));
            assertEquals(visits, other.collection().sweepVisits());
        }
    }

    @Test
    void theEndOfASuspicionWakesIt() {
        fixture.put(1, at(START));
        fixture.machine.stepWall(Duration.ofHours(2));
        fixture.advance(Duration.ofSeconds(310));
        assertTrue(fixture.guard().isSuspect());
        assertEquals(1, fixture.stored());
        fixture.guard().confirm();
        fixture.advance(Duration.ofMillis(200));
        assertEquals(0, fixture.stored());
    }

    @Test
    void aSweepThatIsWaitedForEndsThoughDocumentsGoOnFallingDue() {
        fixture.advance(Duration.ofMinutes(1));
        int[] next = {1};
        fixture.engine().addListener(new ExpiryListener() {
            @Override
            public void announced(Announcement announcement) {}

            @Override
            public void destroyed(CollectionName collection, int documents) {
                if (next[0] < 50) {
                    fixture.machine.stepWall(Duration.ofSeconds(1));
                    fixture.put(++next[0], at(START + 49_000 + 1000L * next[0]));
                }
            }
        });
        fixture.put(1, at(START));
        boolean[] ended = {false};
        fixture.engine().sweeper().sweepThen(() -> ended[0] = true);
        assertTrue(ended[0]);
        assertEquals(1, fixture.stored());
        assertFalse(fixture.isLive(2));
    }

    @Test
    @Tag("unsharded")
    void anEntryOfNobodyStopsNoSweep() {
        for (int id = 0; id < 10; id++) {
            fixture.put(id, at(START + 1000L * id));
        }
        write(new WriteBatch()
                .put(Space.EXPIRY, Layout.queueKey(16, START + 1, key(3)), entryOf(3))
                .put(Space.EXPIRY, Layout.queueKey(16, START + 2, key(77)), entryOf(7)));
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
    }

    @Test
    @Tag("unsharded")
    void aDamagedDocumentStopsNoSweepOfTheOthers() {
        for (int id = 0; id < 10; id++) {
            fixture.put(id, at(START + 1000L * id));
        }
        // Entries of an earlier generation make the sweep read the documents.
        fixture.index("a", "a");
        byte[] damaged = requireNonNull(fixture.store().get(partition(), Space.DOCUMENT, key(3).bytes()))
                .clone();
        damaged[damaged.length - 1] ^= 1;
        write(new WriteBatch().put(Space.DOCUMENT, key(3).bytes(), damaged));
        fixture.advance(Duration.ofHours(2));
        assertEquals(1, fixture.stored());
    }

    @Test
    void aLazyCollectionIsNotSweptAgainAndAgainBetweenTicks() {
        fixture.change(policy -> policy.withVisibility(Policy.Visibility.LAZY));
        fixture.put(1, at(START));
        fixture.advance(Duration.ofSeconds(30));
        fixture.change(policy -> policy.withGrace(3_600_000));
        fixture.collection().definition().tick();
        fixture.advance(Duration.ofHours(2));
        long before = fixture.engine().sweeper().status().rounds();
        fixture.advance(Duration.ofHours(1));
        assertTrue(fixture.engine().sweeper().status().rounds() - before < 100);
        assertEquals(1, fixture.stored());
    }

    @Test
    @Tag("unsharded")
    void theMarkFollowsWhatClientsTakeOutOfTheHead() {
        for (int minute = 0; minute < 60; minute++) {
            fixture.put(1, at(fixture.now()));
            fixture.advance(Duration.ofSeconds(9));
        }
        byte[] mark = EngineFixture.committer(fixture.collection())
                .latched(() ->
                        EngineFixture.committer(fixture.collection()).marks().at(16));
        assertTrue(Layout.queueInstant(mark) > START + 400_000);
        assertEquals(1, fixture.count());
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
    }

    @Test
    void aChangeOfPolicyWakesTheSweeper() {
        fixture.setSeconds("ttl", 100_000);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofHours(2));
        fixture.setSeconds("ttl", 1);
        fixture.advance(Duration.ofMillis(100));
        assertEquals(1, fixture.announced.size());
        assertEquals(1, fixture.stored());
    }

    @Test
    void theDeadAreAnnouncedWithTheDeadlineTheyDiedBy() {
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofDays(1));
        fixture.setSeconds("ttl", 1_000_000_000);
        fixture.engine().sweeper().resume();
        fixture.sweep();
        assertEquals(START + 10_000, fixture.announced.getFirst().deadline());
        assertEquals(0, fixture.stored());
    }
}
