package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.SearchedCollection;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.vector.SearchedVectors;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** A compiled pipeline. Immutable and safe for concurrent use. */
public final class Pipeline {
    /** One stage, as it is written and as it runs. */
    record Step(String name, BsonValue argument, Stage stage) {}

    private final @Nullable SourceStage source;
    private final List<Step> steps;
    private final @Nullable OutputStage output;

    Pipeline(@Nullable SourceStage source, List<Step> steps, @Nullable OutputStage output) {
        this.source = source;
        this.steps = List.copyOf(steps);
        this.output = output;
    }

    /** The stage that makes rows without reading the collection: its caller makes them. */
    public Optional<SourceStage> source() {
        return Optional.ofNullable(source);
    }

    /** The stage that writes the rows: its caller writes them. */
    public Optional<OutputStage> output() {
        return Optional.ofNullable(output);
    }

    /** The query that rows must match before anything else is done; empty if there is none. */
    public BsonDocument leadingMatch() {
        return is(0, "$match") ? steps.getFirst().argument.asDocument() : new BsonDocument();
    }

    /** Returns whether the pipeline begins with a search that depends on its collection's indexes. */
    public boolean isSearch() {
        return is(0, "$geoNear") || is(0, VectorSearchStage.NAME);
    }

    /**
     * Returns the pipeline whose leading query finds what its search asks for.
     *
     * @param collection asked if the pipeline is a search
     */
    public Pipeline searching(Supplier<SearchedCollection> collection) {
        if (is(0, "$geoNear")) {
            BsonValue argument = steps.getFirst().argument;
            String named = GeoNearStage.key(argument);
            String path = named == null ? collection.get().nearPath() : named;
            return searching(GeoNearStage.query(argument, path), GeoNearStage.over(argument, path));
        }
        if (is(0, VectorSearchStage.NAME)) {
            VectorSearchStage written = (VectorSearchStage) steps.getFirst().stage;
            VectorSearchStage stage = written.over(
                    collection.get().vectorIndex(written.query().index()).orElse(null));
            return searching(stage.candidates(), stage);
        }
        return this;
    }

    private Pipeline searching(BsonDocument query, Stage stage) {
        Step first = steps.getFirst();
        List<Step> searching = new ArrayList<>(steps);
        searching.set(0, new Step(first.name, first.argument, stage));
        // The query is planned, and never runs as a stage.
        searching.addFirst(new Step("$match", query, (rows, _) -> rows));
        return new Pipeline(source, searching, output);
    }

    /** Returns the search for the nearest vectors that follows the leading query; empty if there is none. */
    public Optional<SearchedVectors> searchedVectors() {
        return is(1, VectorSearchStage.NAME) ? ((VectorSearchStage) steps.get(1).stage).searched() : Optional.empty();
    }

    /** The order wanted after the leading query; empty if there is none. */
    public BsonDocument leadingSort() {
        int at = is(0, "$match") ? 1 : 0;
        return is(at, "$sort") ? steps.get(at).argument.asDocument() : new BsonDocument();
    }

    /** Returns the number of rows needed after the leading query and order; 0 for all. */
    public long leadingLimit() {
        int at = (is(0, "$match") ? 1 : 0) + (leadingSort().isEmpty() ? 0 : 1);
        return PipelineCompiler.limitAt(steps.stream().map(Step::name).toList(), argumentsFrom(at), at);
    }

    private List<BsonValue> argumentsFrom(int at) {
        return steps.stream().skip(at).map(Step::argument).toList();
    }

    private boolean is(int at, String name) {
        return at < steps.size() && steps.get(at).name.equals(name);
    }

    /** Returns the pipeline that remains for rows that match the leading query. */
    public Pipeline withoutMatch() {
        return is(0, "$match") ? from(1) : this;
    }

    /** Returns the pipeline that remains for rows that match the leading query and come in the leading order. */
    public Pipeline withoutMatchAndSort() {
        Pipeline rest = withoutMatch();
        return rest.is(0, "$sort") ? rest.from(1) : rest;
    }

    private Pipeline from(int at) {
        return new Pipeline(source, steps.subList(at, steps.size()), output);
    }

    /**
     * Returns the pipeline with one more query after the last stage, which moves towards the front where it may. Stages
     * already compiled are not compiled again.
     */
    public Pipeline matching(BsonDocument match, Variables variables) {
        return PipelineCompiler.matching(this, match, variables);
    }

    /** The step that was compiled of this very argument, or null. */
    @SuppressWarnings("ReferenceEquality") // An argument is the step's own, or it is another's.
    @Nullable
    Step compiled(BsonValue argument) {
        for (Step step : steps) {
            if (step.argument == argument) {
                return step;
            }
        }
        return null;
    }

    /** Returns the pipeline with these steps in place of its own. */
    Pipeline withSteps(List<Step> others) {
        return new Pipeline(source, others, output);
    }

    /** Returns the stages as they are written. */
    List<BsonDocument> written() {
        return steps.stream()
                .map(step -> new BsonDocument(step.name, step.argument))
                .toList();
    }

    /** Returns whether rows must come with their deadlines. */
    public boolean asksForDeadlines() {
        return steps.stream().anyMatch(step -> DeadlineField.isAskedWithin(step.argument));
    }

    /** Returns whether a stage asks for a fact that a search tells. */
    public boolean asksFor(String argument) {
        return steps.stream().anyMatch(step -> MetaVariables.isAskedWithin(step.argument, argument));
    }

    /** Returns whether a stage reads the values by which rows were sorted. */
    public boolean asksForOrder() {
        return steps.stream().anyMatch(step -> MetaVariables.isAskedWithin(step.argument, MetaVariables.SORT_KEY));
    }

    /** Returns whether the pipeline leaves its rows unchanged. */
    public boolean isEmpty() {
        return steps.isEmpty();
    }

    /** The stages as they run, after whatever goes better in another order was put so. */
    public List<BsonDocument> stages() {
        List<BsonDocument> stages = new ArrayList<>();
        if (source != null) {
            stages.add(new BsonDocument(source.name(), source.argument()));
        }
        stages.addAll(written());
        if (output != null) {
            stages.add(new BsonDocument(output.name(), output.argument()));
        }
        return stages;
    }

    /** As {@link #run}, and counts how many rows each stage gives out, in the order of the stages. */
    public Rows counted(Rows input, PipelineContext context, long[] given) {
        Rows rows = input;
        for (int at = 0; at < steps.size(); at++) {
            rows = new CountedRows(steps.get(at).stage.over(rows, context), given, at);
        }
        return rows;
    }

    /** The rows that come out when these go in; closing them closes the input. */
    public Rows run(Rows input, PipelineContext context) {
        Rows rows = input;
        for (Step step : steps) {
            rows = step.stage.over(rows, context);
        }
        return rows;
    }
}
