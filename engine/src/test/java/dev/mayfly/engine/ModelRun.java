package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** Takes the steps of one history in the engine and in the model side by side. */
final class ModelRun implements AutoCloseable, ExpiryListener {
    static final long CHANGE_GRACE = 60_000;
    static final int KEYS = 10;

    static final List<Long> SECONDS = List.of(0L, 1L, 5L, 30L, 100L, 1_000L, 3_000_000_000L, Long.MAX_VALUE / 500);
    private static final List<Long> GRACES = List.of(0L, 0L, 5_000L, 30_000L, 200_000L);
    private static final List<Long> ADVANCES =
            List.of(1L, 7L, 500L, 1_000L, 5_000L, 10_000L, 29_999L, 30_000L, 60_000L, 100_000L, 240_000L);
    private static final List<Long> WALL_STEPS =
            List.of(-400L, 700L, -30_000L, 59_000L, 61_000L, 600_000L, -120_000L, 172_800_000L, 315_360_000_000L);

    /** What is made of a history: which kind of collection it runs on. */
    enum Style {
        MONGO,
        COSMOS,
        COUCHBASE
    }

    final EngineFixture fixture;
    final ExpiryModel model;
    final RecencyFollower follower = new RecencyFollower();
    final ModelHolds holds = new ModelHolds(this);
    final List<String> log = new ArrayList<>();
    final Set<ModelIndexes> indexes = EnumSet.noneOf(ModelIndexes.class);
    /** The indexes to which a rule was added since they were made. */
    final Set<ModelIndexes> ruled = EnumSet.noneOf(ModelIndexes.class);

    final Style style;
    final ModelWrites writes;
    private final ModelHidden hidden;
    private final ModelTime time;
    final ModelChanges changes;
    private final ModelIndexing indexing;

    ModelRun(ModelStores stores, Style style) {
        this.style = style;
        fixture = new EngineFixture(
                stores.open(),
                EngineSettings.DEFAULTS.withChangeGrace(Duration.ofMillis(CHANGE_GRACE)),
                EngineFixture.START,
                stores::reopen);
        BaseInstant base = switch (style) {
            case MONGO -> BaseInstant.ROOT_TS;
            case COSMOS -> BaseInstant.WHOLE_SECOND;
            case COUCHBASE -> BaseInstant.MODIFIED;
        };
        List<ModelPolicy.Rule> rules = style == Style.COUCHBASE ? List.of(new ModelPolicy.Rule.Absolute()) : List.of();
        ModelPolicy policy = new ModelPolicy(rules, 0, false, false);
        model = new ExpiryModel(base, policy, CHANGE_GRACE);
        List<Integer> queues = switch (style) {
            case MONGO -> List.of();
            case COSMOS -> List.of(QueueIds.INHERIT, QueueIds.FOR);
            case COUCHBASE -> List.of(QueueIds.UNTIL);
        };
        fixture.create(
                base,
                queues,
                style == Style.COUCHBASE ? Policy.NONE.withRules(List.of(new Rule.Absolute())) : Policy.NONE);
        writes = new ModelWrites(this);
        hidden = new ModelHidden(this);
        time = new ModelTime(this);
        changes = new ModelChanges(this);
        indexing = new ModelIndexing(this);
        fixture.setSuspicionEnd(model::endSuspicion);
        fixture.engines().forEach(engine -> engine.addListener(this));
    }

    long now() {
        return fixture.now();
    }

    void say(String what) {
        log.add(now() - EngineFixture.START + ": " + what);
    }

    void take(ModelStep step) {
        doStep(step);
        writes.requireKnown();
    }

    private void doStep(ModelStep step) {
        switch (step.kind()) {
            case PUT -> writes.write(step, 1, ModelWrites.Mode.PUT);
            case INSERT -> writes.write(step, 1, ModelWrites.Mode.INSERT);
            case UPDATE -> writes.write(step, 1, ModelWrites.Mode.UPDATE);
            case COMPARE_AND_SET -> writes.write(step, 1, ModelWrites.Mode.COMPARE_AND_SET);
            case DELETE -> writes.write(step, 1, ModelWrites.Mode.DELETE);
            case WRITE_MANY -> writes.writeMany(step);
            case ADVANCE -> time.advance(ADVANCES.get(step.pick(0, ADVANCES.size())));
            case ADVANCE_TO_DEADLINE -> time.advanceToDeadline(step);
            case STEP_WALL -> time.stepWall(WALL_STEPS.get(step.pick(0, WALL_STEPS.size())));
            case RETURN_WALL -> time.returnWall();
            case CONFIRM -> {
                say("confirm");
                fixture.guard().confirm();
            }
            case SWEEP -> {
                say("sweep");
                fixture.sweep();
            }
            case PAUSE -> {
                say("pause");
                fixture.engines().forEach(engine -> engine.sweeper().pause());
            }
            case RESUME -> {
                say("resume");
                fixture.engines().forEach(engine -> engine.sweeper().resume());
            }
            case TICK -> time.tick();
            case RESTART -> time.restart();
            case CHANGE_SECONDS -> changes.changeSeconds(step);
            case CHANGE_MODIFIED -> changes.changeModified(step);
            case CHANGE_GRACE -> {
                long grace = GRACES.get(step.pick(0, GRACES.size()));
                ModelPolicy was = model.current;
                changes.change(new ModelPolicy(was.rules(), grace, was.lazy(), was.masked()));
            }
            case CHANGE_VISIBILITY -> {
                ModelPolicy was = model.current;
                changes.change(new ModelPolicy(was.rules(), was.grace(), step.pick(0, 2) == 0, was.masked()));
            }
            case CHANGE_MASK -> {
                ModelPolicy was = model.current;
                changes.change(new ModelPolicy(was.rules(), was.grace(), was.lazy(), step.pick(0, 2) == 0));
            }
            case UNDO -> changes.undo(step);
            case MANY_CHANGES -> changes.manyChanges(step);
            case CREATE_INDEX -> indexing.createIndex(ModelIndexing.anIndex(step), step);
            case DROP_INDEX -> indexing.dropIndex(ModelIndexing.anIndex(step));
            case ADD_RULE -> indexing.addRule(step);
            case HOLD -> {
                say("hold " + step.pick(0, 3) + " on " + (step.pick(1, 6) == 0 ? "all" : step.pick(2, KEYS)));
                holds.set(step);
            }
            case RELEASE -> {
                say("release " + step.pick(0, 3));
                holds.release(step);
            }
            case RESTORE -> hidden.restore(step);
            case PURGE -> hidden.purge();
        }
    }

    // ---- what the engine says by itself

    @Override
    public void announced(Announcement announcement) {
        writes.announced(announcement);
    }

    @Override
    public void destroyed(CollectionName collection, int documents) {
        assertTrue(!fixture.guard().isSuspect() || documents <= KEYS);
    }

    boolean wasAnnounced(ModelDocument document) {
        return writes.wasAnnounced(document);
    }

    /** Lets everything that is dead be destroyed. */
    void settle() {
        say("settle");
        fixture.guard().confirm();
        fixture.engines().forEach(engine -> engine.sweeper().resume());
        fixture.advance(Duration.ofMinutes(10));
        fixture.sweep();
    }

    @Override
    public void close() {
        fixture.close();
    }

    String story() {
        return String.join("\n", log) + "\n"
                + Arrays.toString(model.documents.values().toArray());
    }
}
