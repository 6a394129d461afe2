package dev.mayfly.face.mongo.command.crud;

import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.read.DocumentCursor.Effort;
import dev.mayfly.face.mongo.collection.ClusteredIndex;
import dev.mayfly.face.mongo.collection.IdIndex;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.language.plan.Plan;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import dev.mayfly.face.mongo.query.Query;
import dev.mayfly.face.mongo.query.QuerySpec;
import java.util.Optional;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonInt64;
import org.bson.BsonString;

/** A plan as the tree of stages that MongoDB would show for it, the last to run outermost. */
final class PlanStages {
    static final String FAST_COUNT = "RECORD_STORE_FAST_COUNT";

    private static final long UNKNOWN = -1;
    private static final String CLUSTERED = "CLUSTERED_IXSCAN";
    private static final String VECTOR_SEARCH = "VECTOR_SEARCH";

    /** The stages that read documents. */
    private static final Set<String> READERS = Set.of("FETCH", "COLLSCAN", "IDHACK", CLUSTERED, VECTOR_SEARCH);

    private static final String STAGE = "stage";
    private static final String INPUT = "inputStage";

    private PlanStages() {}

    static BsonDocument of(ExplainedCommand command, Plan plan, CollectionRecord record) {
        if (command.stage().equals(FAST_COUNT)) {
            return stage(FAST_COUNT);
        }
        BsonDocument found =
                sorted(command.spec(), plan, found(plan, record, command.spec().sort()));
        if (!command.stage().isEmpty()) {
            return stage(command.stage()).append(INPUT, found);
        }
        BsonDocument window = windowed(command.spec(), found);
        return command.projection().isEmpty()
                ? window
                : stage("PROJECTION_DEFAULT")
                        .append("transformBy", command.projection())
                        .append(INPUT, window);
    }

    /** Returns the stage that finds the nearest by the vectors in memory. */
    static BsonDocument of(SearchedVectors searched) {
        return stage(VECTOR_SEARCH)
                .append("indexName", new BsonString(searched.query().index()))
                .append("path", new BsonString(searched.query().path()));
    }

    private static BsonDocument stage(String name) {
        return new BsonDocument(STAGE, new BsonString(name));
    }

    private static BsonDocument sorted(QuerySpec spec, Plan plan, BsonDocument input) {
        if (plan.sorted() || spec.sort().isEmpty()) {
            return input;
        }
        BsonDocument sort = stage("SORT")
                .append("sortPattern", spec.sort())
                .append("memLimit", new BsonInt64(Query.SORT_BYTES_MAX))
                .append("type", new BsonString("simple"));
        if (spec.limit() > 0) {
            sort.append("limitAmount", Trees.whole(spec.skip() + spec.limit()));
        }
        return sort.append(INPUT, input);
    }

    private static BsonDocument windowed(QuerySpec spec, BsonDocument input) {
        BsonDocument stages = input;
        if (spec.skip() > 0) {
            stages =
                    stage("SKIP").append("skipAmount", Trees.whole(spec.skip())).append(INPUT, stages);
        }
        if (spec.limit() > 0) {
            stages = stage("LIMIT")
                    .append("limitAmount", Trees.whole(spec.limit()))
                    .append(INPUT, stages);
        }
        return stages;
    }

    /**
     * Returns the plan's description with the options of its index; the order of the ids is shown as an index like
     * others.
     */
    private static BsonDocument found(Plan plan, CollectionRecord record, BsonDocument sort) {
        return switch (plan) {
            case Plan.IndexScan scan -> {
                BsonDocument stages = plan.explain();
                Optional<IndexDefinition> index = record.index(scan.index());
                index.ifPresent(found -> stages.getDocument(INPUT)
                        .append("indexName", new BsonString(IdIndex.shown(found.name())))
                        .append("keyPattern", IndexListing.key(found))
                        .append("isUnique", BsonBoolean.valueOf(found.unique()))
                        .append("isSparse", BsonBoolean.valueOf(found.sparse()))
                        .append("isPartial", BsonBoolean.valueOf(found.partial().length > 0))
                        .append("indexVersion", new BsonInt32(2)));
                yield stages;
            }
            case Plan.TextScan scan -> {
                BsonDocument stages = plan.explain();
                record.index(scan.index())
                        .ifPresent(index -> stages.append(
                                "textIndexVersion",
                                IndexListing.of(record, index).get("textIndexVersion", new BsonInt32(3))));
                yield stages;
            }
            case Plan.NearScan scan -> {
                BsonDocument stages = plan.explain();
                record.index(scan.index())
                        .ifPresent(index -> stages.append("keyPattern", IndexListing.key(index))
                                .append("indexVersion", new BsonInt32(2)));
                yield stages;
            }
            case Plan.KeyRangeScan _ -> byIds(plan.explain(), record);
            case Plan.KeyLookup lookup ->
                lookup.keys().size() == 1 && !ClusteredIndex.isOf(record)
                        ? plan.explain()
                        : byIds(plan.explain(), record);
            case Plan.CollectionScan _, Plan.DeadlineScan _ -> plan.explain();
            case Plan.Union union -> {
                BsonArray inputs = new BsonArray();
                union.branches().forEach(branch -> inputs.add(found(branch, record, sort)));
                boolean merges = union.sorted() && !sort.isEmpty();
                BsonDocument stages = stage(merges ? "SORT_MERGE" : "OR");
                if (merges) {
                    stages.append("sortPattern", sort);
                }
                yield stages.append("inputStages", inputs);
            }
        };
    }

    /** A clustered collection has no index apart from its documents. */
    private static BsonDocument byIds(BsonDocument stages, CollectionRecord record) {
        if (ClusteredIndex.isOf(record)) {
            return stage(CLUSTERED).append("direction", stages.getString("direction"));
        }
        BsonDocument scan = stage("IXSCAN")
                .append("direction", stages.getString("direction"))
                .append("indexName", new BsonString(IndexListing.ID_INDEX))
                .append("isMultiKey", BsonBoolean.FALSE)
                .append("keyPattern", new BsonDocument("_id", new BsonInt32(1)))
                .append("isUnique", BsonBoolean.TRUE)
                .append("isSparse", BsonBoolean.FALSE)
                .append("isPartial", BsonBoolean.FALSE)
                .append("indexVersion", new BsonInt32(2));
        return stage("FETCH").append(INPUT, scan);
    }

    /** Returns the same stages with their costs. */
    static BsonDocument executed(BsonDocument stages, ExplainedRun run, long found) {
        Effort effort = run.effort();
        BsonDocument executed = stages.clone();
        executed.remove(INPUT);
        String name = stages.getString(STAGE).getValue();
        long returned = returned(name, effort, found);
        if (returned != UNKNOWN) {
            executed.append("nReturned", Trees.whole(returned));
        }
        executed.append("executionTimeMillisEstimate", Trees.whole(run.millis()));
        if (name.equals("IXSCAN") || name.equals("IDHACK")) {
            executed.append("keysExamined", Trees.whole(effort.keys()));
        }
        if (READERS.contains(name)) {
            executed.append("docsExamined", Trees.whole(effort.documents()));
        }
        if (stages.containsKey(INPUT)) {
            boolean takesMore = name.equals("SORT") || name.equals("SKIP");
            executed.append(INPUT, executed(stages.getDocument(INPUT), run, takesMore ? UNKNOWN : found));
        }
        return executed;
    }

    private static long returned(String stage, Effort effort, long found) {
        return switch (stage) {
            case "IXSCAN" -> effort.documents();
            case "UPDATE", "DELETE", "COUNT", FAST_COUNT -> 0;
            default -> found;
        };
    }
}
