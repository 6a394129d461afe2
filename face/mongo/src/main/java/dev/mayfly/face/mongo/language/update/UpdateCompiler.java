package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;

import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Turns the {@code u} of an update, or the {@code update} of findAndModify, into an {@link Update}. */
public final class UpdateCompiler {
    private UpdateCompiler() {}

    /** The variables are what the command's {@code let} or {@code c} defines, and say how texts compare. */
    public static Update compile(BsonValue update, List<BsonDocument> arrayFilters, Variables variables) {
        if (update.isArray()) {
            refuseFilters(arrayFilters, "pipeline-style");
            return PipelineUpdate.compile(stages(update), variables);
        }
        if (!update.isDocument()) {
            throw failedToParse("Update argument must be either an object or an array");
        }
        BsonDocument document = update.asDocument();
        if (!document.isEmpty() && document.getFirstKey().startsWith("$")) {
            return ModifierUpdate.compile(document, arrayFilters, variables);
        }
        refuseFilters(arrayFilters, "replacement-style");
        return ReplacementUpdate.compile(document);
    }

    private static List<BsonDocument> stages(BsonValue pipeline) {
        List<BsonDocument> stages = new ArrayList<>();
        for (BsonValue stage : pipeline.asArray()) {
            if (!stage.isDocument()) {
                throw failedToParse("Each element of the 'pipeline' array must be an object");
            }
            stages.add(stage.asDocument());
        }
        return stages;
    }

    private static void refuseFilters(List<BsonDocument> arrayFilters, String style) {
        if (!arrayFilters.isEmpty()) {
            throw failedToParse("arrayFilters may not be specified for " + style + " updates");
        }
    }
}
