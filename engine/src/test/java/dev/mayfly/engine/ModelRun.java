package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.store.api.Durability;
import java.math.BigInteger;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Takes the steps of one history in the engine and in the model side by side. */
final class ModelRun implements AutoCloseable, ExpiryListener {
    static final long CHANGE_GRACE = 60_000;
    static final int KEYS = 10;

    private static final List<Long> SECONDS =
            List.of(0L, 1L, 5L, 30L, 100L, 1_000L, 3_000_000_000L, Long.MAX_VALUE / 500);
    private static final List<ModelIndexes> ALL_INDEXES = List.of(ModelIndexes.values());
    private static final List<Long> GRACES = List.of(0L, 0L, 5_000L, 30_000L, 200_000L);
    private static final List<Long> ADVANCES =
            List.of(1L, 7L, 500L, 1_000L, 5_000L, 10_000L, 29_999L, 30_000L, 60_000L, 100_000L, 240_000L);
    private static final List<Long> WALL_STEPS =
            List.of(-400L, 700L, -30_000L, 59_000L, 61_000L, 600_000L, -120_000L, 172_800_000L, 315_360_000_000L);
    private static final List<Long> FAR_DATES = List.of(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            0L,
            (1L << 31) * 1000,
            (1L << 31) - 1,
            (1L << 32) * 1000,
            253_402_300_799_999L,
            Long.MAX_VALUE - 1000);

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
    private final Set<ModelIndexes> ruled = EnumSet.noneOf(ModelIndexes.class);

