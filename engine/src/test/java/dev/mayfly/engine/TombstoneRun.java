package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.ChangeKeeping;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.engine.sweep.Sweeper;
import dev.mayfly.engine.write.KeyStateDecider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** Takes the steps of one history in a collection that keeps tombstones, and in a map, side by side. */
final class TombstoneRun implements AutoCloseable {
    /*
     * The map knows of each key what was last written there, live or gone. Nothing is ever taken out of it; what has
     * expired, and what is past, is judged when it is asked.
     */
    private static final int KEYS = 8;
    private static final int UNIQUE_VALUES = 4;
    private static final List<Long> KEEPS = List.of(1_000L, 20_000L, 100_000L);
    private static final List<Long> ADVANCES = List.of(1L, 400L, 1_000L, 5_000L, 20_000L, 60_000L);
    private static final List<SweepPace> PACES =
            List.of(SweepPace.NEVER, SweepPace.WHEN_DUE, SweepPace.every(30_000), SweepPace.every(1_000));

    private static final FaceForms FORMS = new FaceForms() {
        @Override
        public Predicate<View> filter(byte[] partial) {
            throw new IllegalStateException("there are no partial filters here");
        }

        @Override
        public byte[] tombstone(Stamp stamp, Tombstone.Cause cause) {
            return left(stamp.face(), cause);
        }
    };

    /** What was last written to a key. */
    private record Last(
            long until,
            byte[] face,
            @Nullable Integer unique,
            @Nullable Gone gone) {
        boolean isLive(long now) {
            return gone == null && until > now;
        }

        /** How it went, if it is not live. */
        Gone end() {
            return gone == null ? new Gone(until, Tombstone.Cause.EXPIRED, left(face, Tombstone.Cause.EXPIRED)) : gone;
        }
    }

    private record Gone(long at, Tombstone.Cause cause, byte[] face) {}

    private final RandomGenerator random;
    private final EngineFixture fixture;
    private final Map<Integer, Last> model = new TreeMap<>();
    private final List<String> log = new ArrayList<>();
    private long kept = KEEPS.getLast();
    private int writes;
    private final SequenceFollower follower = new SequenceFollower();

    TombstoneRun(ModelStores stores, RandomGenerator random) {
        this.random = random;
        this.fixture = new EngineFixture(
                stores.open(),
                EngineSettings.DEFAULTS
                        .withForms("test", FORMS)
                        .withSweep(new SweepSettings(2, 1_000, Duration.ofMillis(100))),
                EngineFixture.START,
                stores::reopen);
        Catalog.CollectionOptions options = new Catalog.CollectionOptions(
                DocumentFormat.ANY,
                BaseInstant.MODIFIED,
                new byte[0],
                List.of(QueueIds.UNTIL),
                Policy.NONE.withRules(List.of(new Rule.Absolute())));
        fixture.engine().catalog().create(EngineFixture.NAME, options.keeping(ChangeKeeping.tombstones(kept)));
        if (TestShards.NUMBER == 1) {
            fixture.uniqueIndex("u", "u");
        }
    }

    private static byte[] left(byte[] face, Tombstone.Cause cause) {
        byte[] left = face.clone();
        left[0] = (byte) (left[0] + (cause == Tombstone.Cause.EXPIRED ? 1 : 2));
        return left;
    }

    private long now() {
        return fixture.now();
    }

    private <T> T one(List<T> all) {
        return all.get(random.nextInt(all.size()));
    }

    private void say(String what) {
        log.add(now() - EngineFixture.START + ": " + what);
    }

    String story() {
        return String.join("\n", log);
    }

    void take() {
        int key = random.nextInt(KEYS);
        switch (random.nextInt(18)) {
            case 0, 1, 2, 3 -> put(key);
            case 4, 5 -> remove(key);
            case 6 -> bury(key);
            case 7 -> reclaim(key);
            case 8, 9 -> advance(one(ADVANCES));
            case 10 -> advanceToAnEnd(key);
            case 11 -> pauseOrResume();
            case 12 -> keep(one(KEEPS));
            case 13 -> pace(one(PACES));
            case 14 -> restart();
            case 15 -> follow();
            case 16 -> putTogether();
            default -> compact();
        }
    }

