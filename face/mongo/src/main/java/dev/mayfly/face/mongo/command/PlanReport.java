package dev.mayfly.face.mongo.command;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor.Effort;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.language.Plan;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.Results;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonType;

/** The sections of an answer to explain: the plan, and what carrying it out has cost. */
final class PlanReport {
    private final CommandContext context;
    private final CommandRequest request;
    private final ExplainedCommand command;

    PlanReport(CommandContext context, CommandRequest request, ExplainedCommand command) {
        this.context = context;
        this.request = request;
        this.command = command;
    }

    /** What was found. */
    private record Run(long found, long changed, Effort effort, long millis) {
        static final Run NOTHING = new Run(0, 0, new Effort(0, 0), 0);
    }

    BsonDocument sections(boolean isExecuted) {
        Optional<Collection> found = isOfDatabase()
                ? Optional.empty()
                : context.services().collections().find(request.database(), request.collection());
        if (found.isEmpty()) {
            BsonDocument nothing = new BsonDocument("stage", new BsonString("EOF"));
            return sections(nothing, isExecuted ? Optional.of(Run.NOTHING) : Optional.empty());
        }
        Collection collection = found.get();
        Reading reading = collection.reading();
        Plan plan = Query.plan(reading.record(), command.spec());
        BsonDocument stages = PlanStages.of(command, plan, reading.record());
        return sections(stages, isExecuted ? Optional.of(run(collection, reading, plan)) : Optional.empty());
    }

    private boolean isOfDatabase() {
        return CommandRequest.typeOf(request.argument()) != BsonType.STRING && request.has("pipeline");
    }

    private Run run(Collection collection, Reading reading, Plan plan) {
        if (command.stage().equals(PlanStages.FAST_COUNT)) {
            return new Run(collection.count(reading), 0, new Effort(0, 0), 0);
        }
        long started = context.services().uptimeNanos();
        long found = 0;
        long changed = 0;
        try (Results results = Query.open(collection, reading, command.spec(), plan)) {
            for (Document document = results.next(); document != null; document = results.next()) {
                found++;
                changed += isChanged(document) ? 1 : 0;
            }
            long nanos = context.services().uptimeNanos() - started;
            return new Run(found, changed, effort(plan, results), TimeUnit.NANOSECONDS.toMillis(nanos));
        }
    }

    /** A walk over all documents reads no keys apart from theirs. */
    private static Effort effort(Plan plan, Results results) {
        Effort effort = results.effort();
        return plan instanceof Plan.CollectionScan ? new Effort(0, effort.documents()) : effort;
    }

    private boolean isChanged(Document document) {
        return command.update() != null && command.update().wouldChange(document, context.now());
    }

    private BsonDocument sections(BsonDocument stages, Optional<Run> run) {
        String namespace = request.database() + (isOfDatabase() ? ".$cmd.aggregate" : "." + request.collection());
        BsonDocument planner = new BsonDocument("namespace", new BsonString(namespace))
                .append("indexFilterSet", BsonBoolean.FALSE)
                .append("parsedQuery", command.filter())
                .append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
                .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
                .append("maxScansToExplodeReached", BsonBoolean.FALSE)
                .append("winningPlan", stages)
                .append("rejectedPlans", new BsonArray());
        BsonDocument sections = new BsonDocument("queryPlanner", planner);
        run.ifPresent(done -> sections.append("executionStats", statistics(stages, done)));
        return sections;
    }

    private BsonDocument statistics(BsonDocument stages, Run run) {
        return new BsonDocument("executionSuccess", BsonBoolean.TRUE)
                .append("nReturned", Trees.whole(command.stage().isEmpty() ? run.found : 0))
                .append("executionTimeMillis", Trees.whole(run.millis))
                .append("totalKeysExamined", Trees.whole(run.effort.keys()))
                .append("totalDocsExamined", Trees.whole(run.effort.documents()))
                .append("executionStages", executed(stages, run))
                .append("allPlansExecution", new BsonArray());
    }

    private BsonDocument executed(BsonDocument stages, Run run) {
        BsonDocument executed = PlanStages.executed(stages, run.effort, run.found);
        if (command.update() != null) {
            boolean upserts = run.found == 0 && command.update().upsert();
            return executed.append("nMatched", Trees.whole(run.found))
                    .append("nWouldModify", Trees.whole(run.changed))
                    .append("nWouldUpsert", Trees.whole(upserts ? 1 : 0));
        }
        return switch (command.stage()) {
            case "DELETE" -> executed.append("nWouldDelete", Trees.whole(run.found));
            case "COUNT", PlanStages.FAST_COUNT -> executed.append("nCounted", Trees.whole(run.found));
            default -> executed;
        };
    }
}
