package dev.mayfly.engine.change;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.BsonEncoding;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.TestShards;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.check.CheckFinding;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

class HistoryTest {
    private static final Duration RETENTION = Duration.ofHours(24);
    private static final long ENOUGH_NANOS = Duration.ofSeconds(30).toNanos();
    private static final ChangeScope ALL = new ChangeScope("test", null, null);
    private static final ChangeScope ONE = new ChangeScope("test", "db", "c");

    private final EngineFixture fixture = new EngineFixture(
            new MemoryStore(),
            EngineSettings.DEFAULTS.withHistory(
                    HistorySettings.of("test", ChangeEncoder.of(HistoryTest::note), RETENTION)));

    @AfterEach
    void close() {
        fixture.close();
    }

    private static byte @Nullable [] note(CollectionRecord record, Change change) {
        return record.name().collection().equals("unseen") ? null : note(change);
    }

    private static byte[] note(Change change) {
        return text(change).getBytes(StandardCharsets.UTF_8);
    }

    private static String text(Change change) {
        return switch (change) {
            case Change.Inserted inserted -> "insert " + json(inserted.after());
            case Change.Replaced replaced -> "replace " + json(replaced.before()) + " by " + json(replaced.after());
            case Change.Modified modified -> "modify " + json(modified.before()) + " to " + json(modified.after());
            case Change.Removed removed -> "remove " + json(removed.before());
            case Change.Expired expired -> "expire " + json(expired.before());
            case Change.BroughtBack back -> "bring back " + json(back.after());
            case Change.Created _ -> "create";
            case Change.Dropped _ -> "drop";
            case Change.Renamed renamed -> "rename to " + renamed.to().collection();
            case Change.DatabaseDropped _ -> "drop the database";
            case Change.Told _ -> "tell";
        };
    }

    private static String json(byte[] body) {
        return BsonEncoding.decode(body).toJson();
    }

    private History history() {
        return fixture.engine().history();
    }

    private ChangeCursor follow(ChangeScope scope) {
        return history().follow(scope, ChangePosition.at(history().now() + 1));
    }

    private static List<String> drain(ChangeCursor cursor) {
        List<String> seen = new ArrayList<>();
        for (ChangeEntry entry = cursor.next(); entry != null; entry = cursor.next()) {
            String note = new String(entry.note(), StandardCharsets.UTF_8);
            seen.add(note.isEmpty() ? entry.kind().name() : note);
        }
        return seen;
    }

