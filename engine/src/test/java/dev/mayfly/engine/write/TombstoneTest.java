package dev.mayfly.engine.write;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertInstanceOf;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.memory.MemoryStore;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** What documents leave behind that are gone, and what of that is seen. */
class TombstoneTest {
    private static final Duration KEPT = Duration.ofHours(1);

    /** A face whose tombstones keep the first byte alone, one higher where the document had expired. */
    private static final FaceForms FORMS = new FaceForms() {
        @Override
        public Predicate<View> filter(byte[] partial) {
            throw new IllegalStateException("there are no partial filters here");
        }

        @Override
        public byte[] tombstone(Stamp stamp, Tombstone.Cause cause) {
            int first = stamp.face()[0] + (cause == Tombstone.Cause.EXPIRED ? 1 : 0);
            return new byte[] {(byte) first};
        }
    };

    private final EngineFixture fixture = new EngineFixture(
            new MemoryStore(),
            EngineSettings.DEFAULTS.withEvents(EventSettings.NONE).withForms("test", FORMS));

    TombstoneTest() {
        create(SweepPace.WHEN_DUE);
    }

    private void create(SweepPace pace) {
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.ANY,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
        fixture.engine()
                .catalog()
                .create(
                        EngineFixture.NAME,
                        options.keeping(ChangeKeeping.tombstones(KEPT.toMillis()))
                                .paced(pace));
    }

    private void createAnew(SweepPace pace) {
        fixture.engine().catalog().drop(EngineFixture.NAME);
        create(pace);
    }

    @AfterEach
    void close() {
        assertEquals(List.of(), EngineCheck.check(fixture.engine()).findings());
        fixture.close();
    }

    private Collection collection() {
        return fixture.collection();
    }

    private static Decision.Put put(Lifetime lifetime, int... face) {
        byte[] bytes = new byte[face.length];
        for (int index = 0; index < face.length; index++) {
            bytes[index] = (byte) face[index];
        }
        return new Decision.Put("\u0000anything".getBytes(StandardCharsets.UTF_8), lifetime, bytes);
    }

    private void write(int id, Decision decision) {
        collection().write(key(id), Durability.LOGGED, (_, _) -> decision);
    }

    private Lifetime in(Duration span) {
        return new Lifetime.Until(fixture.now() + span.toMillis());
    }

    private KeyState state(int id) {
        return collection().stateOf(collection().reading(), key(id));
    }

    private Tombstone buried(int id) {
        return assertInstanceOf(KeyState.Buried.class, state(id)).tombstone();
    }

    private long entries() {
        long entries = 0;
        for (Space space : new Space[] {Space.INDEX, Space.EXPIRY, Space.DOCUMENT}) {
            CollectionShards shards = EngineFixture.shards(collection());
            try (Cursor cursor = shards.reader()
                    .scan(shards.partition(), space, KeyRange.ALL, Direction.FORWARD, Reader.UNLIMITED)) {
                while (cursor.next()) {
                    entries++;
                }
            }
        }
        return entries;
    }

    @Test
    void whatIsRemovedLeavesATombstoneUntilItIsPast() {
        write(1, put(Lifetime.FOREVER, 7, 8));
        assertInstanceOf(KeyState.Live.class, state(1));
        long removedAt = fixture.now();
        write(1, Decision.REMOVE);
        Tombstone tombstone = buried(1);
        assertEquals(Tombstone.Cause.REMOVED, tombstone.cause());
        assertEquals(removedAt, tombstone.goneAt());
        assertEquals(fixture.engine().lastVersion(), tombstone.version());
        assertArrayEquals(new byte[] {7}, tombstone.face());
        assertEquals(1, collection().statistics().tombstones());
        fixture.advance(KEPT.minusMillis(1));
        buried(1);
        fixture.advance(Duration.ofMillis(1));
        assertInstanceOf(KeyState.Nothing.class, state(1));
        fixture.sweep();
        assertEquals(0, entries());
        assertEquals(0, collection().statistics().tombstones());
    }

