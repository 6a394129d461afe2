package dev.mayfly.engine.definition;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class IndexBuildTest {
    private static final long YEAR = Duration.ofDays(365).toSeconds();
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", YEAR);
        fixture.engine().sweeper().pause();
    }

    @AfterEach
    void close() {
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        fixture.close();
    }

    @Test
    @Tag("unsharded")
    void aUniqueIndexOverEqualValuesIsRefused() {
        fixture.put(1, "{\"u\": 1}");
        fixture.put(2, "{\"u\": 1}");
        EngineException refusal = assertThrows(EngineException.class, () -> fixture.uniqueIndex("u", "u"));
        assertInstanceOf(EngineError.DuplicateValue.class, refusal.error());
        assertTrue(fixture.collection().record().index("u").isEmpty());
        assertEquals(2, fixture.count());
    }

    @Test
    @Tag("unsharded")
    void aUniqueIndexOverManyBatchesIsBuilt() {
        for (int id = 0; id < 1000; id++) {
            fixture.put(id, "{\"u\": [" + id + ", " + -id + "]}");
        }
        fixture.uniqueIndex("u", "u");
        assertEquals(1000, fixture.scanIndex("u", Direction.FORWARD).size());
    }

    @Test
    @Tag("unsharded")
    void aHiddenDocumentGivesItsValueToALiveOneAndIsBeyondRecall() {
        fixture.put(1, at(START - 5_000, "\"u\": 1"));
        fixture.put(2, at(START + 1_000_000, "\"u\": 1"));
        fixture.put(3, at(START + 1_000_000, "\"u\": 3"));
        fixture.put(4, at(START - 5_000, "\"u\": 3"));
        fixture.setSeconds("ttl", 1);
        assertEquals(2, fixture.count());
        fixture.uniqueIndex("u", "u");
        fixture.setSeconds("ttl", YEAR);
        assertEquals(2, fixture.count());
        assertEquals(2, fixture.scanIndex("u", Direction.FORWARD).size());
        assertInstanceOf(WriteOutcome.DuplicateValue.class, fixture.insert(5, "{\"u\": 1}"));
    }

    @Test
    @Tag("unsharded")
    void ofTwoHiddenDocumentsTheDeadOneGivesWay() {
        fixture.setSeconds("ttl", 10);
        fixture.put(1, at(START - 60_000, "\"u\": 1"));
        fixture.advance(Duration.ofHours(2));
        fixture.setSeconds("ttl", YEAR);
        fixture.put(2, at(START, "\"u\": 1"));
        fixture.setSeconds("ttl", 1);
        assertEquals(0, fixture.count());
        fixture.uniqueIndex("u", "u");
        fixture.setSeconds("ttl", YEAR);
        assertFalse(fixture.isLive(1));
        assertTrue(fixture.isLive(2));
    }

    /** Somebody who does something in the middle of every scan. */
    private static EngineFixture intruded(Runnable[] intruder) {
        FaultyStore store = new FaultyStore(new MemoryStore(), _ -> intruder[0].run());
        store.plan((call, _) -> call == StoreCall.SCAN ? new Fault.Delay(Duration.ZERO) : null);
        return new EngineFixture(store, EngineSettings.DEFAULTS);
    }

    @Test
    @Tag("unsharded")
    void aBuildTellsHowFarItIsAndBlocksNoWriter() {
        Runnable[] intruder = {() -> {}};
        try (EngineFixture other = intruded(intruder)) {
            Collection collection = other.create();
            for (int id = 0; id < 250; id++) {
                other.put(id, "{\"a\": " + id + "}");
            }
            List<Long> progress = new ArrayList<>();
            intruder[0] = () -> {
                List<IndexBuild.Status> builds = collection.definition().builds();
                if (!builds.isEmpty()) {
                    assertEquals(250, builds.getFirst().total());
                    progress.add(builds.getFirst().done());
                    assertFalse(collection.record().index("a").orElseThrow().isReady());
                    assertInstanceOf(WriteOutcome.Stored.class, other.put(progress.size(), "{\"a\": 1000}"));
                }
            };
            other.index("a", "a");
            intruder[0] = () -> {};
            assertEquals(
                    List.of(0L, 100L, 200L),
                    progress.stream().distinct().limit(3).toList());
            assertTrue(collection.definition().builds().isEmpty());
            assertTrue(collection.record().index("a").orElseThrow().isReady());
            assertEquals(250, other.scanIndex("a", Direction.FORWARD).size());
            assertTrue(EngineCheck.check(other.engine()).isClean());
        }
    }

    @Test
    void aPlainIndexTurnsIntoTheRuleOverTheLastModification() {
        fixture.index("ts", "_ts");
        fixture.put(1, "{\"_ts\": 5}");
        fixture.put(2, "{\"_ts\": 6}", new Lifetime.For(10));
        fixture.collection().definition().addRule("ts", new IndexRequest.TtlRule.OverModified(OptionalLong.of(100)));
        assertFalse(fixture.collection().record().index("ts").orElseThrow().hasEntries());
        fixture.advance(Duration.ofSeconds(10));
        assertTrue(fixture.isLive(1));
        assertFalse(fixture.isLive(2));
        fixture.put(3, "{\"_ts\": 5}");
        fixture.advance(Duration.ofSeconds(90));
        assertFalse(fixture.isLive(1));
        assertTrue(fixture.isLive(3));
    }

    @Test
    void aCollectionHasOneRuleOverTheLastModification() {
        fixture.index("ts", "_ts");
        fixture.index("other", "other");
        IndexRequest.TtlRule rule = new IndexRequest.TtlRule.OverModified(OptionalLong.of(100));
        fixture.collection().definition().addRule("ts", rule);
        assertThrows(
                IllegalStateException.class,
                () -> fixture.collection().definition().addRule("other", rule));
    }
}
