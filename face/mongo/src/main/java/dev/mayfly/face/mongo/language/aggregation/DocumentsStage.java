package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** {@code $documents}: rows that the pipeline brings itself, in place of those of a collection. */
record DocumentsStage(Expression documents) implements Stage {
    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static DocumentsStage compile(String name, BsonValue argument, StageScope scope) {
        return new DocumentsStage(ExpressionCompiler.compile(argument, scope.variables()));
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, _ -> evaluate(context).iterator());
    }

    private List<BsonDocument> evaluate(PipelineContext context) {
        BsonValue value = documents.evaluate(TreeView.of(new BsonDocument()), context.variables());
        if (!value.isArray()) {
            throw location(5858203, "an array is expected, found " + TypeNames.of(value));
        }
        List<BsonDocument> rows = new ArrayList<>();
        for (BsonValue row : value.asArray()) {
            if (!row.isDocument()) {
                throw location(40228, "$documents must evaluate to an array of objects, found " + TypeNames.of(row));
            }
            rows.add(row.asDocument());
        }
        return rows;
    }
}
