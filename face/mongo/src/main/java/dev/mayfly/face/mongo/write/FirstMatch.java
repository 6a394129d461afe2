package dev.mayfly.face.mongo.write;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.query.PlanSummary;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import dev.mayfly.face.mongo.query.Results;
import dev.mayfly.store.api.Durability;
import org.jspecify.annotations.Nullable;

/** Changes the first document that matches, in the order asked for. */
final class FirstMatch {
    /** Limit on the attempts to write a first match before another writer takes it. */
    private static final int ATTEMPTS_MAX = 1000;

    private final Collection collection;
    private final QuerySpec spec;
    private final Durability durability;

    FirstMatch(Collection collection, QuerySpec spec, Durability durability) {
        this.collection = collection;
        this.spec = spec;
        this.durability = durability;
    }

    /** Returns the outcome of the write, or null when no document matches. */
    @Nullable
    WriteOutcome write(Change change) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            ReadView reading = collection.reading();
            Plan plan = Query.plan(reading.record(), spec);
            if (plan instanceof Plan.KeyLookup lookup && lookup.keys().size() == 1) {
                collection.indexUse().countOfKeys();
                DocumentKey key = new DocumentKey(lookup.keys().getFirst());
                WriteOutcome outcome = collection.write(key, durability, change);
                countLookup(change);
                return matched(change, outcome);
            }
            boolean ordered = !spec.sort().isEmpty();
            try (Results results = Query.open(collection, reading, spec, plan)) {
                Document found = results.next();
                if (found == null || !ordered) {
                    return found == null ? null : unordered(results, found, change);
                }
                change.require(found);
                WriteOutcome outcome = matched(change, collection.write(found.key(), durability, change));
                if (outcome != null) {
                    return outcome;
                }
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    private @Nullable WriteOutcome unordered(Results results, Document first, Change change) {
        for (Document found = first; found != null; found = results.next()) {
            WriteOutcome outcome = matched(change, collection.write(found.key(), durability, change));
            if (outcome != null) {
                return outcome;
            }
        }
        return null;
    }

    private static void countLookup(Change change) {
        OperationContext run = OperationContext.current();
        if (run.isWatched()) {
            run.stats().planned(() -> PlanSummary.BY_ID);
            int found = change.isMatched() ? 1 : 0;
            run.stats().examined(found, found);
        }
    }

    private static @Nullable WriteOutcome matched(Change change, WriteOutcome outcome) {
        return change.isMatched() ? outcome : null;
    }
}
