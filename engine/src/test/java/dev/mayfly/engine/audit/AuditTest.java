package dev.mayfly.engine.audit;

import static dev.mayfly.engine.EngineFixture.NAME;
import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.audit.AuditEntry.Action;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.schema.IndexRequest;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Whoever changes how long documents live leaves an entry. */
final class AuditTest {
    private final EngineFixture fixture = new EngineFixture();

    @BeforeEach
    void create() {
        fixture.create();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private List<AuditEntry> entries() {
        return fixture.engine().audit().read(0, 1_000, null);
    }

    private AuditEntry last() {
        return entries().getLast();
    }

    @Test
    void aChangeOfPolicyTellsWhatItWasAndWhatItIs() {
        fixture.ttlIndex("ttl", "at", 60);
        AuditEntry made = last();
        assertEquals(Action.POLICY, made.action());
        assertEquals("never", made.before());
        assertEquals("at + 60 s", made.after());
        assertEquals(START, made.at());
        assertEquals(NAME, made.collection());
        assertEquals(new Actor("test", ""), made.actor());
        fixture.advance(Duration.ofSeconds(5));
        new Actor("admin", "ada").run(() -> fixture.setSeconds("ttl", 10));
        AuditEntry changed = last();
        assertEquals("at + 60 s", changed.before());
        assertEquals("at + 10 s", changed.after());
        assertEquals(START + 5_000, changed.at());
        assertEquals(new Actor("admin", "ada"), changed.actor());
        fixture.change(policy -> policy.withGrace(1_500));
        assertEquals("at + 10 s, grace 1.5 s", last().after());
        fixture.collection().definition().dropIndex("ttl");
        assertEquals("at + 10 s, grace 1.5 s", last().before());
        assertEquals("never, grace 1.5 s", last().after());
    }

    @Test
    void whatChangesNothingLeavesNothing() {
        fixture.ttlIndex("ttl", "at", 60);
        int before = entries().size();
        fixture.setSeconds("ttl", 60);
        fixture.index("plain", "a");
        fixture.put(1, "{}");
        assertEquals(before, entries().size());
    }

    @Test
    void holdsRestoresPurgesAndUndoesLeaveEntries() {
        fixture.ttlIndex("ttl", "at", 100_000);
        fixture.put(1, at(START));
        fixture.put(2, at(START));
        fixture.collection().hiddenDocuments().hold("case 7", key(1), "court");
        assertEquals(Action.HELD, last().action());
        assertEquals("case 7 on " + AuditLog.nameOf(NAME, key(1)) + ": court", last().note());
        fixture.setSeconds("ttl", 1);
        fixture.advance(Duration.ofSeconds(2));
        fixture.collection().hiddenDocuments().release("case 7");
        assertEquals(Action.RELEASED, last().action());
        fixture.collection().hiddenDocuments().purge(List.of(key(2)));
        assertEquals(Action.PURGED, last().action());
        assertEquals("keys: 1", last().note());
        fixture.collection().definition().undo();
        assertEquals(Action.UNDONE, last().action());
        assertEquals("documents brought back: 1, taken: 0", last().note());
        fixture.put(3, "{}", new Lifetime.For(1));
        fixture.collection()
                .definition()
                .createIndex(EngineFixture.request(
                        "ts", false, new IndexRequest.TtlRule.OverModified(OptionalLong.empty()), "_ts"));
        fixture.change(policy -> policy.withGrace(60_000));
        fixture.advance(Duration.ofSeconds(2));
        fixture.collection().hiddenDocuments().restore(key(3), new Lifetime.For(60));
        assertEquals(Action.RESTORED, last().action());
        assertEquals(AuditLog.nameOf(NAME, key(3)) + ", for 60 s", last().note());
    }

    @Test
    void noEntryHoldsTheKeyOfADocument() {
        fixture.collection().hiddenDocuments().hold("h", key(77), "");
        assertTrue(last().note().startsWith("h on document sha256:"), last().note());
        assertFalse(last().note().contains("77,"));
    }

    @Test
    void collectionsComeAndGo() {
        assertEquals(Action.CREATED, entries().getFirst().action());
        fixture.put(1, "{}");
        CollectionName other = new CollectionName("test", "db", "other");
        fixture.engine().catalog().rename(NAME, other, false);
        assertEquals(Action.RENAMED, last().action());
        assertEquals("was " + NAME, last().note());
        new Actor("n1ql", "bob").run(() -> fixture.engine().catalog().drop(other));
        assertEquals(Action.DROPPED, last().action());
        assertEquals("documents: 1", last().note());
        assertEquals("bob", last().actor().who());
    }

    @Test
    void entriesSurviveARestartAndAreReadPageByPage() {
        fixture.ttlIndex("ttl", "at", 60);
        for (int seconds = 1; seconds <= 5; seconds++) {
            fixture.setSeconds("ttl", seconds);
        }
        List<AuditEntry> all = entries();
        assertEquals(7, all.size());
        fixture.restart();
        assertEquals(all, entries());
        List<AuditEntry> first = fixture.engine().audit().read(0, 3, null);
        List<AuditEntry> rest = fixture.engine().audit().read(first.getLast().position(), 100, null);
        assertEquals(all.subList(0, 3), first);
        assertEquals(all.subList(3, 7), rest);
        List<AuditEntry> newest = fixture.engine().audit().readBack(Long.MAX_VALUE, 3, null);
        assertEquals(all.subList(4, 7).reversed(), newest);
        List<AuditEntry> older =
                fixture.engine().audit().readBack(newest.getLast().position(), 100, null);
        assertEquals(all.subList(0, 4).reversed(), older);
        CollectionName other = new CollectionName("test", "db", "other");
        assertEquals(List.of(), fixture.engine().audit().read(0, 10, other));
    }
}
