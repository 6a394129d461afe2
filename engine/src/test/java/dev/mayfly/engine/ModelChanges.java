package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Changes policies in the engine and in the model. */
final class ModelChanges {
    private final ModelRun run;
    private final EngineFixture fixture;
    private final ExpiryModel model;
    private final List<ModelPolicy> past = new ArrayList<>();

    ModelChanges(ModelRun run) {
        this.run = run;
        this.fixture = run.fixture;
        this.model = run.model;
    }

    boolean change(ModelPolicy next) {
        run.say("change " + next);
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

    void expectTooManyGraves(EngineException refusal) {
        boolean full = refusal.error() instanceof EngineError.TooManyGraves;
        if (!full || (!fixture.engine().sweeper().isForbidden() && run.holds.isEmpty())) {
            throw refusal;
        }
        run.say("too many graves");
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

    void changeSeconds(ModelStep step) {
        ModelPolicy was = model.current;
        if (was.rules().isEmpty()) {
            return;
        }
        List<ModelPolicy.Rule> rules = new ArrayList<>(was.rules());
        int place = step.pick(0, rules.size());
        long seconds = ModelRun.SECONDS.get(step.pick(1, ModelRun.SECONDS.size()));
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
    void changeModified(ModelStep step) {
        if (run.style == ModelRun.Style.MONGO) {
            return;
        }
        ModelPolicy was = model.current;
        if (run.style == ModelRun.Style.COUCHBASE) {
            change(was.withRules(step.pick(0, 3) == 0 ? List.of() : List.of(new ModelPolicy.Rule.Absolute())));
            return;
        }
        List<ModelPolicy.Rule> rules = new ArrayList<>(was.rules());
        rules.removeIf(rule -> rule instanceof ModelPolicy.Rule.Modified);
        if (step.pick(0, 3) != 0) {
            long seconds = ModelRun.SECONDS.get(step.pick(1, ModelRun.SECONDS.size()));
            rules.add(new ModelPolicy.Rule.Modified(step.pick(2, 4) == 0 ? null : seconds));
        }
        change(was.withRules(rules));
    }

    /** Sets a policy that was set before, as far as its rules still have an index. */
    void undo(ModelStep step) {
        if (past.isEmpty()) {
            return;
        }
        ModelPolicy before = past.get(past.size() - 1 - step.pick(0, Math.min(3, past.size())));
        if (before.rules().stream().allMatch(this::canRest)) {
            change(before);
        }
    }

    /** Returns true if what the rule rests on is there. */
    private boolean canRest(ModelPolicy.Rule rule) {
        return switch (rule) {
            case ModelPolicy.Rule.Absolute _ -> run.style == ModelRun.Style.COUCHBASE;
            case ModelPolicy.Rule.Modified _ ->
                run.style == ModelRun.Style.COSMOS || run.indexes.contains(ModelIndexes.TS);
            case ModelPolicy.Rule.Field field -> run.ruled.contains(ModelIndexes.valueOf(field.index()));
        };
    }

    void manyChanges(ModelStep step) {
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

    /** Follows a change of the indexes that has added a rule. */
    void add(ModelPolicy.Rule rule) {
        List<ModelPolicy.Rule> rules = new ArrayList<>(model.current.rules());
        rules.add(rule);
        note(rules);
    }

    /** Follows a change of the indexes that has left these rules. */
    void note(List<ModelPolicy.Rule> rules) {
        past.add(model.current);
        model.change(
                model.current.withRules(rules),
                fixture.guard().guardedMillis(),
                fixture.guard().isSuspect());
    }
}
