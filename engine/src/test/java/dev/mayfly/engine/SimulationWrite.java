package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** One write of a simulation: what was asked for, as of when it was decided, and whether its outcome is right. */
final class SimulationWrite implements Decider {
    private final int key;
    private final Mode mode;
    private final ModelDocument.Fields fields;
    private final Lifetime lifetime;
    private long decidedAt;

    /** What is asked of the document of the key. */
    private enum Mode {
        PUT,
        INSERT,
        REPLACE,
        REMOVE
    }

    SimulationWrite(RandomGenerator random, int keys) {
        key = random.nextInt(keys);
        mode = List.of(Mode.values()).get(random.nextInt(4));
        lifetime = random.nextInt(3) == 0 ? new Lifetime.For(1 + random.nextInt(100)) : Lifetime.INHERIT;
        List<Integer> unique = random.nextInt(2) == 0 ? null : List.of(random.nextInt(3));
        fields = new ModelDocument.Fields(List.of(), List.of(), null, List.of(random.nextInt(5)), unique, 0);
    }

    int key() {
        return key;
    }

    @Override
    public Decision decide(@Nullable Document current, ReadView reading) {
        decidedAt = reading.now();
        return switch (mode) {
            case PUT -> body();
            case INSERT -> current == null ? body() : Decision.KEEP;
            case REPLACE -> current == null ? Decision.KEEP : body();
            case REMOVE -> Decision.REMOVE;
        };
    }

    private Decision body() {
        return EngineFixture.body(fields.toBson(), lifetime);
    }

    /**
     * Does to the model what the outcome says, if the model allows it; answers the document that was written, if any.
     *
     * @param alone whether nobody came between; if somebody did it is not known who was first
     */
    @Nullable
    ModelDocument apply(WriteOutcome outcome, ExpiryModel model, boolean alone) {
        ModelDocument current = model.live(key, decidedAt);
        return switch (outcome) {
            case WriteOutcome.Stored stored -> {
                assertEquals(versionOf(current), versionOf(stored.before()), "what was replaced");
                assertTrue(writes(current), "the mode writes nothing");
                ModelDocument next =
                        new ModelDocument(key, model.nextSequence(), decidedAt, lifetime, fields, stored.version());
                model.documents.values().removeIf(other -> givesWay(other, next, model));
                model.documents.put(key, next);
                yield next;
            }
            case WriteOutcome.Removed removed -> {
                assertEquals(versionOf(current), removed.before().version(), "what was removed");
                model.documents.remove(key);
                yield null;
            }
            case WriteOutcome.Kept kept -> {
                assertTrue(!alone || versionOf(current) == versionOf(kept.current()), "what was kept");
                yield null;
            }
            case WriteOutcome.DuplicateValue duplicate -> {
                assertTrue(!alone || isHeld(duplicate, model), "a duplicate of nobody");
                yield null;
            }
        };
    }

    private boolean writes(@Nullable ModelDocument current) {
        return switch (mode) {
            case PUT -> true;
            case INSERT -> current == null;
            case REPLACE -> current != null;
            case REMOVE -> false;
        };
    }

    private boolean isHeld(WriteOutcome.DuplicateValue duplicate, ExpiryModel model) {
        return model.live(decidedAt).stream()
                .anyMatch(other -> EngineFixture.key(other.key).equals(duplicate.holder()));
    }

    private boolean givesWay(ModelDocument other, ModelDocument next, ExpiryModel model) {
        List<Integer> values = ModelIndexes.U_UNIQUE.values(next);
        boolean rival = ModelIndexes.U_UNIQUE.isUnique()
                && other.key != key
                && ModelIndexes.U_UNIQUE.values(other).stream().anyMatch(values::contains);
        assertTrue(!rival || model.isHidden(other, decidedAt), "a unique value has two holders");
        return rival;
    }

    static long versionOf(@Nullable ModelDocument document) {
        return document == null ? 0 : document.version;
    }

    static long versionOf(@Nullable Document document) {
        return document == null ? 0 : document.version();
    }

    @Override
    public String toString() {
        return mode + " " + key + " " + lifetime + " u " + fields.u();
    }
}
