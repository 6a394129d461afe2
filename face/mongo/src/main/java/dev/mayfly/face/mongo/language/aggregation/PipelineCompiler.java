package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.plan.SortCompiler;
import dev.mayfly.face.mongo.language.value.Numbers;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Turns the stages of a pipeline, as documents write them, into a {@link Pipeline}. */
public final class PipelineCompiler {
    private static final int STAGES_MAX = 1000;
    private static final Set<String> SOURCES = Set.of(
            "$collStats",
            "$indexStats",
            "$currentOp",
            "$listSessions",
            "$listLocalSessions",
            "$planCacheStats",
            "$listSearchIndexes");

    /** Stages that search a collection, and hence begin a pipeline. */
    private static final Set<String> SEARCHES = Set.of("$geoNear", VectorSearchStage.NAME);

    private static final Set<String> OUTPUTS = Set.of("$out", "$merge");

    /** Stages that make their rows one by one of those that they get, so that an order stays. */
    private static final Set<String> KEEP_ORDER = Set.of(
            "$match",
            "$limit",
            "$skip",
            "$project",
            "$addFields",
            "$set",
            "$unset",
            "$unwind",
            "$replaceRoot",
            "$replaceWith",
            "$redact");

    /** The stages among these that read the values by which a row was sorted. */
    private static final Set<String> READ_ORDER =
            Set.of("$project", "$addFields", "$set", "$replaceRoot", "$replaceWith");

    /** Stages that MongoDB has and that are not built here. */
    private static final Set<String> NOT_BUILT = Set.of("$search", "$searchMeta");

    private PipelineCompiler() {}

    /** A pipeline that may read these variables beside the built-in ones, and compares texts as they say. */
    public static Pipeline compile(List<BsonDocument> stages, Variables variables) {
        return compile(stages, StageScope.of(variables));
    }

    static Pipeline matching(Pipeline compiled, BsonDocument match, Variables variables) {
        List<BsonDocument> stages = new ArrayList<>(compiled.written());
        stages.add(new BsonDocument("$match", match));
        StageScope scope = StageScope.of(variables);
        List<Pipeline.Step> steps = new ArrayList<>();
        for (BsonDocument stage : PipelineOptimizer.optimize(stages)) {
            // No $sort may give out fewer rows than before, since no $limit comes to stand behind it.
            Pipeline.Step known = compiled.compiled(argument(stage));
            String name = stage.getFirstKey();
            steps.add(
                    known == null
                            ? new Pipeline.Step(name, argument(stage), stage(name, argument(stage), 0, scope))
                            : known);
        }
        return compiled.withSteps(steps);
    }

    /** The stages in an array, each of which must be a document. */
    public static List<BsonDocument> stages(BsonValue pipeline) {
        if (!pipeline.isArray()) {
            throw typeMismatch("'pipeline' option must be specified as an array");
        }
        List<BsonDocument> stages = new ArrayList<>();
        for (BsonValue stage : pipeline.asArray()) {
            if (!stage.isDocument()) {
                throw typeMismatch("Each element of the 'pipeline' array must be an object");
            }
            stages.add(stage.asDocument());
        }
        return stages;
    }

    /** Returns whether MongoDB has a stage of this name, whether or not it is implemented here. */
    public static boolean isStage(String name) {
        return SOURCES.contains(name)
                || OUTPUTS.contains(name)
                || NOT_BUILT.contains(name)
                || StageTable.ALL.containsKey(name);
    }

    static Pipeline compile(List<BsonDocument> stages, StageScope scope) {
        if (stages.size() > STAGES_MAX) {
            throw location(7749501, "Pipeline length must be no longer than " + STAGES_MAX + " stages.");
        }
        for (int i = 0; i < stages.size(); i++) {
            checkPlace(stages, i, scope);
        }
        List<BsonDocument> rest = new ArrayList<>(stages);
        SourceStage source = null;
        OutputStage output = null;
        if (!rest.isEmpty() && SOURCES.contains(rest.getFirst().getFirstKey())) {
            BsonDocument first = rest.removeFirst();
            source = new SourceStage(first.getFirstKey(), argument(first));
        }
        if (!rest.isEmpty() && OUTPUTS.contains(rest.getLast().getFirstKey())) {
            BsonDocument last = rest.removeLast();
            output = new OutputStage(last.getFirstKey(), argument(last));
        }
        return new Pipeline(source, steps(PipelineOptimizer.optimize(rest), searched(rest, scope)), output);
    }