    @Test
    void aDocumentThatHasExpiredLooksAlikeBeforeAndAfterItIsDestroyed() {
        fixture.engine().sweeper().pause();
        long deadline = fixture.now() + 10_000;
        write(1, put(new Lifetime.Until(deadline), 7, 8));
        fixture.advance(Duration.ofSeconds(15));
        assertNull(collection().get(collection().reading(), key(1)));
        Tombstone hidden = assertInstanceOf(KeyState.Hidden.class, state(1)).tombstone();
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        Tombstone buried = buried(1);
        for (Tombstone tombstone : List.of(hidden, buried)) {
            assertEquals(Tombstone.Cause.EXPIRED, tombstone.cause());
            assertEquals(deadline, tombstone.goneAt());
            assertArrayEquals(new byte[] {8}, tombstone.face());
        }
        assertEquals(0, collection().storedSize().documents());
    }

    @Test
    void whatIsHiddenForLongIsSeenNoMoreEvenIfItStillStands() {
        fixture.engine().sweeper().pause();
        write(1, put(in(Duration.ofSeconds(10)), 7));
        fixture.advance(KEPT.plusSeconds(10));
        assertInstanceOf(KeyState.Nothing.class, state(1));
        fixture.engine().sweeper().resume();
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, entries());
    }

    @Test
    void aDocumentTakesThePlaceOfATombstone() {
        write(1, put(Lifetime.FOREVER, 7));
        write(1, Decision.REMOVE);
        KeyStateDecider continues = (state, _) -> {
            Tombstone before = state.tombstone();
            assertNotNull(before);
            return put(Lifetime.FOREVER, before.face()[0] + 1);
        };
        collection().write(key(1), Durability.LOGGED, continues);
        Document document = collection().get(collection().reading(), key(1));
        assertNotNull(document);
        assertArrayEquals(new byte[] {8}, document.face());
        assertEquals(0, collection().statistics().tombstones());
        assertEquals(1, entries());
    }

    @Test
    void aBurialSaysWhatTheTombstoneKeepsWhateverWasThere() {
        fixture.engine().sweeper().pause();
        write(1, put(Lifetime.FOREVER, 7));
        write(2, put(in(Duration.ofSeconds(1)), 7));
        fixture.advance(Duration.ofSeconds(2));
        for (int id = 1; id <= 3; id++) {
            write(id, new Decision.Bury(Tombstone.Cause.EXPIRED, new byte[] {1, 2, 3}));
            fixture.advance(Duration.ofSeconds(1));
            write(id, new Decision.Bury(Tombstone.Cause.REMOVED, new byte[] {(byte) id}));
            assertArrayEquals(new byte[] {(byte) id}, buried(id).face());
            assertEquals(Tombstone.Cause.REMOVED, buried(id).cause());
            assertEquals(fixture.now(), buried(id).goneAt());
        }
        assertEquals(3, collection().statistics().tombstones());
        assertEquals(0, collection().storedSize().documents());
        assertEquals(1, fixture.destroyed);
        assertEquals(1, fixture.announced.size());
    }

    @Test
    void whoMeetsAnExpiredDocumentMayDestroyIt() {
        createAnew(SweepPace.NEVER);
        write(1, put(in(Duration.ofSeconds(1)), 7));
        write(2, put(Lifetime.FOREVER, 7));
        fixture.advance(Duration.ofSeconds(2));
        assertTrue(collection().reclaim(key(1)));
        assertFalse(collection().reclaim(key(1)));
        assertFalse(collection().reclaim(key(2)));
        assertFalse(collection().reclaim(key(3)));
        assertEquals(Tombstone.Cause.EXPIRED, buried(1).cause());
        assertEquals(1, collection().statistics().byAccess());
        assertEquals(0, collection().statistics().bySweeps());
        assertEquals(1, collection().statistics().live());
    }

    @Test
    void nobodyDestroysWhileSweepingIsForbidden() {
        fixture.engine().sweeper().pause();
        write(1, put(in(Duration.ofSeconds(1)), 7));
        fixture.advance(Duration.ofSeconds(2));
        assertFalse(collection().reclaim(key(1)));
        assertEquals(0, fixture.engine().sweeper().compact(EngineFixture.swept(collection())));
        assertInstanceOf(KeyState.Hidden.class, state(1));
    }

    @Test
    void aCollectionIsSweptAtItsPaceOrWhenAskedTo() {
        createAnew(SweepPace.every(600_000));
        write(1, put(in(Duration.ofSeconds(1)), 7));
        fixture.advance(Duration.ofSeconds(599));
        assertEquals(1, collection().statistics().stored());
        assertEquals(0, collection().statistics().live());
        assertEquals(0, collection().statistics().sweeps());
        assertEquals(
                0, collection().hiddenDocuments().totals(collection().reading()).deadDocuments());
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, collection().statistics().stored());
        assertEquals(1, collection().statistics().bySweeps());
        assertEquals(1, collection().statistics().sweeps());
        fixture.advance(Duration.ofSeconds(600));
        assertEquals(2, collection().statistics().sweeps());
        write(2, put(in(Duration.ofSeconds(1)), 7));
        fixture.advance(Duration.ofSeconds(2));
        assertEquals(1, fixture.engine().sweeper().compact(EngineFixture.swept(collection())));
        assertEquals(1, collection().statistics().byCompactions());
        collection().definition().changePace(SweepPace.NEVER);
        write(3, put(in(Duration.ofSeconds(1)), 7));
        fixture.advance(Duration.ofDays(1));
        fixture.restart();
        fixture.advance(Duration.ofDays(1));
        assertEquals(1, collection().statistics().stored());
        assertNull(collection().get(collection().reading(), key(3)));
        collection().definition().changePace(SweepPace.WHEN_DUE);
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, collection().statistics().stored());
        assertEquals(0, entries());
    }

    @Test
    void howLongTombstonesAreKeptCanBeChanged() {
        write(1, put(Lifetime.FOREVER, 7));
        write(1, Decision.REMOVE);
        collection().definition().keepTombstones(KEPT.toMillis() * 3);
        fixture.advance(KEPT.multipliedBy(2));
        fixture.restart();
        buried(1);
        collection().definition().keepTombstones(KEPT.toMillis());
        assertInstanceOf(KeyState.Nothing.class, state(1));
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, entries());
        collection().definition().keepTombstones(0);
        write(1, put(Lifetime.FOREVER, 7));
        write(1, Decision.REMOVE);
        write(1, new Decision.Bury(Tombstone.Cause.REMOVED, new byte[0]));
        assertEquals(0, entries());
    }

    @Test
    void allTombstonesCanBePurgedAtOnce() {
        for (int id = 0; id < 100; id++) {
            write(id, put(Lifetime.FOREVER, 7));
            write(id, Decision.REMOVE);
            fixture.advance(Duration.ofSeconds(1));
        }
        fixture.engine().sweeper().purge(EngineFixture.swept(collection()));
        assertEquals(0, entries());
        write(1, new Decision.Bury(Tombstone.Cause.REMOVED, new byte[0]));
        fixture.advance(KEPT.minusSeconds(1));
        buried(1);
        fixture.advance(Duration.ofSeconds(1));
        assertEquals(0, entries());
    }

    @Test
    void aReaderDestroysWhatHeMeets() {
        createAnew(SweepPace.NEVER);
        write(1, put(in(Duration.ofSeconds(1)), 7));
        write(2, put(Lifetime.FOREVER, 7));
        fixture.advance(Duration.ofSeconds(2));
        assertNull(collection().getOrReclaim(collection().reading(), key(1)));
        assertNotNull(collection().getOrReclaim(collection().reading(), key(2)));
        assertNull(collection().getOrReclaim(collection().reading(), key(3)));
        assertEquals(1, collection().storedSize().documents());
        assertEquals(1, collection().statistics().byAccess());
    }

    @Test
    void bytesOfAFaceMayBeMany() {
        byte[] many = new byte[100_000];
        Arrays.fill(many, (byte) 5);
        for (Lifetime lifetime : List.of(Lifetime.FOREVER, Lifetime.INHERIT, in(Duration.ofSeconds(1)))) {
            for (int length : new int[] {1, 254, 255, 256, 100_000}) {
                byte[] face = Arrays.copyOf(many, length);
                write(1, new Decision.Put(new byte[] {1, 2, 3}, lifetime, face));
                Document document = collection().get(collection().reading(), key(1));
                assertNotNull(document);
                assertArrayEquals(face, document.face());
                assertArrayEquals(new byte[] {1, 2, 3}, document.body());
                assertEquals(lifetime, document.stamp().lifetime());
            }
        }
    }
}
