package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.NAME;
import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

final class CatalogTest {
    private static final CollectionName OTHER = new CollectionName("test", "db", "other");
    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS);

    @AfterEach
    void close() {
        store.plan(FaultPlan.NONE);
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    private EngineError refusal(Runnable work) {
        return assertThrows(EngineException.class, work::run).error();
    }

    @Test
    @Tag("unsharded")
    void everythingAboutACollectionIsKept() {
        fixture.create();
        fixture.uniqueIndex("u", "u");
        fixture.ttlIndex("ttl", "at", 1_000_000);
        fixture.setSeconds("ttl", 500_000);
        fixture.collection().definition().alterOptions(new byte[] {1, 2, 3});
        var before = fixture.collection().record();
        fixture.restart();
        var after = fixture.collection().record();
        assertArrayEquals(before.options(), after.options());
        assertEquals(before.policy().current(), after.policy().current());
        assertEquals(before.policy().recent(), after.policy().recent());
        assertEquals(before.generation(), after.generation());
        assertEquals(
                before.indexes().stream().map(index -> index.name()).toList(),
                after.indexes().stream().map(index -> index.name()).toList());
    }

    @Test
    void aChangeCanStillBeTakenBackAfterARestart() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 1_000_000);
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(10));
        fixture.setSeconds("ttl", 1);
        assertFalse(fixture.isLive(1));
        fixture.restart();
        fixture.sweep();
        fixture.setSeconds("ttl", 1_000_000);
        assertTrue(fixture.isLive(1));
    }

    @Test
    void theDeadStayDeadAcrossARestart() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofHours(2));
        fixture.setSeconds("ttl", 1_000_000_000);
        assertFalse(fixture.isLive(1));
        fixture.restart();
        assertFalse(fixture.isLive(1));
        fixture.sweep();
        assertEquals(0, fixture.stored());
    }

    @Test
    void aNameIsTakenOnce() {
        fixture.create();
        assertInstanceOf(EngineError.CollectionExists.class, refusal(fixture::create));
    }

    @Test
    void whoHoldsADroppedCollectionIsToldThatItIsGone() {
        Collection gone = fixture.create();
        fixture.put(1, "{}");
        fixture.engine().catalog().drop(NAME);
        assertNull(fixture.engine().find(NAME));
        assertInstanceOf(EngineError.CollectionMissing.class, refusal(gone::reading));
        assertInstanceOf(
                EngineError.CollectionMissing.class,
                refusal(() -> fixture.engine().catalog().drop(NAME)));
        fixture.create();
        assertEquals(0, fixture.count());
    }

    @Test
    void aDropThatIsCutShortIsFinishedByTheNextStart() {
        Collection gone = fixture.create();
        fixture.put(1, "{}");
        store.plan(FaultPlan.at(StoreCall.COMMIT, 2, new Fault.Failure(Reason.UNAVAILABLE)));
        assertInstanceOf(
                EngineError.StoreUnavailable.class,
                refusal(() -> fixture.engine().catalog().drop(NAME)));
        assertNull(fixture.engine().find(NAME));
        store.plan(FaultPlan.NONE);
        fixture.restart();
        assertNull(fixture.engine().find(NAME));
        try (var left = store.scan(
                gone.parts().shards().partition(), Space.DOCUMENT, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
            assertFalse(left.next());
        }
    }

    @Test
    void aRenamedCollectionKeepsWhatItHolds() {
        fixture.create();
        fixture.put(1, "{}");
        fixture.engine().catalog().rename(NAME, OTHER, false);
        assertNull(fixture.engine().find(NAME));
        fixture.create();
        assertInstanceOf(
                EngineError.CollectionExists.class,
                refusal(() -> fixture.engine().catalog().rename(OTHER, NAME, false)));
        fixture.engine().catalog().rename(OTHER, NAME, true);
        fixture.restart();
        assertEquals(1, fixture.count());
        assertNull(fixture.engine().find(OTHER));
    }

    @Test
    void aChangeThatTheStoreDoesNotTakeHasNotHappened() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        store.plan(FaultPlan.always(StoreCall.COMMIT, new Fault.Failure(Reason.UNAVAILABLE)));
        assertInstanceOf(EngineError.StoreUnavailable.class, refusal(() -> fixture.setSeconds("ttl", 20)));
        store.plan(FaultPlan.NONE);
        assertEquals(START + 10_000, putAndRead().deadline());
    }

    private Document putAndRead() {
        fixture.put(1, at(START));
        Document document = fixture.get(1);
        if (document == null) {
            throw new AssertionError("it is not there");
        }
        return document;
    }
}