    private void put(int key) {
        long until = random.nextInt(3) == 0 ? Long.MAX_VALUE : now() + random.nextInt(30_000) - 2_000;
        Integer unique = random.nextInt(3) == 0 ? random.nextInt(UNIQUE_VALUES) : null;
        byte[] face = {(byte) ++writes, (byte) key};
        say("put " + key + " until " + (until - EngineFixture.START) + " u " + unique);
        Lifetime lifetime = until == Long.MAX_VALUE ? Lifetime.FOREVER : new Lifetime.Until(until);
        String body = unique == null ? "{\"u\": \"" + writes + "\"}" : "{\"u\": " + unique + "}";
        Decision.Put wanted = new Decision.Put(body.getBytes(StandardCharsets.UTF_8), lifetime, face);
        KeyStateDecider decider = (state, _) -> {
            compare(key, state);
            return wanted;
        };
        WriteOutcome outcome = fixture.collection().write(key(key), Durability.LOGGED, decider);
        List<Integer> rivals = unique == null ? List.of() : holders(unique, key);
        if (outcome instanceof WriteOutcome.DuplicateValue) {
            assertTrue(rivals.stream().anyMatch(rival -> isLive(rival)), "nobody has the value");
        } else {
            assertTrue(rivals.stream().noneMatch(rival -> isLive(rival)), "somebody has the value");
            rivals.forEach(this::giveUpValue);
            model.put(key, new Last(until, face, unique, null));
        }
    }

    private boolean isLive(int key) {
        Last last = model.get(key);
        return last != null && last.isLive(now());
    }

    private List<Integer> holders(int value, int butNot) {
        // Values are not unique across shards.
        return model.entrySet().stream()
                .filter(entry -> TestShards.NUMBER == 1 && entry.getKey() != butNot)
                .filter(entry -> Integer.valueOf(value).equals(entry.getValue().unique))
                .map(Map.Entry::getKey)
                .toList();
    }

    private void giveUpValue(int key) {
        Last last = model.get(key);
        assertNotNull(last);
        model.put(key, new Last(last.until, last.face, null, last.end()));
    }

    private void remove(int key) {
        say("remove " + key);
        Last last = model.get(key);
        boolean live = isLive(key);
        WriteOutcome outcome = fixture.collection().write(key(key), Durability.LOGGED, (_, _) -> Decision.REMOVE);
        assertEquals(live, outcome instanceof WriteOutcome.Removed, "removed");
        if (live && last != null) {
            Gone gone = new Gone(now(), Tombstone.Cause.REMOVED, left(last.face, Tombstone.Cause.REMOVED));
            model.put(key, new Last(last.until, last.face, null, gone));
        }
    }

    private void bury(int key) {
        say("bury " + key);
        Tombstone.Cause cause = one(List.of(Tombstone.Cause.values()));
        byte[] face = {(byte) ++writes, 2, 3};
        fixture.collection().write(key(key), Durability.LOGGED, (_, _) -> new Decision.Bury(cause, face));
        model.put(key, new Last(0, face, null, new Gone(now(), cause, face)));
    }

    private void reclaim(int key) {
        say("reclaim " + key);
        long before = fixture.collection().statistics().byAccess();
        boolean destroyed = fixture.collection().reclaim(key(key));
        assertTrue(!destroyed || !isLive(key), "a live document was destroyed");
        assertEquals(
                before + (destroyed ? 1 : 0), fixture.collection().statistics().byAccess());
    }

    private void advance(long millis) {
        say("advance " + millis);
        fixture.advance(Duration.ofMillis(millis));
    }

    /** To where something about the key changes, or a moment before. */
    private void advanceToAnEnd(int key) {
        Last last = model.get(key);
        if (last != null) {
            long end = last.isLive(now()) ? last.until : last.end().at + kept;
            long wait = end - now() - random.nextInt(2);
            if (wait > 0 && wait < 1_000_000) {
                advance(wait);
            }
        }
    }

    private void pauseOrResume() {
        Sweeper sweeper = fixture.engine().sweeper();
        say(sweeper.isPaused() ? "resume" : "pause");
        if (sweeper.isPaused()) {
            sweeper.resume();
        } else {
            sweeper.pause();
        }
    }

    /** What is past now does not come back, so it is forgotten before. */
    private void keep(long millis) {
        say("keep " + millis);
        model.values().removeIf(last -> !last.isLive(now()) && last.end().at + kept <= now());
        for (int key = 0; key < KEYS; key++) {
            if (!model.containsKey(key) && kept < millis) {
                // It may still stand, and be seen again.
                bury(key);
            }
        }
        fixture.collection().definition().keepTombstones(millis);
        kept = millis;
    }

