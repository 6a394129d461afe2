package dev.mayfly.engine;

import static dev.mayfly.engine.SimulationWrite.versionOf;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.sweep.SweepSettings;
import dev.mayfly.engine.sweep.Sweeper;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.random.RandomGenerator;

/** One seeded run of sweeper, clock guard, changes of policy and writers over a store that fails. */
final class SimulationRun implements AutoCloseable {
    /*
     * The fault model. Any read may fail. Any commit may fail and have written nothing, may answer that it cannot tell
     * and have written or not, and a conditional one may answer that its expectations are broken. Between any two reads
     * that are made without the latch somebody else may write, change the policy, pause the sweeper or move the wall.
     *
     * Not so for the rest of a step in which a suspicion ends: what the engine cannot write down about it then, it
     * writes down later, and keeps what a change hid for so much longer; the model would not know for how long.
     *
     * There is one thread. What happens between two reads of a call happens inside the read, so the order in which
     * calls return is the order of their commits, and the model takes them in that order.
     */
    private static final int KEYS = 8;
    private static final Duration CHANGE_GRACE = Duration.ofSeconds(60);
    private static final Duration LONG_ENOUGH = Duration.ofSeconds(400);
    private static final List<Long> SECONDS = List.of(0L, 1L, 10L, 60L, 300L, 3_000_000L);

    private final RandomGenerator random;
    private final SimulationFaults faults;
    private final FaultyStore store;
    private final EngineFixture fixture;
    private final SimulationClock clock;
    private final ExpiryModel model;
    private final SimulationAnnouncements announcements;
    private final RecencyFollower follower = new RecencyFollower();
    private final List<String> story = new ArrayList<>();
    private boolean intruding;
    private int intrusions;

    /** The latest time that was trusted; what is dead was so by then. */
    private long trusted;

    SimulationRun(RandomGenerator random) {
        this.random = random;
        this.faults = new SimulationFaults(random);
        this.store = new FaultyStore(new MemoryStore(), _ -> intrude());
        this.fixture = new EngineFixture(
                store,
                EngineSettings.DEFAULTS
                        .withChangeGrace(CHANGE_GRACE)
                        .withEvents(EventSettings.DEFAULTS.retaining(Duration.ofDays(100_000)))
                        .withHistory(SimulationHistory.settings(random))
                        .withSweep(new SweepSettings(1 + random.nextInt(4), 20_000, Duration.ofMillis(100))));
        this.clock = new SimulationClock(random, fixture, faults, this::say);
        ModelPolicy policy = new ModelPolicy(List.of(new ModelPolicy.Rule.Modified(60L)), 0, false, false);
        this.model = new ExpiryModel(BaseInstant.MODIFIED, policy, CHANGE_GRACE.toMillis());
        this.announcements =
                new SimulationAnnouncements(model, () -> fixture.guard().guardedMillis());
        fixture.create(BaseInstant.MODIFIED, List.of(QueueIds.INHERIT, QueueIds.FOR), toEngine(policy));
        fixture.index("a", "a");
        fixture.collection().definition().createIndex(ModelIndexes.U_UNIQUE.request(0, false));
        fixture.setSuspicionEnd(this::suspicionEnded);
        fixture.engine().addListener(announcements);
        store.plan((call, nth) -> intruding ? null : faults.faultOf(call, nth));
    }

