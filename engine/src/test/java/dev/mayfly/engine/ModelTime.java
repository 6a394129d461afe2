package dev.mayfly.engine;

import java.math.BigInteger;
import java.time.Duration;
import java.util.List;

/** Lets time pass for the engine and for the model. */
final class ModelTime {
    private final ModelRun run;
    private final EngineFixture fixture;
    private final ExpiryModel model;
    private long wallAhead;

    ModelTime(ModelRun run) {
        this.run = run;
        this.fixture = run.fixture;
        this.model = run.model;
    }

    void advance(long millis) {
        run.say("advance " + millis);
        fixture.advance(Duration.ofMillis(millis));
    }

    void advanceToDeadline(ModelStep step) {
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
                        BigInteger.valueOf(step.pick(1, 3) - 1 + (step.pick(2, 3) == 0 ? ModelRun.CHANGE_GRACE : 0)))
                .subtract(BigInteger.valueOf(run.now()));
        if (wait.signum() > 0 && wait.compareTo(BigInteger.valueOf(400_000)) < 0) {
            advance(wait.longValue());
        }
    }

    void stepWall(long millis) {
        run.say("step wall " + millis);
        wallAhead += millis;
        // The guard knows run.time to the second at which it last saved its mark; the model knows it exactly.
        fixture.guard().saveMark();
        fixture.machine.stepWall(Duration.ofMillis(millis));
        run.say("run.time is seen, " + fixture.guard().state());
    }

    void returnWall() {
        stepWall(-wallAhead);
    }

    void tick() {
        boolean frozen = fixture.guard().isSuspect() || model.current.masked();
        run.say("tick" + (frozen ? ", frozen" : ""));
        fixture.collection().definition().tick();
        if (!frozen && model.current.lazy()) {
            model.tick(run.now());
        }
    }

    void restart() {
        run.say("restart");
        long before = fixture.guard().guardedMillis();
        fixture.restart();
        fixture.engines().forEach(engine -> engine.addListener(run));
        if (!fixture.guard().isSuspect()) {
            model.endSuspicion(fixture.guard().guardedMillis());
        }
        long lost = before - fixture.guard().guardedMillis();
        // While suspect the mark is frozen, so a restart forgets what passed since; no change is dated in there. A
        // moment later the guard has a mark of its own.
        fixture.advance(Duration.ofMillis(Math.max(0, lost) + 1));
        fixture.guard().saveMark();
        run.say("restarted, " + fixture.guard().state());
    }
}
