package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.schema.IndexRequest;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Makes and drops indexes in the engine and in the model. */
final class ModelIndexing {
    private static final List<ModelIndexes> ALL = List.of(ModelIndexes.values());

    private final ModelRun run;
    private final EngineFixture fixture;
    private final ExpiryModel model;

    ModelIndexing(ModelRun run) {
        this.run = run;
        this.fixture = run.fixture;
        this.model = run.model;
    }

    static ModelIndexes anIndex(ModelStep step) {
        return ALL.get(step.pick(0, ALL.size()));
    }

    void createIndex(ModelIndexes index, ModelStep step) {
        boolean possible = run.style == ModelRun.Style.MONGO || index != ModelIndexes.TS;
        if (run.indexes.contains(index) || !possible) {
            return;
        }
        long seconds = ModelRun.SECONDS.get(step.pick(1, ModelRun.SECONDS.size()));
        boolean withoutDefault = step.pick(2, 4) == 0;
        run.say("create " + index + " " + seconds + (withoutDefault ? " without default" : ""));
        List<ModelDocument> losers = new ArrayList<>();
        boolean buildable = contest(index, losers);
        try {
            fixture.collection().definition().createIndex(index.request(seconds, withoutDefault));
        } catch (EngineException refusal) {
            if (!buildable && refusal.error() instanceof EngineError.DuplicateValue) {
                // Whether a build that fails has taken out hidden documents is not specified.
                losers.stream()
                        .filter(loser -> fixture.collection().explain(EngineFixture.key(loser.key)) == null)
                        .forEach(loser -> run.writes.take(List.of(loser)));
                takeHeld();
            } else {
                run.changes.expectTooManyGraves(refusal);
            }
            return;
        }
        takeHeld();
        assertTrue(buildable, "a unique index over values that are not");
        run.writes.take(losers);
        run.indexes.add(index);
        if (index.carriesRule()) {
            run.ruled.add(index);
            run.changes.add(index.rule(seconds, withoutDefault));
        }
    }

    /** Of the dead a build may take out any; those that are held move aside. */
    void takeHeld() {
        run.writes.take(model.documents.values().stream()
                .filter(document -> run.holds.keeps(document) && model.isHidden(document, run.now()))
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
            boolean hidden = model.isHidden(document, run.now());
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
                if (!model.isHidden(rival, run.now())) {
                    return false;
                }
                losers.add(rival);
                holders.values().removeIf(holder -> holder.key == rival.key);
            }
            index.values(document).forEach(value -> holders.put(value, document));
        }
        return true;
    }

    void dropIndex(ModelIndexes index) {
        if (!run.indexes.contains(index)) {
            return;
        }
        run.say("drop " + index);
        try {
            fixture.collection().definition().dropIndex(index.name());
        } catch (EngineException refusal) {
            run.changes.expectTooManyGraves(refusal);
            return;
        }
        run.indexes.remove(index);
        run.ruled.remove(index);
        run.changes.note(model.current.rules().stream()
                .filter(rule -> !(rule instanceof ModelPolicy.Rule.Field field
                        ? field.index().equals(index.name())
                        : rule instanceof ModelPolicy.Rule.Modified && index == ModelIndexes.TS))
                .toList());
    }

    void addRule(ModelStep step) {
        boolean has =
                model.current.rules().stream().anyMatch(rule -> carrier(rule).equals(ModelIndexes.AT.name()));
        if (!run.indexes.contains(ModelIndexes.AT) || has) {
            return;
        }
        long seconds = ModelRun.SECONDS.get(step.pick(1, ModelRun.SECONDS.size()));
        run.say("add rule " + seconds);
        try {
            fixture.collection()
                    .definition()
                    .addRule(ModelIndexes.AT.name(), new IndexRequest.TtlRule.OverField(FieldPath.of("at"), seconds));
        } catch (EngineException refusal) {
            run.changes.expectTooManyGraves(refusal);
            return;
        }
        run.ruled.add(ModelIndexes.AT);
        run.changes.add(new ModelPolicy.Rule.Field(ModelIndexes.AT.name(), "at", false, seconds));
    }

    private static String carrier(ModelPolicy.Rule rule) {
        return rule instanceof ModelPolicy.Rule.Field field
                ? field.index()
                : rule.getClass().getSimpleName();
    }
}