    private void pace(SweepPace pace) {
        say("pace " + pace);
        fixture.collection().definition().changePace(pace);
    }

    private void restart() {
        say("restart");
        fixture.restart();
    }

    /** From now on, if it is not so already, and whatever was there before. */
    private void follow() {
        if (!fixture.engine().isShared()) {
            say("follow");
            fixture.collection().changeSequence().follow(SequenceFollower.SLOTS);
            fixture.collection().changeSequence().build();
        }
    }

    /** Several documents in one batch, which has one version. */
    private void putTogether() {
        List<WriteRequest> requests = new ArrayList<>();
        for (int key = 0; key < KEYS; key += 1 + random.nextInt(3)) {
            long until = now() + 500 + random.nextInt(20_000);
            byte[] face = {(byte) ++writes, (byte) key};
            byte[] body = ("{\"u\": \"" + writes + "\"}").getBytes(StandardCharsets.UTF_8);
            say("put together " + key + " until " + (until - EngineFixture.START));
            Decision.Put wanted = new Decision.Put(body, new Lifetime.Until(until), face);
            requests.add(new WriteRequest(key(key), (_, _) -> wanted));
            model.put(key, new Last(until, face, null, null));
        }
        fixture.collection().writeAll(requests, false, Durability.LOGGED);
    }

    private void compareFollower(boolean isSettled) {
        ChangeSequence sequence = fixture.collection().changeSequence();
        if (fixture.engine().isShared() || !sequence.isBuilt()) {
            return;
        }
        follower.catchUp(fixture.engine(), fixture.collection());
        model.forEach((key, last) -> {
            SequenceFollower.Told told = follower.of(key(key));
            boolean isPast = !last.isLive(now()) && last.end().at + kept <= now();
            if (last.isLive(now())) {
                assertNotNull(told, () -> key + " was not told");
                assertNull(told.gone(), () -> key + " was told to be gone");
                assertArrayEquals(last.face, told.face(), () -> "what was told of " + key);
            } else if (!isPast && (isSettled || last.gone != null)) {
                assertNotNull(told, () -> "the end of " + key + " was not told");
                assertEquals(last.end().cause, told.gone(), () -> "why " + key + " went, as told");
                assertArrayEquals(last.end().face, told.face(), () -> "what " + key + " left, as told");
            }
        });
    }

    private void compact() {
        say("compact");
        fixture.engine().compact(List.of(fixture.collection()));
    }

    /** Lets everything be destroyed and purged that may. */
    void settle() {
        say("settle");
        fixture.engine().sweeper().resume();
        pace(SweepPace.WHEN_DUE);
        advance(1_000);
        compact();
        ExpiryStatistics statistics = fixture.collection().statistics();
        long live = model.values().stream().filter(last -> last.isLive(now())).count();
        long gone = model.values().stream()
                .filter(last -> !last.isLive(now()) && last.end().at + kept > now())
                .count();
        assertEquals(live, statistics.live());
        assertEquals(live, statistics.stored());
        assertEquals(gone, statistics.tombstones());
        compareFollower(true);
    }

    void compare() {
        Collection collection = fixture.collection();
        ReadView reading = collection.reading();
        for (int key = 0; key < KEYS; key++) {
            compare(key, collection.stateOf(reading, key(key)));
        }
        long live = model.values().stream().filter(last -> last.isLive(now())).count();
        assertEquals(live, collection.count(reading));
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> "findings: " + report.findings());
        compareFollower(false);
    }

    private void compare(int key, KeyState state) {
        Last last = model.get(key);
        Document document = state.live();
        if (last != null && last.isLive(now())) {
            assertNotNull(document, () -> key + " is " + state);
            assertArrayEquals(last.face, document.face());
            return;
        }
        Tombstone tombstone = state.tombstone();
        boolean past = last == null || last.end().at + kept <= now();
        assertEquals(past, state instanceof KeyState.Nothing, () -> key + " is " + state);
        if (last != null && !past) {
            assertNotNull(tombstone);
            assertEquals(last.end().at, tombstone.goneAt(), () -> "when " + key + " went");
            assertEquals(last.end().cause, tombstone.cause(), () -> "why " + key + " went");
            assertArrayEquals(last.end().face, tombstone.face(), () -> "what " + key + " left");
        }
    }

    @Override
    public void close() {
        fixture.close();
    }
}
