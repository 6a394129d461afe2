package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.aggregation.Pipeline;
import dev.mayfly.face.mongo.language.aggregation.PipelineCompiler;
import dev.mayfly.face.mongo.language.aggregation.stage.CollectionReader;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.List;
import java.util.Set;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;

/** An update by a pipeline of stages that make one document of one. */
final class PipelineUpdate implements Update {
    private static final Set<String> STAGES =
            Set.of("$set", "$addFields", "$unset", "$project", "$replaceRoot", "$replaceWith");

    private final Pipeline pipeline;
    private final Variables variables;

    private PipelineUpdate(Pipeline pipeline, Variables variables) {
        this.pipeline = pipeline;
        this.variables = variables;
    }

    static PipelineUpdate compile(List<BsonDocument> stages, Variables variables) {
        Pipeline pipeline = PipelineCompiler.compile(stages, variables);
        for (BsonDocument stage : stages) {
            if (!STAGES.contains(stage.getFirstKey())) {
                throw new QueryException(
                        72, "InvalidOptions", stage.getFirstKey() + " is not allowed to be used within an update");
            }
        }
        return new PipelineUpdate(pipeline, variables);
    }

    @Override
    public UpdateResult apply(BsonDocument document, UpdateContext context) {
        PipelineContext pipelineContext = new PipelineContext(
                variables.with("NOW", new BsonDateTime(context.nowMillis())), CollectionReader.NONE);
        BsonDocument computed;
        try (Rows rows = pipeline.run(Rows.of(List.of(document)), pipelineContext)) {
            computed = rows.next();
        }
        if (computed == null) {
            throw location(51061, "the pipeline of an update made no document");
        }
        BsonDocument result = DocumentIdentity.replace(document, computed);
        Trees.checkDepth(result);
        boolean changed = context.insert() || !Trees.identical(document, result);
        return new UpdateResult(changed ? result : document, changed);
    }
}
