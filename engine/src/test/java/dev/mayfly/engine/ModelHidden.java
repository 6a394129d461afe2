package dev.mayfly.engine;

import static dev.mayfly.engine.EngineFixture.key;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.hidden.RestoreOutcome;
import java.math.BigInteger;

/** Brings back and purges hidden documents, in the engine and in the model. */
final class ModelHidden {
    private final ModelRun run;
    private final EngineFixture fixture;
    private final ExpiryModel model;

    ModelHidden(ModelRun run) {
        this.run = run;
        this.fixture = run.fixture;
        this.model = run.model;
    }

    void restore(ModelStep step) {
        int key = step.pick(0, ModelRun.KEYS);
        ModelDocument hidden = model.documents.get(key);
        if (hidden == null || fixture.collection().explain(EngineFixture.key(key)) == null) {
            return;
        }
        Lifetime lifetime = run.writes.lifetime(step, 7);
        run.say("restore " + key + " " + lifetime);
        RestoreOutcome outcome = fixture.collection().hiddenDocuments().restore(EngineFixture.key(key), lifetime);
        long version = outcome instanceof RestoreOutcome.Restored restored ? restored.version() : 0;
        ModelDocument next = new ModelDocument(key, model.nextSequence(), run.now(), lifetime, hidden.fields, version);
        assertEquals(expected(hidden, next), outcome.getClass().getSimpleName(), "restore of " + hidden);
        if (version != 0) {
            run.writes.take(run.writes.rivals(next));
            run.writes.note(next);
        }
    }

    private String expected(ModelDocument hidden, ModelDocument next) {
        if (!model.isHidden(hidden, run.now())) {
            return "Live";
        }
        long judged = fixture.guard().isSuspect() ? fixture.guard().guardedMillis() : run.now();
        if (!run.holds.covers(hidden.key) && model.isDead(hidden, judged)) {
            return "Dead";
        }
        BigInteger deadline = model.current.deadline(next, model.base);
        if (deadline != null && deadline.compareTo(BigInteger.valueOf(run.now())) <= 0) {
            return "WouldExpire";
        }
        boolean free = run.writes.rivals(next).stream().allMatch(rival -> model.isHidden(rival, run.now()));
        return free ? "Restored" : "ValueTaken";
    }

    void purge() {
        run.say("purge");
        fixture.collection().hiddenDocuments().purgeAll();
        if (!fixture.engine().sweeper().isForbidden()) {
            model.documents
                    .values()
                    .removeIf(document -> model.isHidden(document, run.now()) && !run.holds.covers(document.key));
        }
    }
}
