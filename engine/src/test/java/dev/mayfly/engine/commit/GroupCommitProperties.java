package dev.mayfly.engine.commit;

import static dev.mayfly.engine.EngineFixture.body;
import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineFixture;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.contract.Fault;
import dev.mayfly.store.contract.FaultPlan;
import dev.mayfly.store.contract.StoreCall;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Random writes that gather, of few documents with a unique value and a rule of expiry: what is left is what the same writes
 * leave in the order of their versions, one after the other.
 */
@Tag("unsharded")
final class GroupCommitProperties {
    private static final int DOCUMENTS = 6;
    private static final int VALUES = 8;
    private static final int WRITERS_MAX = 12;

    /** One write: {@code {n, u}} is put with {@code n} one more than before, or the document is removed. */
    private record Step(int id, boolean removes, int value, boolean lives) {}

    private record Done(Step step, WriteOutcome outcome) {}

    @ParameterizedTest
    @ValueSource(longs = {1, 2, 3})
    void groupsLeaveWhatTheirWritesLeaveOneByOne(long seed) {
        run(seed, 60);
    }

    @ParameterizedTest
    @ValueSource(longs = {11, 12, 13, 14, 15, 16, 17, 18})
    @Tag("slow")
    void manyGroupsLeaveWhatTheirWritesLeaveOneByOne(long seed) {
        run(seed, 600);
    }

    private static void run(long seed, int rounds) {
        SplittableRandom random = new SplittableRandom(seed);
        CommitGate gate = new CommitGate();
        try (EngineFixture fixture = new EngineFixture(gate.store(), EngineSettings.DEFAULTS)) {
            fixture.create();
            fixture.uniqueIndex("u", "u");
            fixture.ttlIndex("ttl", "at", 10);
            Map<Integer, BsonDocument> model = new TreeMap<>();
            for (int round = 0; round < rounds; round++) {
                fixture.advance(Duration.ofSeconds(random.nextInt(8)));
                long now = fixture.now();
                model.values().removeIf(document -> document.getDateTime("at").getValue() + 10_000 <= now);
                for (Done done : round(gate, fixture, random)) {
                    apply(model, done, now, "seed " + seed + ", round " + round);
                }
                assertEquals(
                        model.values().stream().map(BsonDocument::toJson).toList(),
                        fixture.scan(),
                        "seed " + seed + ", round " + round);
                CheckReport report = EngineCheck.check(fixture.engine());
                assertTrue(report.isClean(), () -> "seed " + seed + ": " + report.findings());
            }
        }
    }

    /** Runs random writes behind one that is held back; returns those that have written, in the order of their versions. */
    private static List<Done> round(CommitGate gate, EngineFixture fixture, SplittableRandom random) {
        Fault fault =
                random.nextInt(4) == 0 ? FaultPlan.TRANSIENT.get(random.nextInt(FaultPlan.TRANSIENT.size() - 1)) : null;
        FaultPlan behind = (call, nth) -> call == StoreCall.COMMIT && nth == 2 ? fault : null;
        List<Step> steps = new ArrayList<>();
        List<CommitGate.Writing<WriteOutcome>> writings = new ArrayList<>();
        // Nothing else has its key or its value, so it is always written.
        Step held = new Step(DOCUMENTS, false, VALUES, true);
        steps.add(held);
        writings.add(gate.hold(behind, () -> write(fixture, held)));
        for (int writer = random.nextInt(WRITERS_MAX); writer >= 0; writer--) {
            Step step = step(random, random.nextInt(3) == 0);
            steps.add(step);
            writings.add(gate.gather(() -> write(fixture, step)));
        }
        gate.release();
        List<Done> done = new ArrayList<>();
        for (int index = 0; index < steps.size(); index++) {
            WriteOutcome outcome = writings.get(index).outcome();
            if (outcome != null && version(outcome) != 0) {
                done.add(new Done(steps.get(index), outcome));
            }
        }
        done.sort(Comparator.comparingLong(one -> version(one.outcome)));
        return done;
    }

    private static Step step(SplittableRandom random, boolean removes) {
        return new Step(random.nextInt(DOCUMENTS), removes, random.nextInt(VALUES), random.nextBoolean());
    }

    private static WriteOutcome write(EngineFixture fixture, Step step) {
        return fixture.collection().write(key(step.id), Durability.LOGGED, (current, reading) -> {
            if (step.removes) {
                return Decision.REMOVE;
            }
            BsonDocument before =
                    current == null ? null : current.view().toBsonValue().asDocument();
            return body(next(before, step, reading.now()).toJson());
        });
    }

    private static BsonDocument next(@Nullable BsonDocument before, Step step, long now) {
        int n = before == null ? 0 : before.getInt32("n").getValue();
        return BsonDocument.parse(EngineFixture.at(step.lives ? now : now - 9_000))
                .append("n", new BsonInt32(n + 1))
                .append("u", new BsonInt32(step.value));
    }

    private static long version(WriteOutcome outcome) {
        return switch (outcome) {
            case WriteOutcome.Stored stored -> stored.version();
            case WriteOutcome.Removed removed -> removed.version();
            case WriteOutcome.Kept _, WriteOutcome.DuplicateValue _ -> 0;
        };
    }

    private static void apply(Map<Integer, BsonDocument> model, Done done, long now, String where) {
        Step step = done.step;
        BsonDocument before = model.get(step.id);
        if (done.outcome instanceof WriteOutcome.Removed) {
            assertTrue(before != null, where);
            model.remove(step.id);
            return;
        }
        boolean isTaken = model.entrySet().stream()
                .anyMatch(other -> other.getKey() != step.id
                        && other.getValue().getInt32("u").getValue() == step.value);
        assertTrue(!isTaken, () -> where + ": a value is taken twice");
        model.put(step.id, next(before, step, now));
    }
}