    private final Style style;
    private final Map<Written, ModelDocument> written = new HashMap<>();
    private final Set<Written> announced = new HashSet<>();
    private final Set<Written> unknown = new HashSet<>();
    private final List<ModelPolicy> past = new ArrayList<>();
    private long wallAhead;

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
        fixture.setSuspicionEnd(model::endSuspicion);
        fixture.engine().addListener(this);
    }

    long now() {
        return fixture.now();
    }

    private void say(String what) {
        log.add(now() - EngineFixture.START + ": " + what);
    }

    void take(ModelStep step) {
        doStep(step);
        for (Written name : unknown) {
            // One of many writes has taken the place of another of them that was past its deadline at once.
            ModelDocument document = written.get(name);
            assertNotNull(document, "announced what was never written");
            assertTrue(model.isHidden(document, now()), () -> "announced although live: " + document);
        }
        unknown.clear();
    }

    private void doStep(ModelStep step) {
        switch (step.kind()) {
            case PUT -> write(step, 1, WriteMode.PUT);
            case INSERT -> write(step, 1, WriteMode.INSERT);
            case UPDATE -> write(step, 1, WriteMode.UPDATE);
            case COMPARE_AND_SET -> write(step, 1, WriteMode.COMPARE_AND_SET);
            case DELETE -> write(step, 1, WriteMode.DELETE);
            case WRITE_MANY -> writeMany(step);
            case ADVANCE -> advance(ADVANCES.get(step.pick(0, ADVANCES.size())));
            case ADVANCE_TO_DEADLINE -> advanceToDeadline(step);
            case STEP_WALL -> stepWall(WALL_STEPS.get(step.pick(0, WALL_STEPS.size())));
            case RETURN_WALL -> stepWall(-wallAhead);
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
                fixture.engine().sweeper().pause();
            }
            case RESUME -> {
                say("resume");
                fixture.engine().sweeper().resume();
            }
            case TICK -> tick();
            case RESTART -> restart();
            case CHANGE_SECONDS -> changeSeconds(step);
            case CHANGE_MODIFIED -> changeModified(step);
            case CHANGE_GRACE -> {
                long grace = GRACES.get(step.pick(0, GRACES.size()));
                ModelPolicy was = model.current;
                change(new ModelPolicy(was.rules(), grace, was.lazy(), was.masked()));
            }
            case CHANGE_VISIBILITY -> {
                ModelPolicy was = model.current;
                change(new ModelPolicy(was.rules(), was.grace(), step.pick(0, 2) == 0, was.masked()));
            }
            case CHANGE_MASK -> {
                ModelPolicy was = model.current;
                change(new ModelPolicy(was.rules(), was.grace(), was.lazy(), step.pick(0, 2) == 0));
            }
            case UNDO -> undo(step);
            case MANY_CHANGES -> manyChanges(step);
            case CREATE_INDEX -> createIndex(anIndex(step), step);
            case DROP_INDEX -> dropIndex(anIndex(step));
            case ADD_RULE -> addRule(step);
            case HOLD -> {
                say("hold " + step.pick(0, 3) + " on " + (step.pick(1, 6) == 0 ? "all" : step.pick(2, KEYS)));
                holds.set(step);
            }
            case RELEASE -> {
                say("release " + step.pick(0, 3));
                holds.release(step);
            }
            case RESTORE -> restore(step);
            case PURGE -> purge();
        }
    }

    // ---- writes

    enum WriteMode {
        PUT,
        INSERT,
        UPDATE,
        COMPARE_AND_SET,
        DELETE
    }

    /** Names what one write left; the writes of a batch share their version. */
    private record Written(DocumentKey key, long version) {}

    private record Wanted(int key, WriteMode mode, ModelDocument.Fields fields, Lifetime lifetime, long seen) {
        Decider decider() {
            return (current, _) -> switch (mode) {
                case PUT -> put();
                case INSERT -> current == null ? put() : Decision.KEEP;
                case UPDATE -> current == null ? Decision.KEEP : put();
                case COMPARE_AND_SET -> current != null && current.version() == seen ? put() : Decision.KEEP;
                case DELETE -> Decision.REMOVE;
            };
        }

        private Decision put() {
            return EngineFixture.body(fields.toBson(), lifetime);
        }
    }

    private Wanted wanted(ModelStep step, int die, WriteMode mode) {
        int key = step.pick(die, KEYS);
        ModelDocument known = model.documents.get(key);
        long seen = known == null || step.pick(die + 6, 3) == 0 ? 1 : known.version;
        return new Wanted(key, mode, fields(step, die + 1), lifetime(step, die + 7), seen);
    }

    private ModelDocument.Fields fields(ModelStep step, int die) {
        List<Long> at = dates(step, die);
        List<Long> until = dates(step, die + 1);
        Long ts = style == Style.MONGO && step.pick(die + 2, 4) == 0 ? date(step, die + 2) : null;
        return new ModelDocument.Fields(
                at,
                until,
                ts,
                numbers(step, die + 3, 6),
                step.pick(die + 4, 2) == 0 ? null : numbers(step, die + 4, 5),
                step.pick(die + 5, 2));
    }

    private List<Long> dates(ModelStep step, int die) {
        return switch (step.pick(die, 8)) {
            case 0 -> List.of();
            case 1 -> List.of(date(step, die), date(step, die + 1));
            default -> List.of(date(step, die));
        };
    }

    private long date(ModelStep step, int die) {
        long delta = Math.floorMod(step.dice()[die] >>> 8, 200_000L) - 120_000;
        int far = step.pick(die, 64);
        return far < FAR_DATES.size() ? FAR_DATES.get(far) : now() + delta;
    }

    private static @Nullable List<Integer> numbers(ModelStep step, int die, int bound) {
        int shape = (int) Math.floorMod(step.dice()[die] >>> 4, 16L);
        int first = (int) Math.floorMod(step.dice()[die] >>> 10, (long) bound);
        int second = (int) Math.floorMod(step.dice()[die] >>> 20, (long) bound);
        return switch (shape) {
            case 0 -> null;
            case 1 -> List.of();
            case 2, 3, 4 -> first == second ? List.of(first) : List.of(second, first);
            default -> List.of(first);
        };
    }

    private Lifetime lifetime(ModelStep step, int die) {
        return switch (step.pick(die, 8)) {
            case 0 -> Lifetime.FOREVER;
            case 1, 2 -> new Lifetime.For(Math.max(1, SECONDS.get(step.pick(die + 1, SECONDS.size()))));
            case 3, 4, 5 -> style == Style.COUCHBASE ? new Lifetime.Until(date(step, die + 1)) : Lifetime.INHERIT;
            default -> Lifetime.INHERIT;
        };
    }

    private void write(ModelStep step, int die, WriteMode mode) {
        Wanted wanted = wanted(step, die, mode);
        say(wanted.toString());
        WriteOutcome outcome =
                fixture.collection().write(EngineFixture.key(wanted.key), Durability.LOGGED, wanted.decider());
        expect(wanted, outcome);
    }

    private void writeMany(ModelStep step) {
        boolean ordered = step.pick(0, 2) == 0;
        WriteMode[] modes = WriteMode.values();
        List<Wanted> all = List.of(
                wanted(step, 1, modes[step.pick(20, modes.length)]),
                wanted(step, 5, modes[step.pick(21, modes.length)]),
                wanted(step, 9, modes[step.pick(22, modes.length)]),
                wanted(step, 13, modes[step.pick(23, modes.length)]));
        say("many, ordered " + ordered + " " + all);
        List<WriteOutcome> outcomes = fixture.collection()
                .writeAll(
                        all.stream()
                                .map(one -> new Collection.Request(EngineFixture.key(one.key), one.decider()))
                                .toList(),
                        ordered,
                        Durability.LOGGED);
        for (int index = 0; index < outcomes.size(); index++) {
            expect(all.get(index), outcomes.get(index));
        }
        boolean stopped = ordered && outcomes.getLast() instanceof WriteOutcome.DuplicateValue;
        assertTrue(stopped || outcomes.size() == all.size(), "outcomes " + outcomes);
    }

    private void expect(Wanted wanted, WriteOutcome outcome) {
        ModelDocument current = model.live(wanted.key, now());
        boolean puts = switch (wanted.mode) {
            case PUT -> true;
            case INSERT -> current == null;
            case UPDATE -> current != null;
            case COMPARE_AND_SET -> current != null && current.version == wanted.seen;
            case DELETE -> false;
        };
        if (wanted.mode == WriteMode.DELETE && current != null) {
            WriteOutcome.Removed removed = expected(WriteOutcome.Removed.class, outcome);
            assertEquals(current.version, removed.before().version());
            model.documents.remove(wanted.key);
        } else if (!puts) {
            assertEquals(
                    versionOf(current),
                    versionOf(expected(WriteOutcome.Kept.class, outcome).current()));
        } else {
            expectPut(wanted, current, outcome);
        }
    }

    private void expectPut(Wanted wanted, @Nullable ModelDocument current, WriteOutcome outcome) {
        long version = outcome instanceof WriteOutcome.Stored stored ? stored.version() : 0;
        ModelDocument next =
                new ModelDocument(wanted.key, model.nextSequence(), now(), wanted.lifetime, wanted.fields, version);
        List<ModelDocument> rivals = rivals(next);
        List<Integer> obstacles = rivals.stream()
                .filter(rival -> !model.isHidden(rival, now()))
                .map(rival -> rival.key)
                .toList();
        if (!obstacles.isEmpty()) {
            WriteOutcome.DuplicateValue duplicate = expected(WriteOutcome.DuplicateValue.class, outcome);
            assertTrue(
                    obstacles.stream().anyMatch(key -> EngineFixture.key(key).equals(duplicate.holder())),
                    "holder of " + obstacles);
            return;
        }
        WriteOutcome.Stored stored = expected(WriteOutcome.Stored.class, outcome);
        assertEquals(versionOf(current), versionOf(stored.before()));
        take(rivals);
        holds.taken(model.documents.put(wanted.key, next), now());
        written.put(new Written(EngineFixture.key(next.key), version), next);
    }

    /** A write takes the values of hidden documents. */
    private void take(List<ModelDocument> rivals) {
        rivals.forEach(rival -> holds.taken(model.documents.remove(rival.key), now()));
    }

    /** The documents that have a value of this one in a unique index. */
    private List<ModelDocument> rivals(ModelDocument next) {
        return model.documents.values().stream()
                .filter(other -> other.key != next.key
                        && indexes.stream()
                                .anyMatch(index -> index.isUnique()
                                        && index.values(other).stream().anyMatch(index.values(next)::contains)))
                .toList();
    }

    private static <T extends WriteOutcome> T expected(Class<T> kind, WriteOutcome outcome) {
        assertTrue(kind.isInstance(outcome), "expected " + kind.getSimpleName() + " but got " + outcome);
        return kind.cast(outcome);
    }

    private static long versionOf(@Nullable ModelDocument document) {
        return document == null ? 0 : document.version;
    }

    private static long versionOf(@Nullable Document document) {
        return document == null ? 0 : document.version();
    }

    // ---- what is hidden

    private void restore(ModelStep step) {
        int key = step.pick(0, KEYS);
        ModelDocument hidden = model.documents.get(key);
        if (hidden == null || fixture.collection().explain(EngineFixture.key(key)) == null) {
            return;
        }
        Lifetime lifetime = lifetime(step, 7);
        say("restore " + key + " " + lifetime);
        RestoreOutcome outcome = fixture.collection().hiddenDocuments().restore(EngineFixture.key(key), lifetime);
        long version = outcome instanceof RestoreOutcome.Restored restored ? restored.version() : 0;
        ModelDocument next = new ModelDocument(key, model.nextSequence(), now(), lifetime, hidden.fields, version);
        assertEquals(expected(hidden, next), outcome.getClass().getSimpleName(), "restore of " + hidden);
        if (version != 0) {
            take(rivals(next));
            model.documents.put(key, next);
            written.put(new Written(EngineFixture.key(key), version), next);
        }
    }

    private String expected(ModelDocument hidden, ModelDocument next) {
        if (!model.isHidden(hidden, now())) {
            return "Live";
        }
        long judged = fixture.guard().isSuspect() ? fixture.guard().guardedMillis() : now();
        if (!holds.covers(hidden.key) && model.isDead(hidden, judged)) {
            return "Dead";
        }
        BigInteger deadline = model.current.deadline(next, model.base);
        if (deadline != null && deadline.compareTo(BigInteger.valueOf(now())) <= 0) {
            return "WouldExpire";
        }
        boolean free = rivals(next).stream().allMatch(rival -> model.isHidden(rival, now()));
        return free ? "Restored" : "ValueTaken";
    }

    private void purge() {
        say("purge");
        fixture.collection().hiddenDocuments().purgeAll();
        if (!fixture.engine().sweeper().isForbidden()) {
            model.documents
                    .values()
                    .removeIf(document -> model.isHidden(document, now()) && !holds.covers(document.key));
        }
    }

    // ---- time

    private void advance(long millis) {
        say("advance " + millis);
        fixture.advance(Duration.ofMillis(millis));
    }

    private void advanceToDeadline(ModelStep step) {
        List<ModelDocument> all = List.copyOf(model.documents.values());
        if (all.isEmpty()) {
            return;
        }
        ModelDocument document = all.get(step.pick(0, all.size()));
        BigInteger deadline = model.current.deadline(document, model.base);
        if (deadline == null) {
            return;
        }
        BigInteger wait = deadline.add(
                        BigInteger.valueOf(step.pick(1, 3) - 1 + (step.pick(2, 3) == 0 ? CHANGE_GRACE : 0)))
                .subtract(BigInteger.valueOf(now()));
        if (wait.signum() > 0 && wait.compareTo(BigInteger.valueOf(400_000)) < 0) {
            advance(wait.longValue());
        }
    }

    private void stepWall(long millis) {
        say("step wall " + millis);
        wallAhead += millis;
        // The guard knows time to the second at which it last saved its mark; the model knows it exactly.
        fixture.guard().saveMark();
        fixture.machine.stepWall(Duration.ofMillis(millis));
        say("time is seen, " + fixture.guard().state());
    }

    private void tick() {
        boolean frozen = fixture.guard().isSuspect() || model.current.masked();
        say("tick" + (frozen ? ", frozen" : ""));
        fixture.collection().definition().tick();
        if (!frozen && model.current.lazy()) {
            model.tick(now());
        }
    }

    private void restart() {
        say("restart");
        long before = fixture.guard().guardedMillis();
        fixture.restart();
        fixture.engine().addListener(this);
        if (!fixture.guard().isSuspect()) {
            model.endSuspicion(fixture.guard().guardedMillis());
        }
        long lost = before - fixture.guard().guardedMillis();
        // While suspect the mark is frozen, so a restart forgets what passed since; no change is dated in there. A
        // moment later the guard has a mark of its own.
        fixture.advance(Duration.ofMillis(Math.max(0, lost) + 1));
        fixture.guard().saveMark();
        say("restarted, " + fixture.guard().state());
    }

    // ---- policies

    private boolean change(ModelPolicy next) {
        say("change " + next);
        past.add(model.current);
        boolean changed;
        try {
            changed = fixture.change(_ -> toEngine(next));
        } catch (EngineException refusal) {
            expectTooManyGraves(refusal);
            return false;
        }
        long guarded = fixture.guard().guardedMillis();
        assertEquals(model.change(next, guarded, fixture.guard().isSuspect()), changed, "whether it changed");
        return true;
    }

    private void expectTooManyGraves(EngineException refusal) {
        boolean full = refusal.error() instanceof EngineError.TooManyGraves;
        if (!full || (!fixture.engine().sweeper().isForbidden() && holds.isEmpty())) {
            throw refusal;
        }
        say("too many graves");
    }

    private Policy toEngine(ModelPolicy policy) {
        List<Rule> rules = new ArrayList<>();
        for (ModelPolicy.Rule rule : policy.rules()) {
            rules.add(
                    switch (rule) {
                        case ModelPolicy.Rule.Absolute _ -> new Rule.Absolute();
                        case ModelPolicy.Rule.Field field ->
                            new Rule.Field(
                                    fixture.collection()
                                            .record()
                                            .index(field.index())
                                            .orElseThrow()
                                            .id(),
                                    field.seconds());
                        case ModelPolicy.Rule.Modified modified -> {
                            Long seconds = modified.seconds();
                            yield seconds == null
                                    ? new Rule.Modified(Rule.Modified.Kind.NO_DEFAULT, 0)
                                    : new Rule.Modified(Rule.Modified.Kind.AFTER, seconds);
                        }
                    });
        }
        return new Policy(
                rules,
                policy.grace(),
                policy.lazy() ? Policy.Visibility.LAZY : Policy.Visibility.EXACT,
                policy.masked());
    }

    private void changeSeconds(ModelStep step) {
        ModelPolicy was = model.current;
        if (was.rules().isEmpty()) {
            return;
        }
        List<ModelPolicy.Rule> rules = new ArrayList<>(was.rules());
        int place = step.pick(0, rules.size());
        long seconds = SECONDS.get(step.pick(1, SECONDS.size()));
        ModelPolicy.Rule changed = switch (rules.get(place)) {
            case ModelPolicy.Rule.Field field ->
                new ModelPolicy.Rule.Field(field.index(), field.path(), field.partial(), seconds);
            case ModelPolicy.Rule.Modified _ -> new ModelPolicy.Rule.Modified(step.pick(2, 4) == 0 ? null : seconds);
            case ModelPolicy.Rule.Absolute absolute -> absolute;
        };
        rules.set(place, changed);
        change(was.withRules(rules));
    }

    /** Turns the rule over the last modification on and off, as a container does that always keeps its queues. */
    private void changeModified(ModelStep step) {
        if (style == Style.MONGO) {
            return;
        }
        ModelPolicy was = model.current;
        if (style == Style.COUCHBASE) {
            change(was.withRules(step.pick(0, 3) == 0 ? List.of() : List.of(new ModelPolicy.Rule.Absolute())));
            return;
        }
        List<ModelPolicy.Rule> rules = new ArrayList<>(was.rules());
        rules.removeIf(rule -> rule instanceof ModelPolicy.Rule.Modified);
        if (step.pick(0, 3) != 0) {
            long seconds = SECONDS.get(step.pick(1, SECONDS.size()));
            rules.add(new ModelPolicy.Rule.Modified(step.pick(2, 4) == 0 ? null : seconds));
        }
        change(was.withRules(rules));
    }

    /** Sets a policy that was set before, as far as its rules still have an index. */
    private void undo(ModelStep step) {
        if (past.isEmpty()) {
            return;
        }
        ModelPolicy before = past.get(past.size() - 1 - step.pick(0, Math.min(3, past.size())));
        if (before.rules().stream().allMatch(this::canRest)) {
            change(before);
        }
    }

    /** Whether what the rule rests on is there. */
    private boolean canRest(ModelPolicy.Rule rule) {
        return switch (rule) {
            case ModelPolicy.Rule.Absolute _ -> style == Style.COUCHBASE;
            case ModelPolicy.Rule.Modified _ -> style == Style.COSMOS || indexes.contains(ModelIndexes.TS);
            case ModelPolicy.Rule.Field field -> ruled.contains(ModelIndexes.valueOf(field.index()));
        };
    }

    private static String carrier(ModelPolicy.Rule rule) {
        return rule instanceof ModelPolicy.Rule.Field field
                ? field.index()
                : rule.getClass().getSimpleName();
    }

    private void manyChanges(ModelStep step) {
        int rounds = step.pick(1, 16) == 0 ? 70 : 3;
        for (int round = 0; round < rounds && !model.current.rules().isEmpty(); round++) {
            ModelPolicy was = model.current;
            long grace = round % 2 == 0 ? 10_000_000L + round : round;
            if (!change(new ModelPolicy(was.rules(), grace, was.lazy(), was.masked()))) {
                return;
            }
            fixture.advance(Duration.ofMillis(step.pick(0, 3)));
        }
    }

    // ---- indexes

    private static ModelIndexes anIndex(ModelStep step) {
        return ALL_INDEXES.get(step.pick(0, ALL_INDEXES.size()));
    }

    private void createIndex(ModelIndexes index, ModelStep step) {
        boolean possible = style == Style.MONGO || index != ModelIndexes.TS;
        if (indexes.contains(index) || !possible) {
            return;
        }
        long seconds = SECONDS.get(step.pick(1, SECONDS.size()));
        boolean withoutDefault = step.pick(2, 4) == 0;
        say("create " + index + " " + seconds + (withoutDefault ? " without default" : ""));
        List<ModelDocument> losers = new ArrayList<>();
        boolean buildable = contest(index, losers);
        try {
            fixture.collection().definition().createIndex(index.request(seconds, withoutDefault));
        } catch (EngineException refusal) {
            if (!buildable && refusal.error() instanceof EngineError.DuplicateValue) {
                // Whether a build that fails has taken out hidden documents is not specified.
                losers.stream()
                        .filter(loser -> fixture.collection().explain(EngineFixture.key(loser.key)) == null)
                        .forEach(loser -> take(List.of(loser)));
                takeHeld();
            } else {
                expectTooManyGraves(refusal);
            }
            return;
        }
        takeHeld();
        assertTrue(buildable, "a unique index over values that are not");
        take(losers);
        indexes.add(index);
        if (index.carriesRule()) {
            ruled.add(index);
            addToPolicy(index.rule(seconds, withoutDefault));
        }
    }

    /** Of the dead a build may take out any; those that are held move aside. */
    private void takeHeld() {
        take(model.documents.values().stream()
                .filter(document -> holds.keeps(document) && model.isHidden(document, now()))
                .filter(document -> fixture.collection().explain(EngineFixture.key(document.key)) == null)
                .toList());
    }

    /** Goes through the documents as a build does; of two that have one value, a hidden one gives way. */
    private boolean contest(ModelIndexes index, List<ModelDocument> losers) {
        if (!index.isUnique()) {
            return true;
        }
        Map<Integer, ModelDocument> holders = new HashMap<>();
        for (ModelDocument document : model.documents.values()) {
            if (model.isDead(document, fixture.guard().guardedMillis())) {
                continue;
            }
            boolean hidden = model.isHidden(document, now());
            List<ModelDocument> rivals = index.values(document).stream()
                    .map(holders::get)
                    .filter(holder -> holder != null)
                    .toList();
            boolean loses = hidden && !rivals.isEmpty();
            if (loses) {
                losers.add(document);
                continue;
            }
            for (ModelDocument rival : rivals) {
                if (!model.isHidden(rival, now())) {
                    return false;
                }
                losers.add(rival);
                holders.values().removeIf(holder -> holder.key == rival.key);
            }
            index.values(document).forEach(value -> holders.put(value, document));
        }
        return true;
    }

    private void addToPolicy(ModelPolicy.Rule rule) {
        List<ModelPolicy.Rule> rules = new ArrayList<>(model.current.rules());
        rules.add(rule);
        past.add(model.current);
        model.change(
                model.current.withRules(rules),
                fixture.guard().guardedMillis(),
                fixture.guard().isSuspect());
    }

    private void dropIndex(ModelIndexes index) {
        if (!indexes.contains(index)) {
            return;
        }
        say("drop " + index);
        try {
            fixture.collection().definition().dropIndex(index.name());
        } catch (EngineException refusal) {
            expectTooManyGraves(refusal);
            return;
        }
        indexes.remove(index);
        ruled.remove(index);
        List<ModelPolicy.Rule> rules = model.current.rules().stream()
                .filter(rule -> !(rule instanceof ModelPolicy.Rule.Field field
                        ? field.index().equals(index.name())
                        : rule instanceof ModelPolicy.Rule.Modified && index == ModelIndexes.TS))
                .toList();
        past.add(model.current);
        model.change(
                model.current.withRules(rules),
                fixture.guard().guardedMillis(),
                fixture.guard().isSuspect());
    }

    private void addRule(ModelStep step) {
        boolean has =
                model.current.rules().stream().anyMatch(rule -> carrier(rule).equals(ModelIndexes.AT.name()));
        if (!indexes.contains(ModelIndexes.AT) || has) {
            return;
        }
        long seconds = SECONDS.get(step.pick(1, SECONDS.size()));
        say("add rule " + seconds);
        try {
            fixture.collection()
                    .definition()
                    .addRule(ModelIndexes.AT.name(), new IndexRequest.TtlRule.OverField(FieldPath.of("at"), seconds));
        } catch (EngineException refusal) {
            expectTooManyGraves(refusal);
            return;
        }
        ruled.add(ModelIndexes.AT);
        addToPolicy(new ModelPolicy.Rule.Field(ModelIndexes.AT.name(), "at", false, seconds));
    }

    // ---- what the engine says by itself

    @Override
    public void announced(Announcement announcement) {
        Written name = new Written(announcement.key(), announcement.version());
        ModelDocument document = written.get(name);
        if (document == null) {
            unknown.add(name);
            return;
        }
        assertTrue(model.isHidden(document, now()), () -> "announced although live: " + document);
        announced.add(name);
    }

    @Override
    public void destroyed(CollectionName collection, int documents) {
        assertTrue(!fixture.guard().isSuspect() || documents <= KEYS);
    }

    boolean wasAnnounced(ModelDocument document) {
        return announced.contains(new Written(EngineFixture.key(document.key), document.version));
    }

    /** Lets everything that is dead be destroyed. */
    void settle() {
        say("settle");
        fixture.guard().confirm();
        fixture.engine().sweeper().resume();
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
