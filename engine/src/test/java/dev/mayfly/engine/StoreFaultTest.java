package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.schema.IndexRequest;
import dev.mayfly.engine.sweep.Sweeper;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.StoreException.Reason;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.contract.StoreCall;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.slf4j.LoggerFactory;

final class StoreFaultTest {
    private static final Fault DOWN = new Fault.Failure(Reason.UNAVAILABLE);
    private final FaultyStore store = new FaultyStore(new MemoryStore(), _ -> {});
    private final EngineFixture fixture = new EngineFixture(store, EngineSettings.DEFAULTS);

    @AfterEach
    void close() {
        store.plan(FaultPlan.NONE);
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> report.findings().toString());
        fixture.close();
    }

    @Test
    void aWriteThatTheStoreCannotTellAboutHappensOnce() {
        fixture.create();
        fixture.put(1, "{\"n\": 0}");
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownWritten()));
        AtomicInteger asked = new AtomicInteger();
        fixture.collection().write(EngineFixture.key(1), Durability.LOGGED, (current, _) -> {
            assertNotNull(current);
            asked.incrementAndGet();
            int n = current.view().toBsonValue().asDocument().getInt32("n").getValue();
            return EngineFixture.body("{\"n\": " + (n + 1) + "}");
        });
        assertEquals(1, asked.get());
        assertEquals("[{\"n\": 1}]", fixture.scan().toString());
    }

    @Test
    void aFailureBehindAnUnknownOutcomeSettlesNothing() {
        fixture.create();
        store.plan((call, nth) ->
                call != StoreCall.COMMIT ? null : nth == 1 ? new Fault.UnknownWritten() : nth < 4 ? DOWN : null);
        assertInstanceOf(WriteOutcome.Stored.class, fixture.put(1, "{}"));
        assertEquals(1, fixture.count());
    }

    @Test
    void whatTheStoreCannotTellAboutIsSentUntilItIsThere() {
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownNotWritten()));
        fixture.create();
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownNotWritten()));
        fixture.put(1, "{}");
        store.plan(FaultPlan.NONE);
        fixture.restart();
        assertTrue(fixture.isLive(1));
    }

    @Test
    void aScanThatTheStoreFailsSaysSoInTheEnginesWords() {
        fixture.create();
        fixture.index("a", "a");
        fixture.put(1, "{\"a\": 1}");
        for (StoreCall call : List.of(StoreCall.SCAN, StoreCall.NEXT)) {
            store.plan(FaultPlan.always(call, new Fault.Failure(Reason.CORRUPT)));
            EngineException failure = assertThrows(EngineException.class, fixture::scan);
            assertEquals(new EngineError.StoreCorrupt(), failure.error());
            store.plan(FaultPlan.always(call, DOWN));
            failure = assertThrows(EngineException.class, fixture::scan);
            assertEquals(new EngineError.StoreUnavailable(), failure.error());
        }
    }

    @Test
    void versionsAreNotGivenOutTwiceWhenTheirCeilingWasNotWritten() {
        EngineContext context = new EngineContext(store, fixture.guard(), EngineSettings.DEFAULTS);
        store.plan(FaultPlan.at(StoreCall.COMMIT, 1, new Fault.UnknownNotWritten()));
        long given = context.versions().next();
        store.plan(FaultPlan.NONE);
        assertTrue(new EngineContext(store, fixture.guard(), EngineSettings.DEFAULTS)
                        .versions()
                        .next()
                > given);
    }

    @Test
    void aSweepThatFailsNamesItsCollectionInTheLog() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(1));
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        Logger logger = (Logger) LoggerFactory.getLogger(Sweeper.class);
        lines.start();
        logger.addAppender(lines);
        logger.setLevel(Level.WARN);
        try {
            store.plan(FaultPlan.always(StoreCall.COMMIT, DOWN));
            fixture.engine().sweeper().resume();
            fixture.sweep();
        } finally {
            logger.setLevel(Level.OFF);
            logger.detachAppender(lines);
        }
        assertEquals(
                "the collection test:db.c could not be swept",
                lines.list.getFirst().getFormattedMessage());
    }

    @Test
    void whoeverListensIsToldAlthoughTheSyncFailed() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.engine().sweeper().pause();
        fixture.put(1, at(START));
        fixture.advance(Duration.ofMinutes(1));
        store.plan(FaultPlan.at(StoreCall.SYNC, 1, DOWN));
        assertThrows(
                EngineException.class,
                () -> fixture.collection()
                        .write(EngineFixture.key(1), Durability.SYNCED, (_, _) -> EngineFixture.body("{}")));
        assertEquals(1, fixture.announced.size());
        assertTrue(fixture.isLive(1));
    }

    @Test
    void aDropThatIsCutShortIsFinishedByTheNextStart() {
        fixture.create();
        fixture.index("a", "a");
        fixture.put(1, "{\"a\": 1}");
        store.plan(FaultPlan.at(StoreCall.COMMIT, 2, DOWN));
        fixture.collection().definition().dropIndex("a");
        store.plan(FaultPlan.NONE);
        assertTrue(fixture.collection().record().index("a").isEmpty());
        assertTrue(!EngineCheck.check(fixture.engine()).isClean());
        fixture.restart();
    }

    @Test
    void aRuleThatCouldNotBeAddedLeavesNothing() {
        fixture.create();
        fixture.index("at", "at");
        fixture.put(1, at(START));
        store.plan(FaultPlan.at(StoreCall.COMMIT, 2, DOWN));
        assertThrows(
                EngineException.class,
                () -> fixture.collection()
                        .definition()
                        .addRule("at", new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 1)));
        store.plan(FaultPlan.NONE);
        fixture.advance(Duration.ofHours(1));
        assertTrue(fixture.isLive(1));
        assertTrue(fixture.collection().record().queues().isEmpty());
    }

    @Test
    void aQueueIsRetiredInTheEndHoweverOftenThatFails() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 1_000_000);
        fixture.put(1, at(START));
        fixture.collection().definition().dropIndex("ttl");
        store.plan((call, nth) -> call == StoreCall.COMMIT && nth % 2 == 0 ? DOWN : null);
        fixture.advance(Duration.ofHours(2));
        store.plan(FaultPlan.NONE);
        fixture.advance(Duration.ofMinutes(2));
        assertTrue(fixture.collection().record().queues().isEmpty());
    }
}
