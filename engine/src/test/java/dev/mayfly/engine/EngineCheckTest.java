package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.START;
import static dev.mayfly.engine.EngineFixture.at;
import static dev.mayfly.engine.EngineFixture.key;
import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.check.CheckFinding;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.ModifiedIndex;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("unsharded")
final class EngineCheckTest {
    private final EngineFixture fixture = new EngineFixture(new MemoryStore(), EngineSettings.DEFAULTS);
    private Partition partition = Partition.CATALOG;

    @BeforeEach
    void fill() {
        fixture.create();
        fixture.engine().sweeper().pause();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.index("a", "a");
        fixture.uniqueIndex("u", "u");
        for (int id = 0; id < 10; id++) {
            fixture.put(id, at(START + 1000L * id, "\"a\": [" + id + ", 7], \"u\": " + id));
        }
        partition = EngineFixture.committer(fixture.collection()).partition();
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    private CheckReport check() {
        return EngineCheck.check(fixture.engine());
    }

    private void write(WriteBatch batch) {
        fixture.store().commit(partition, batch, List.of(), Durability.LOGGED);
    }

    private List<byte[]> keys(Space space, int... prefix) {
        byte[] bytes = new byte[prefix.length];
        for (int index = 0; index < prefix.length; index++) {
            bytes[index] = (byte) prefix[index];
        }
        List<byte[]> keys = new ArrayList<>();
        try (Cursor cursor = fixture.store().scan(partition, space, KeyRange.prefix(bytes), Direction.FORWARD, 100)) {
            while (cursor.next()) {
                keys.add(cursor.key());
            }
        }
        return keys;
    }

    /** What is found, and found no more once it is repaired. */
    private Set<CheckFinding.Kind> found() {
        CheckReport report = check();
        assertFalse(report.isClean());
        CheckReport repaired = EngineCheck.repair(fixture.engine());
        assertTrue(repaired.findings().stream().allMatch(CheckFinding::healed), repaired.toString());
        assertTrue(check().isClean(), check().toString());
        assertEquals(10, fixture.count());
        return kinds(report);
    }

    private static Set<CheckFinding.Kind> kinds(CheckReport report) {
        return report.findings().stream().map(CheckFinding::kind).collect(Collectors.toSet());
    }

    @Test
    void whatTheEngineWroteFitsTogether() {
        CheckReport report = check();
        assertEquals(List.of(), report.findings());
        assertEquals(10, report.documents());
        assertEquals(49, report.indexEntries());
        assertEquals(10, report.queueEntries());
        fixture.delete(3);
        fixture.put(4, at(START, "\"a\": 4, \"u\": 4"));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(15));
        assertEquals(List.of(), check().findings());
        fixture.advance(Duration.ofHours(3));
        assertEquals(0, check().documents());
        assertEquals(List.of(), check().findings());
    }

    @Test
    void aLostIndexEntryIsWrittenAgain() {
        write(new WriteBatch()
                .delete(Space.INDEX, keys(Space.INDEX, 0, 0, 0, 17).getFirst()));
        assertEquals(Set.of(CheckFinding.Kind.INDEX_ENTRY_MISSING), found());
        assertEquals(10, fixture.scanIndex("a", Direction.FORWARD).size());
    }

    @Test
    void aLostEntryOfRecencyIsWrittenAgainInItsPlace() {
        List<byte[]> entries = keys(Space.INDEX, 0, 0, 0, Layout.RECENCY);
        write(new WriteBatch()
                .delete(Space.INDEX, entries.get(2))
                .put(Space.INDEX, entries.get(4), ModifiedIndex.value(0))
                .put(Space.INDEX, Layout.recencyKey(1, key(1)), ModifiedIndex.value(START)));
        assertEquals(
                Set.of(
                        CheckFinding.Kind.INDEX_ENTRY_MISSING,
                        CheckFinding.Kind.INDEX_ENTRY_WRONG,
                        CheckFinding.Kind.INDEX_ENTRY_ORPHANED),
                found());
        assertEquals(entries.size(), keys(Space.INDEX, 0, 0, 0, Layout.RECENCY).size());
    }

    @Test
    void anIndexEntryOfNobodyIsDeleted() {
        byte[] orphan = Layout.indexKey(17, new byte[] {50, 50}, key(99));
        write(new WriteBatch().put(Space.INDEX, orphan, entryOf(key(99))));
        byte[] unknown = Layout.indexKey(55, new byte[] {50, 50}, key(1));
        write(new WriteBatch().put(Space.INDEX, unknown, entryOf(key(1))));
        assertEquals(Set.of(CheckFinding.Kind.INDEX_ENTRY_ORPHANED), found());
    }

    private static byte[] entryOf(DocumentKey key) {
        return new IndexEntry(17, false, new byte[0]).storeValue(key);
    }

    @Test
    void aUniqueEntryThatNamesSomebodyElseIsPutRight() {
        byte[] entry = keys(Space.INDEX, 0, 0, 0, 18).getFirst();
        byte[] wrong = new IndexEntry(18, true, new byte[0]).storeValue(key(99));
        write(new WriteBatch().put(Space.INDEX, entry, wrong));
        assertTrue(found().contains(CheckFinding.Kind.INDEX_ENTRY_WRONG));
    }

    @Test
    void aLostQueueEntryIsWrittenAgainAndSwept() {
        write(new WriteBatch()
                .delete(Space.EXPIRY, keys(Space.EXPIRY, Layout.QUEUE).getFirst()));
        assertEquals(Set.of(CheckFinding.Kind.QUEUE_ENTRY_MISSING), found());
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofHours(2));
        assertEquals(0, fixture.stored());
    }

    @Test
    void aQueueEntryOfNobodyIsDeleted() {
        byte[] entry = keys(Space.EXPIRY, Layout.QUEUE).getFirst();
        byte[] value = fixture.store().get(partition, Space.EXPIRY, entry);
        byte[] elsewhere = Layout.queueKey(16, START + 1, key(3));
        write(new WriteBatch().put(Space.EXPIRY, elsewhere, requireNonNull(value)));
        assertEquals(Set.of(CheckFinding.Kind.QUEUE_ENTRY_ORPHANED), found());
    }

    @Test
    void anEntryBelowItsMarkIsSeenBySweepsAgain() {
        EngineFixture.committer(fixture.collection()).latched(() -> {
            EngineFixture.committer(fixture.collection()).marks().moved(16, Layout.queueHead(16, START + 5000));
            return true;
        });
        assertEquals(Set.of(CheckFinding.Kind.QUEUE_ENTRY_BELOW_MARK), found());
    }

    @Test
    void aRecordOfNobodyIsDeletedAndTotalsAreCountedAgain() {
        write(new WriteBatch().put(Space.EXPIRY, Layout.announcementKey(key(77), 5), new byte[28]));
        assertEquals(Set.of(CheckFinding.Kind.RECORD_ORPHANED, CheckFinding.Kind.TOTALS_WRONG), found());
    }

    @Test
    void aDamagedDocumentIsNamedAndLeftAlone() {
        byte[] document = keys(Space.DOCUMENT).getFirst();
        byte[] value = requireNonNull(fixture.store().get(partition, Space.DOCUMENT, document));
        byte[] damaged = value.clone();
        damaged[30] ^= 1;
        write(new WriteBatch().put(Space.DOCUMENT, document, damaged));
        CheckReport report = EngineCheck.repair(fixture.engine());
        assertEquals(Set.of(CheckFinding.Kind.DOCUMENT_DAMAGED), kinds(report));
        assertFalse(report.findings().getFirst().healed());
        assertFalse(check().isClean());
    }
}
