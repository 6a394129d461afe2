package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.command.CommandContext;
import dev.mayfly.face.mongo.command.CommandRequest;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.query.Query;
import java.util.List;
import java.util.Optional;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt64;
import org.bson.BsonString;
import org.bson.BsonType;
import org.jspecify.annotations.Nullable;

/** The sections of an answer to explain: the plan, and the cost of carrying it out. */
final class PlanReport {
    private final CommandContext context;
    private final CommandRequest request;
    private final ExplainedCommand command;
    private final Verbosity verbosity;

    PlanReport(CommandContext context, CommandRequest request, ExplainedCommand command, Verbosity verbosity) {
        this.context = context;
        this.request = request;
        this.command = command;
        this.verbosity = verbosity;
    }

    /** Returns the whole answer; for a pipeline stage by stage, the query first. */
    BsonDocument document() {
        Optional<Collection> found = isOfDatabase()
                ? Optional.empty()
                : context.services().collections().find(request.database(), request.collection());
        if (found.isEmpty()) {
            ExplainedRun run = verbosity.isExecuted() ? ExplainedRun.ofNothing(command) : null;
            return document(new BsonDocument("stage", new BsonString("EOF")), run);
        }
        Collection collection = found.get();
        ReadView reading = collection.reading(context.instant());
        Plan plan = Query.plan(reading.record(), command.spec());
        ExplainedRun run = verbosity.isExecuted() ? ExplainedRun.of(context, command, collection, reading, plan) : null;
        return document(stages(plan, reading.record(), run), run);
    }

    /** A search for the nearest vectors looks at all documents only if those in memory cannot tell, which shows when it is run. */
    private BsonDocument stages(Plan plan, CollectionRecord record, @Nullable ExplainedRun run) {
        SearchedVectors vectors = command.rest() == null ? null : command.rest().vectors();
        boolean isNearest = vectors != null && (run == null ? Query.mayBeNearest(record, plan) : run.byVectors());
        return vectors != null && isNearest ? PlanStages.of(vectors) : PlanStages.of(command, plan, record);
    }

    private boolean isOfDatabase() {
        return CommandRequest.typeOf(request.argument()) != BsonType.STRING && request.has("pipeline");
    }

    private BsonDocument document(BsonDocument plan, @Nullable ExplainedRun run) {
        ExplainedCommand.Rest rest = command.rest();
        if (rest == null) {
            return query(plan, run);
        }
        BsonArray stages = new BsonArray();
        if (rest.pipeline().source().isEmpty()) {
            stages.add(executed(new BsonDocument("$cursor", query(plan, run)), run, run == null ? 0 : run.found()));
        }
        List<BsonDocument> behind = rest.pipeline().stages();
        for (int at = 0; at < behind.size(); at++) {
            stages.add(
                    run != null && at < run.given().length
                            ? executed(behind.get(at), run, run.given()[at])
                            : executed(behind.get(at), null, 0));
        }
        return new BsonDocument("stages", stages);
    }

    private static BsonDocument executed(BsonDocument stage, @Nullable ExplainedRun run, long given) {
        return run == null
                ? stage
                : stage.append("nReturned", new BsonInt64(given))
                        .append("executionTimeMillisEstimate", new BsonInt64(run.millis()));
    }

    private BsonDocument query(BsonDocument stages, @Nullable ExplainedRun run) {
        String namespace = request.database() + (isOfDatabase() ? ".$cmd.aggregate" : "." + request.collection());
        BsonDocument planner = new BsonDocument("namespace", new BsonString(namespace))
                .append("indexFilterSet", BsonBoolean.FALSE)
                .append("parsedQuery", command.filter());
        Collation collation = command.spec().collation();
        if (!collation.isSimple()) {
            planner.append("collation", collation.spec());
        }
        planner.append("maxIndexedOrSolutionsReached", BsonBoolean.FALSE)
                .append("maxIndexedAndSolutionsReached", BsonBoolean.FALSE)
                .append("maxScansToExplodeReached", BsonBoolean.FALSE)
                .append("winningPlan", stages)
                .append("rejectedPlans", new BsonArray());
        BsonDocument sections = new BsonDocument("queryPlanner", planner);
        return run == null ? sections : sections.append("executionStats", statistics(stages, run));
    }

    private BsonDocument statistics(BsonDocument stages, ExplainedRun run) {
        BsonDocument statistics = new BsonDocument("executionSuccess", BsonBoolean.TRUE)
                .append("nReturned", Trees.whole(command.stage().isEmpty() ? run.found() : 0))
                .append("executionTimeMillis", Trees.whole(run.millis()))
                .append("totalKeysExamined", Trees.whole(run.effort().keys()))
                .append("totalDocsExamined", Trees.whole(run.effort().documents()))
                .append("executionStages", executed(stages, run));
        // No other plan is ever tried.
        return verbosity == Verbosity.ALL_PLANS_EXECUTION
                ? statistics.append("allPlansExecution", new BsonArray())
                : statistics;
    }

    private static void tellOfDisk(BsonDocument executed) {
        boolean usedDisk = OperationContext.current().stats().hasUsedDisk();
        for (BsonDocument stage = executed; stage != null; stage = stage.getDocument("inputStage", null)) {
            if (stage.getString("stage").getValue().equals("SORT")) {
                stage.put("usedDisk", BsonBoolean.valueOf(usedDisk));
            }
        }
    }

    private BsonDocument executed(BsonDocument stages, ExplainedRun run) {
        BsonDocument executed = PlanStages.executed(stages.clone(), run, run.found());
        tellOfDisk(executed);
        if (command.update() != null) {
            boolean upserts = run.found() == 0 && command.update().upsert();
            return executed.append("nMatched", Trees.whole(run.found()))
                    .append("nWouldModify", Trees.whole(run.changed()))
                    .append("nWouldUpsert", Trees.whole(upserts ? 1 : 0));
        }
        return switch (command.stage()) {
            case "DELETE" -> executed.append("nWouldDelete", Trees.whole(run.found()));
            case "COUNT", PlanStages.FAST_COUNT -> executed.append("nCounted", Trees.whole(run.found()));
            default -> executed;
        };
    }
}