    @Test
    void whatTheFaceWantsNobodyToKnowIsNotInTheHistory() {
        try (ChangeCursor cursor = follow(ALL)) {
            CollectionName unseen = new CollectionName("test", "db", "unseen");
            Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                    DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE);
            Collection collection = fixture.engine().catalog().create(unseen, options);
            collection.write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{}"));
            fixture.engine().catalog().drop(unseen);
            fixture.create();
            assertEquals(List.of("create"), drain(cursor));
        }
    }

    @Test
    void everyWriteIsInTheHistoryOnceAndInOrder() {
        fixture.create();
        try (ChangeCursor cursor = follow(ONE)) {
            fixture.put(1, "{\"a\": 1}");
            fixture.put(1, "{\"a\": 2}");
            fixture.collection().write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> {
                Decision.Put put = EngineFixture.body("{\"a\": 3}");
                return new Decision.Put(put.body(), put.lifetime(), put.face(), () -> new byte[0]);
            });
            fixture.delete(1);
            fixture.delete(1);
            assertEquals(
                    List.of(
                            "insert {\"a\": 1}",
                            "replace {\"a\": 1} by {\"a\": 2}",
                            "modify {\"a\": 2} to {\"a\": 3}",
                            "remove {\"a\": 3}"),
                    drain(cursor));
            assertEquals(List.of(), drain(cursor));
        }
    }

    @Test
    @Tag("unsharded")
    void writesOfOneBatchStandInTheirOrder() {
        fixture.create();
        try (ChangeCursor cursor = follow(ONE)) {
            List<WriteRequest> requests = new ArrayList<>();
            List<String> expected = new ArrayList<>();
            for (int id = 0; id < 2500; id++) {
                String json = "{\"a\": " + id + "}";
                requests.add(new WriteRequest(EngineFixture.key(2500 - id), (_, _) -> EngineFixture.body(json)));
                expected.add("insert " + json);
            }
            fixture.collection().writeAll(requests, true, Durability.LOGGED);
            assertEquals(expected, drain(cursor));
        }
    }

    @Test
    void expiryIsInTheHistoryOnceWithItsReason() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        int queue = fixture.collection().record().index("ttl").orElseThrow().id();
        long date = fixture.now();
        fixture.put(1, EngineFixture.at(date));
        try (ChangeCursor cursor = follow(ONE)) {
            fixture.advance(Duration.ofSeconds(20));
            ChangeEntry entry = cursor.next();
            assertNotNull(entry);
            assertEquals(new ChangeEntry.Expiry(queue, date + 10_000), entry.expiry());
            assertEquals(EngineFixture.key(1), entry.key());
            fixture.advance(Duration.ofHours(2));
            assertEquals(0, fixture.stored());
            assertEquals(List.of(), drain(cursor));
        }
    }

    @Test
    void aWriteOverAHiddenDocumentTellsOfItsExpiryFirst() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 10);
        fixture.put(1, EngineFixture.at(fixture.now(), "\"n\": 1"));
        try (ChangeCursor cursor = follow(ONE)) {
            fixture.engine().sweeper().pause();
            fixture.advance(Duration.ofSeconds(20));
            fixture.put(1, "{\"n\": 2}");
            List<String> seen = drain(cursor);
            assertEquals(2, seen.size());
            assertTrue(seen.get(0).startsWith("expire"), seen::toString);
            assertEquals("insert {\"n\": 2}", seen.get(1));
        }
    }

    @Test
    void whatAChangeOfPolicyHidAndBroughtBackIsTold() {
        fixture.create();
        fixture.ttlIndex("ttl", "at", 1_000_000);
        fixture.put(1, EngineFixture.at(fixture.now()));
        fixture.put(2, EngineFixture.at(fixture.now()));
        try (ChangeCursor cursor = follow(ONE)) {
            fixture.advance(Duration.ofSeconds(20));
            fixture.setSeconds("ttl", 1);
            fixture.sweep();
            List<String> hidden = drain(cursor);
            assertEquals(2, hidden.size());
            assertTrue(hidden.stream().allMatch(note -> note.startsWith("expire")), hidden::toString);
            fixture.setSeconds("ttl", 1_000_000);
            fixture.delete(1);
            fixture.sweep();
            List<String> back = drain(cursor);
            assertEquals(3, back.size(), back::toString);
            assertTrue(back.get(0).startsWith("bring back"), back::toString);
            assertTrue(back.get(1).startsWith("remove"), back::toString);
            assertTrue(back.get(2).startsWith("bring back"), back::toString);
        }
    }

    @Test
    void aReaderGoesOnWhereItStoppedAfterARestart() {
        fixture.create();
        fixture.put(1, "{\"a\": 1}");
        ChangePosition position;
        try (ChangeCursor cursor =
                history().follow(ALL, ChangePosition.at(history().earliest("test")))) {
            assertEquals(List.of("create", "insert {\"a\": 1}"), drain(cursor));
            position = cursor.position();
        }
        fixture.put(2, "{\"a\": 2}");
        fixture.restart();
        fixture.put(3, "{\"a\": 3}");
        try (ChangeCursor cursor = history().follow(ALL, position)) {
            assertEquals(List.of("insert {\"a\": 2}", "insert {\"a\": 3}"), drain(cursor));
        }
    }

    @Test
    void collectionsAreReadInOneOrderAndADroppedOneStillTells() {
        fixture.create();
        CollectionName other = new CollectionName("test", "db", "d");
        Collection second = fixture.engine()
                .catalog()
                .create(
                        other,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
        ChangePosition from = ChangePosition.at(history().now() + 1);
        fixture.put(1, "{\"a\": 1}");
        second.write(EngineFixture.key(1), Durability.LOGGED, (_, _) -> EngineFixture.body("{\"b\": 1}"));
        fixture.put(2, "{\"a\": 2}");
        fixture.engine().catalog().drop(other);
        CollectionName renamed = new CollectionName("test", "db", "e");
        fixture.engine().catalog().rename(EngineFixture.NAME, renamed, false);
        fixture.engine().catalog().dropDatabase("test", "db");
        List<String> all = List.of(
                "insert {\"a\": 1}",
                "insert {\"b\": 1}",
                "insert {\"a\": 2}",
                "drop",
                "rename to e",
                "drop",
                "DATABASE_DROPPED");
        for (int start = 0; start < 2; start++) {
            try (ChangeCursor cursor = history().follow(ALL, from)) {
                assertEquals(all, drain(cursor));
            }
            try (ChangeCursor cursor = history().follow(ONE, from)) {
                assertEquals(
                        List.of("insert {\"a\": 1}", "insert {\"a\": 2}", "rename to e", "DATABASE_DROPPED"),
                        drain(cursor));
            }
            fixture.restart();
        }
    }

    @Test
    void whatIsOlderThanTheRetentionIsGoneAndAskingForItIsRefused() {
        fixture.create();
        ChangePosition from = ChangePosition.at(history().earliest("test"));
        fixture.put(1, "{\"a\": 1}");
        int partition = fixture.collection().record().id();
        fixture.engine().catalog().drop(EngineFixture.NAME);
        fixture.create();
        fixture.put(1, "{\"a\": 2}");
        fixture.advance(RETENTION.minusHours(1));
        fixture.put(2, "{\"a\": 3}");
        try (ChangeCursor cursor = history().follow(ONE, from)) {
            assertEquals(6, drain(cursor).size());
        }
        fixture.advance(Duration.ofHours(2));
        EngineException lost =
                assertThrows(EngineException.class, () -> history().follow(ONE, from));
        assertInstanceOf(EngineError.HistoryLost.class, lost.error());
        try (ChangeCursor cursor =
                history().follow(ONE, ChangePosition.at(history().earliest("test")))) {
            assertEquals(List.of("insert {\"a\": 3}"), drain(cursor));
        }
        assertEquals(0, entries(partition));
        assertEquals(1, entries(fixture.collection().record().id()));
    }

    private int entries(int partition) {
        int count = 0;
        for (Partition shard : CollectionStorage.partitions(partition, TestShards.NUMBER)) {
            try (var cursor =
                    fixture.store().scan(shard, Space.CHANGE, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                while (cursor.next()) {
                    count++;
                }
            }
        }
        return count;
    }

    @Test
    void aReaderThatWaitsIsWokenByTheNextChange() throws InterruptedException {
        fixture.create();
        try (ChangeCursor cursor = follow(ONE)) {
            assertEquals(0, cursor.await(0));
            CountDownLatch begun = new CountDownLatch(1);
            List<String> seen = new ArrayList<>();
            Thread reader = Thread.ofVirtual().start(() -> {
                begun.countDown();
                if (cursor.await(ENOUGH_NANOS) > 0) {
                    seen.addAll(drain(cursor));
                }
            });
            begun.await();
            fixture.put(1, "{\"a\": 1}");
            reader.join();
            assertEquals(List.of("insert {\"a\": 1}"), seen);
        }
    }

    @Test
    void aCheckFindsNothingWrong() {
        fixture.create();
        fixture.put(1, "{\"a\": 1}");
        assertTrue(EngineCheck.check(fixture.engine()).isClean());
        byte[] key = ChangeCodec.keyOf(ChangePosition.at(history().now()));
        EngineFixture.committer(fixture.collection()).write(CommitRetry.batch().put(Space.CHANGE, key, new byte[30]));
        assertEquals(
                CheckFinding.Kind.CHANGE_DAMAGED,
                EngineCheck.check(fixture.engine()).findings().getFirst().kind());
    }
}
