package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** Writes in the engine and in the model, and what is heard of that which they have written. */
final class ModelWrites {
    private static final List<Long> FAR_DATES = List.of(
            Long.MIN_VALUE,
            Long.MAX_VALUE,
            0L,
            (1L << 31) * 1000,
            (1L << 31) - 1,
            (1L << 32) * 1000,
            253_402_300_799_999L,
            Long.MAX_VALUE - 1000);

    private final ModelRun run;
    private final EngineFixture fixture;
    private final ExpiryModel model;
    private final Map<Written, ModelDocument> written = new HashMap<>();
    private final Set<Written> announced = new HashSet<>();
    private final Set<Written> unknown = new HashSet<>();

    ModelWrites(ModelRun run) {
        this.run = run;
        this.fixture = run.fixture;
        this.model = run.model;
    }

    enum Mode {
        PUT,
        INSERT,
        UPDATE,
        COMPARE_AND_SET,
        DELETE
    }

    /** Names what one write left; the run.writes of a batch share their version. */
    private record Written(DocumentKey key, long version) {}

    private record Wanted(int key, Mode mode, ModelDocument.Fields fields, Lifetime lifetime, long seen) {
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

    private Wanted wanted(ModelStep step, int die, Mode mode) {
        int key = step.pick(die, ModelRun.KEYS);
        ModelDocument known = model.documents.get(key);
        long seen = known == null || step.pick(die + 6, 3) == 0 ? 1 : known.version;
        Lifetime slid = known == null ? null : slid(known, step.dice()[die + 7] >>> 12);
        return new Wanted(key, mode, fields(step, die + 1), slid == null ? lifetime(step, die + 7) : slid, seen);
    }

    /** The lifetime of a document whose deadline moves a little, as that of a session does; null for another one. */
    private @Nullable Lifetime slid(ModelDocument known, long die) {
        if (Math.floorMod(die, 3L) == 0) {
            return null;
        }
        return switch (known.lifetime) {
            case Lifetime.Until end
            when end.epochMillis() > run.now() && end.epochMillis() < Long.MAX_VALUE / 2 ->
                new Lifetime.Until(
                        end.epochMillis() + Math.floorMod(die >>> 2, 1 + (end.epochMillis() - run.now()) / 6));
            case Lifetime.For span -> span;
            default -> null;
        };
    }

    private ModelDocument.Fields fields(ModelStep step, int die) {
        List<Long> at = dates(step, die);
        List<Long> until = dates(step, die + 1);
        Long ts = run.style == ModelRun.Style.MONGO && step.pick(die + 2, 4) == 0 ? date(step, die + 2) : null;
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

    long date(ModelStep step, int die) {
        long delta = Math.floorMod(step.dice()[die] >>> 8, 200_000L) - 120_000;
        int far = step.pick(die, 64);
        return far < FAR_DATES.size() ? FAR_DATES.get(far) : run.now() + delta;
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

    Lifetime lifetime(ModelStep step, int die) {
        return switch (step.pick(die, 8)) {
            case 0 -> Lifetime.FOREVER;
            case 1, 2 ->
                new Lifetime.For(Math.max(1, ModelRun.SECONDS.get(step.pick(die + 1, ModelRun.SECONDS.size()))));
            case 3, 4, 5 ->
                run.style == ModelRun.Style.COUCHBASE ? new Lifetime.Until(date(step, die + 1)) : Lifetime.INHERIT;
            default -> Lifetime.INHERIT;
        };
    }

    void write(ModelStep step, int die, Mode mode) {
        Wanted wanted = wanted(step, die, mode);
        run.say(wanted.toString());
        WriteOutcome outcome =
                fixture.collection().write(EngineFixture.key(wanted.key), Durability.LOGGED, wanted.decider());
        expect(wanted, outcome);
    }

    void writeMany(ModelStep step) {
        boolean ordered = step.pick(0, 2) == 0;
        Mode[] modes = Mode.values();
        List<Wanted> all = List.of(
                wanted(step, 1, modes[step.pick(20, modes.length)]),
                wanted(step, 5, modes[step.pick(21, modes.length)]),
                wanted(step, 9, modes[step.pick(22, modes.length)]),
                wanted(step, 13, modes[step.pick(23, modes.length)]));
        run.say("many, ordered " + ordered + " " + all);
        List<WriteOutcome> outcomes = fixture.collection()
                .writeAll(
                        all.stream()
                                .map(one -> new WriteRequest(EngineFixture.key(one.key), one.decider()))
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
        ModelDocument current = model.live(wanted.key, run.now());
        boolean puts = switch (wanted.mode) {
            case PUT -> true;
            case INSERT -> current == null;
            case UPDATE -> current != null;
            case COMPARE_AND_SET -> current != null && current.version == wanted.seen;
            case DELETE -> false;
        };
        if (wanted.mode == Mode.DELETE && current != null) {
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
                new ModelDocument(wanted.key, model.nextSequence(), run.now(), wanted.lifetime, wanted.fields, version);
        List<ModelDocument> rivals = rivals(next);
        List<Integer> obstacles = rivals.stream()
                .filter(rival -> !model.isHidden(rival, run.now()))
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
        run.holds.taken(model.documents.put(wanted.key, next), run.now());
        written.put(new Written(EngineFixture.key(next.key), version), next);
    }

    /** A write takes the values of hidden documents. */
    void take(List<ModelDocument> rivals) {
        rivals.forEach(rival -> run.holds.taken(model.documents.remove(rival.key), run.now()));
    }

    /** The documents that have a value of this one in a unique index. */
    List<ModelDocument> rivals(ModelDocument next) {
        return model.documents.values().stream()
                .filter(other -> other.key != next.key
                        && run.indexes.stream()
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

    /** Notes what was brought back as another version. */
    void note(ModelDocument next) {
        model.documents.put(next.key, next);
        written.put(new Written(EngineFixture.key(next.key), next.version), next);
    }

    private static long versionOf(@Nullable Document document) {
        return document == null ? 0 : document.version();
    }

    /** One of many run.writes has taken the place of another of them that was past its deadline at once. */
    void requireKnown() {
        for (Written name : unknown) {
            ModelDocument document = written.get(name);
            assertNotNull(document, "announced what was never written");
            assertTrue(model.isHidden(document, run.now()), () -> "announced although live: " + document);
        }
        unknown.clear();
    }

    void announced(Announcement announcement) {
        Written name = new Written(announcement.key(), announcement.version());
        ModelDocument document = written.get(name);
        if (document == null) {
            unknown.add(name);
            return;
        }
        assertTrue(model.isHidden(document, run.now()), () -> "announced although live: " + document);
        announced.add(name);
    }

    boolean wasAnnounced(ModelDocument document) {
        return announced.contains(new Written(EngineFixture.key(document.key), document.version));
    }
}