    /** Returns the scope in which stages may ask for what a search tells, if the pipeline begins with one. */
    private static StageScope searched(List<BsonDocument> stages, StageScope scope) {
        String first = stages.isEmpty() ? "" : stages.getFirst().getFirstKey();
        if (first.equals("$geoNear")) {
            return scope.telling(List.of(MetaVariables.NEAR_DISTANCE, MetaVariables.NEAR_PLACE));
        }
        if (first.equals(VectorSearchStage.NAME)) {
            return scope.telling(List.of(MetaVariables.VECTOR_SCORE));
        }
        return first.equals("$match") && Paths.mentions(argument(stages.getFirst()), "$text")
                ? scope.telling(List.of(MetaVariables.TEXT_SCORE))
                : scope;
    }

    private static void checkPlace(List<BsonDocument> stages, int at, StageScope scope) {
        BsonDocument stage = stages.get(at);
        if (stage.size() != 1) {
            throw location(40323, "A pipeline stage specification object must contain exactly one field.");
        }
        String name = stage.getFirstKey();
        if (OUTPUTS.contains(name) && at < stages.size() - 1) {
            throw location(40601, name + " can only be the final stage in the pipeline");
        }
        if (OUTPUTS.contains(name) && scope.depth() > 0) {
            throw location(51047, name + " is not allowed within a sub-pipeline");
        }
        if ((SOURCES.contains(name) || name.equals("$documents") || SEARCHES.contains(name)) && at > 0) {
            throw location(40602, name + " is only valid as the first stage in a pipeline.");
        }
        if (at > 0 && name.equals("$match") && Paths.mentions(argument(stage), "$text")) {
            throw location(17313, "$match with $text is only allowed as the first pipeline stage");
        }
        if (name.equals("$changeStream") && scope.depth() > 0) {
            throw location(51047, name + " is not allowed within a sub-pipeline");
        }
        if (name.equals("$changeStream")) {
            throw location(40573, "The $changeStream stage is only supported on replica sets");
        }
        if (NOT_BUILT.contains(name)) {
            throw new QueryException(238, "NotImplemented", "The stage " + name + " is not supported");
        }
        if (!SOURCES.contains(name) && !OUTPUTS.contains(name) && !StageTable.ALL.containsKey(name)) {
            throw location(40324, "Unrecognized pipeline stage name: '" + name + "'");
        }
    }

    private static List<Pipeline.Step> steps(List<BsonDocument> stages, StageScope scope) {
        List<String> names = stages.stream().map(BsonDocument::getFirstKey).toList();
        List<BsonValue> arguments =
                stages.stream().map(PipelineCompiler::argument).toList();
        List<Pipeline.Step> steps = new ArrayList<>();
        StageScope here = scope;
        for (int i = 0; i < stages.size(); i++) {
            long limit = limitAt(names, arguments.subList(i + 1, arguments.size()), i + 1);
            Stage stage =
                    stage(names.get(i), arguments.get(i), limit, READ_ORDER.contains(names.get(i)) ? here : scope);
            here = names.get(i).equals("$sort") ? scope.sorted() : KEEP_ORDER.contains(names.get(i)) ? here : scope;
            steps.add(new Pipeline.Step(names.get(i), arguments.get(i), stage));
        }
        return steps;
    }

    private static Stage stage(String name, BsonValue argument, long limit, StageScope scope) {
        StageCompiler compiler = StageTable.ALL.get(name);
        if (compiler == null) {
            throw location(40324, "Unrecognized pipeline stage name: '" + name + "'");
        }
        if (name.equals("$sort") && argument.isDocument() && !scope.tells(MetaVariables.TEXT_SCORE)) {
            if (argument.asDocument().values().stream().anyMatch(MetaVariables::isTextScore)) {
                throw SortCompiler.noScore();
            }
        }
        return name.equals("$sort") ? SortStage.compile(argument, limit) : compiler.compile(name, argument, scope);
    }

    /**
     * Returns the number of rows that the stages from here on can use, by {@code $skip} and {@code $limit}; 0 for all.
     */
    static long limitAt(List<String> names, List<BsonValue> arguments, int from) {
        long skipped = 0;
        for (int i = 0; i < arguments.size(); i++) {
            Long count = whole(arguments.get(i));
            if (count == null || count < 0) {
                return 0;
            }
            switch (names.get(from + i)) {
                case "$skip" -> skipped += count;
                case "$limit" -> {
                    return skipped + count < 0 ? 0 : skipped + count;
                }
                default -> {
                    return 0;
                }
            }
        }
        return 0;
    }

    private static @Nullable Long whole(BsonValue value) {
        return Trees.isNumber(value) ? (Long) Numbers.longOf(value) : null;
    }

    private static BsonValue argument(BsonDocument stage) {
        return stage.values().iterator().next();
    }
}
