package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import java.util.HashSet;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $redact}: decides for each document, and each inside it, whether it is kept, dropped, or looked into. */
record RedactStage(Expression decision) implements Stage {
    private static final String DESCEND = "descend";
    private static final String PRUNE = "prune";
    private static final String KEEP = "keep";

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static RedactStage compile(String name, BsonValue argument, StageScope scope) {
        Set<String> variables = new HashSet<>(scope.variables());
        variables.addAll(Set.of("DESCEND", "PRUNE", "KEEP"));
        return new RedactStage(ExpressionCompiler.compile(argument, variables));
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        Variables variables = context.variables()
                .with("DESCEND", new BsonString(DESCEND))
                .with("PRUNE", new BsonString(PRUNE))
                .with("KEEP", new BsonString(KEEP));
        return Rows.mapped(input, row -> redacted(row, variables));
    }

    private @Nullable BsonDocument redacted(BsonDocument document, Variables variables) {
        BsonValue answer = decision.evaluate(TreeView.of(document), variables);
        String word = answer.isString() ? answer.asString().getValue() : "";
        return switch (word) {
            case KEEP -> document;
            case PRUNE -> null;
            case DESCEND -> descended(document, variables);
            default ->
                throw location(
                        17053,
                        "$redact's expression should not return anything aside from the variables $$KEEP, "
                                + "$$DESCEND, and $$PRUNE, but returned something else");
        };
    }

    private BsonDocument descended(BsonDocument document, Variables variables) {
        BsonDocument kept = new BsonDocument();
        document.forEach((name, value) -> {
            BsonValue left = inside(value, variables);
            if (left != null) {
                kept.put(name, left);
            }
        });
        return kept;
    }

    private @Nullable BsonValue inside(BsonValue value, Variables variables) {
        if (value.isDocument()) {
            return redacted(value.asDocument(), variables);
        }
        if (!value.isArray()) {
            return value;
        }
        BsonArray kept = new BsonArray();
        for (BsonValue element : value.asArray()) {
            BsonValue left = inside(element, variables);
            if (left != null) {
                kept.add(left);
            }
        }
        return kept;
    }
}
