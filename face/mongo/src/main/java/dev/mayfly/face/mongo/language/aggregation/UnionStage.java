package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $unionWith}: the rows, then those of another collection's pipeline. */
record UnionStage(@Nullable String collection, Pipeline pipeline) implements Stage {
    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static UnionStage compile(String name, BsonValue argument, StageScope scope) {
        if (argument.isString()) {
            return new UnionStage(
                    argument.asString().getValue(), PipelineCompiler.compile(List.of(), scope.inner(Set.of())));
        }
        if (!argument.isDocument()) {
            throw failedToParse("the $unionWith stage specification must be an object or string, but found "
                    + TypeNames.of(argument));
        }
        BsonDocument options = argument.asDocument();
        for (String option : options.keySet()) {
            if (!option.equals("coll") && !option.equals("pipeline")) {
                throw failedToParse("BSON field '$unionWith." + option + "' is an unknown field.");
            }
        }
        BsonValue collection = options.get("coll");
        BsonValue pipeline = options.get("pipeline");
        if (collection != null && !collection.isString()) {
            throw failedToParse("BSON field '$unionWith.coll' is the wrong type '" + TypeNames.of(collection)
                    + "', expected type 'string'");
        }
        List<BsonDocument> stages = pipeline == null ? List.of() : PipelineCompiler.stages(pipeline);
        if (collection == null && (stages.isEmpty() || !stages.getFirst().containsKey("$documents"))) {
            throw failedToParse("$unionWith stage without explicit collection must have a pipeline with $documents as "
                    + "first stage");
        }
        return new UnionStage(
                collection == null ? null : collection.asString().getValue(),
                PipelineCompiler.compile(stages, scope.inner(Set.of())));
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return new UnitedRows(input, context);
    }

    private final class UnitedRows implements Rows {
        private final Rows first;
        private final PipelineContext context;
        private @Nullable Rows second;

        private UnitedRows(Rows first, PipelineContext context) {
            this.first = first;
            this.context = context;
        }

        @Override
        public @Nullable BsonDocument next() {
            Rows others = second;
            if (others == null) {
                BsonDocument row = first.next();
                if (row != null) {
                    return row;
                }
                others = others();
                second = others;
            }
            return others.next();
        }

        private Rows others() {
            if (collection == null) {
                return pipeline.run(Rows.of(List.of()), context);
            }
            Pipeline located = pipeline.searching(() -> context.reader().searched(collection));
            boolean bound = Paths.mentions(located.leadingMatch(), "$expr");
            BsonDocument match = bound ? new BsonDocument() : located.leadingMatch();
            Pipeline rest = bound ? located : located.withoutMatch();
            return rest.run(context.reader().read(collection, match), context);
        }

        @Override
        public void close() {
            first.close();
            if (second != null) {
                second.close();
            }
        }
    }
}