    private static Policy toEngine(ModelPolicy policy) {
        List<Rule> rules = new ArrayList<>();
        for (ModelPolicy.Rule rule : policy.rules()) {
            Long seconds = ((ModelPolicy.Rule.Modified) rule).seconds();
            rules.add(
                    seconds == null
                            ? new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0)
                            : new Rule.Modified(Rule.Modified.Kind.AFTER, seconds));
        }
        return new Policy(
                rules,
                policy.grace(),
                policy.lazy() ? Policy.Visibility.LAZY : Policy.Visibility.EXACT,
                policy.masked());
    }

    private void suspicionEnded(long instant) {
        faults.forbid();
        model.endSuspicion(instant);
    }

    private void say(String what) {
        story.add(fixture.now() - EngineFixture.START + ": " + what);
    }

    /** Does one thing, and compares everything. */
    void step() {
        faults.allow();
        try {
            act();
        } catch (EngineException failure) {
            boolean expected = failure.error() instanceof EngineError.StoreUnavailable
                    || (failure.error() instanceof EngineError.TooManyGraves
                            && fixture.engine().sweeper().isForbidden());
            if (!expected) {
                throw failure;
            }
            say("failed: " + failure.error());
        } finally {
            faults.forbid();
        }
        compare();
    }

    private void act() {
        switch (random.nextInt(20)) {
            case 0, 1, 2, 3, 4, 5, 6 -> write();
            case 7, 8, 9 -> clock.advance();
            case 10 -> advanceToDeadline();
            case 11, 12 -> changePolicy();
            case 13, 14 -> sweep();
            case 15 -> pauseOrResume();
            case 16 -> clock.step();
            case 17 -> clock.jumpOrReturn();
            case 18 -> tick();
            default -> restart();
        }
    }

    /** What others do in the middle of a call. */
    private void intrude() {
        boolean latched = fixture.engine().catalog().all().stream()
                .anyMatch(collection ->
                        collection.parts().shards().all().stream().anyMatch(CollectionCommitter::isLatched));
        if (intruding || latched) {
            return;
        }
        intruding = true;
        intrusions++;
        try {
            say("meanwhile");
            switch (random.nextInt(8)) {
                case 0, 1, 2, 3 -> write();
                case 4 -> changePolicy();
                case 5 -> clock.step();
                case 6 -> clock.jump();
                default -> pauseOrResume();
            }
        } finally {
            intruding = false;
        }
    }

    private void write() {
        SimulationWrite write = new SimulationWrite(random, KEYS);
        say(write.toString());
        int before = intrusions;
        WriteOutcome outcome = fixture.collection().write(EngineFixture.key(write.key()), Durability.LOGGED, write);
        ModelDocument written = write.apply(outcome, model, before == intrusions);
        if (written != null) {
            say("stored " + written.version);
            announcements.wrote(written);
        }
    }

    private void changePolicy() {
        ModelPolicy next = anyPolicy(model.current);
        say("change to " + next);
        fixture.change(_ -> toEngine(next));
        model.change(next, fixture.guard().guardedMillis(), fixture.guard().isSuspect());
    }

    private ModelPolicy anyPolicy(ModelPolicy was) {
        return switch (random.nextInt(8)) {
            case 0 -> new ModelPolicy(was.rules(), random.nextInt(3) * 20_000L, was.lazy(), was.masked());
            case 1 -> new ModelPolicy(was.rules(), was.grace(), random.nextInt(3) == 0, was.masked());
            case 2 -> new ModelPolicy(was.rules(), was.grace(), was.lazy(), random.nextInt(3) == 0);
            case 3 -> was.withRules(List.of(new ModelPolicy.Rule.Modified(null)));
            case 4 -> was.withRules(List.of());
            default ->
                was.withRules(List.of(new ModelPolicy.Rule.Modified(SECONDS.get(random.nextInt(SECONDS.size())))));
        };
    }

    private void tick() {
        say("tick");
        long version = fixture.collection().record().policy().tick().version();
        fixture.collection().definition().tick();
        if (fixture.collection().record().policy().tick().version() != version) {
            model.tick(fixture.collection().record().policy().tick().instant());
        }
    }

    private void sweep() {
        say("sweep");
        fixture.sweep();
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

    private void advanceToDeadline() {
        List<ModelDocument> all = List.copyOf(model.documents.values());
        if (!all.isEmpty()) {
            var deadline = model.current.deadline(all.get(random.nextInt(all.size())), model.base);
            long wait = deadline == null ? 0 : deadline.longValue() - fixture.now();
            if (wait > 0 && wait < 200_000) {
                clock.advance(wait);
            }
        }
    }

    private void restart() {
        say("restart");
        faults.forbid();
        long before = fixture.guard().guardedMillis();
        fixture.restart();
        fixture.engine().addListener(announcements);
        if (!fixture.guard().isSuspect()) {
            model.endSuspicion(fixture.guard().guardedMillis());
        }
        long lost = before - fixture.guard().guardedMillis();
        // While suspect the mark is frozen, so a restart forgets what passed since; no change is dated in there. A
        // moment later the guard has a mark of its own.
        fixture.advance(Duration.ofMillis(Math.max(0, lost) + 1));
        fixture.guard().saveMark();
    }

    /** Nothing hidden is shown, nothing that is not dead is gone, and everything fits together. */
    private void compare() {
        long now = fixture.now();
        trusted = Math.max(trusted, fixture.guard().guardedMillis());
        ReadView reading = fixture.collection().reading();
        for (int key = 0; key < KEYS; key++) {
            compare(key, reading, now);
        }
        assertEquals(model.live(now).size(), fixture.collection().count(reading), "count");
        announcements.compare(fixture.engine().events());
        follower.follow(fixture.collection(), reading);
        for (ModelDocument document : model.documents.values()) {
            follower.expect(EngineFixture.key(document.key), document.version, model.isHidden(document, now));
        }
        CheckReport report = EngineCheck.check(fixture.engine());
        assertTrue(report.isClean(), () -> "findings: " + report.findings());
    }

    private void compare(int key, ReadView reading, long now) {
        ModelDocument expected = model.documents.get(key);
        Document found = fixture.collection().get(reading, EngineFixture.key(key));
        assertEquals(versionOf(model.live(key, now)), versionOf(found), () -> "get " + key + ": " + expected);
        boolean stored = fixture.collection().explain(EngineFixture.key(key)) != null;
        if (expected == null) {
            assertTrue(!stored, () -> "nothing has key " + key);
        } else if (!stored) {
            assertTrue(model.isDead(expected, trusted), () -> "destroyed before it was dead: " + expected);
            assertTrue(announcements.has(expected), () -> "destroyed without an announcement: " + expected);
        }
    }

    /** Once nothing fails any more, everything dead is destroyed, and nothing else. */
    void settle() {
        say("settle");
        fixture.guard().confirm();
        fixture.engine().sweeper().resume();
        fixture.advance(LONG_ENOUGH);
        fixture.sweep();
        compare();
        for (ModelDocument document : model.documents.values()) {
            boolean stored = fixture.collection().explain(EngineFixture.key(document.key)) != null;
            assertEquals(!model.isDead(document, trusted), stored, () -> "swept: " + document);
        }
        assertTrue(fixture.collection().record().policy().graves().isEmpty(), "graves are left");
        Set<DocumentKey> live = new HashSet<>();
        for (int key = 0; key < KEYS; key++) {
            if (fixture.isLive(key)) {
                live.add(EngineFixture.key(key));
            }
        }
        SimulationHistory.compare(fixture.engine(), fixture.collection(), live);
    }

    /** All that happened; the same for the same seed. */
    String story() {
        return String.join("\n", story) + "\n" + model.documents.values() + "\nfaults " + store.faults();
    }

    @Override
    public void close() {
        faults.forbid();
        fixture.close();
    }
}
