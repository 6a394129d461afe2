package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.stage.Paths;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.projection.Projection;
import dev.mayfly.face.mongo.language.projection.ProjectionCompiler;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.Truth;
import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** Stages that make one document of one document. */
final class ShapeStages {
    private ShapeStages() {}

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage project(String name, BsonValue argument, StageScope scope) {
        Projection projection = ProjectionCompiler.project(argument, scope.variables());
        boolean asksForOrder = asksForOrder(argument);
        return isExclusion(argument.asDocument())
                ? new ReshapeStage(projection, true, asksForOrder)
                : (input, context) -> Rows.mapped(
                        input,
                        row -> MetaVariables.carried(
                                row, projection.apply(row, context.variables(input, asksForOrder))));
    }

    static Stage set(String name, BsonValue argument, StageScope scope) {
        Projection projection = ProjectionCompiler.set(name, argument, scope.variables());
        return new ReshapeStage(projection, Paths.holds(argument, "$$REMOVE"), asksForOrder(argument));
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage unset(String name, BsonValue argument, StageScope scope) {
        return new ReshapeStage(ProjectionCompiler.unset(argument), true, false);
    }

    /** Returns whether a projection only excludes fields. */
    private static boolean isExclusion(BsonDocument projection) {
        return projection.entrySet().stream().allMatch(field -> isLeftOut(field.getKey(), field.getValue()));
    }

    private static boolean isLeftOut(String path, BsonValue value) {
        if (value.isDocument()) {
            return !value.asDocument().isEmpty()
                    && !value.asDocument().getFirstKey().startsWith("$")
                    && isExclusion(value.asDocument());
        }
        return path.equals("_id") || ((value.isBoolean() || Trees.isNumber(value)) && !Truth.of(value));
    }

    private static boolean asksForOrder(BsonValue argument) {
        return MetaVariables.isAskedWithin(argument, MetaVariables.SORT_KEY);
    }

    static Stage replaceRoot(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(
                    40229, "expected an object as specification for $replaceRoot stage, got " + TypeNames.of(argument));
        }
        for (String field : argument.asDocument().keySet()) {
            if (!field.equals("newRoot")) {
                throw location(40415, "BSON field '$replaceRoot." + field + "' is an unknown field.");
            }
        }
        BsonValue newRoot = argument.asDocument().get("newRoot");
        if (newRoot == null) {
            throw location(40414, "BSON field '$replaceRoot.newRoot' is missing but a required field");
        }
        return replaceWith(name, newRoot, scope);
    }

    static Stage replaceWith(String name, BsonValue argument, StageScope scope) {
        Expression newRoot = ExpressionCompiler.compile(argument, scope.variables());
        String role = name.equals("$replaceRoot") ? "'newRoot' expression " : "'replacement document' ";
        boolean asksForOrder = asksForOrder(argument);
        return (input, context) ->
                Rows.mapped(input, row -> evaluate(newRoot, row, context.variables(input, asksForOrder), role));
    }

    private static BsonDocument evaluate(Expression newRoot, BsonDocument row, Variables variables, String role) {
        BsonValue value = newRoot.evaluate(TreeView.of(row), variables);
        if (!value.isDocument()) {
            boolean isMissing = ExpressionValues.isMissing(value);
            throw location(
                    40228,
                    role + "must evaluate to an object, but resulting value was: "
                            + (isMissing ? "MISSING" : BsonText.of(value)) + ". Type of resulting value: '"
                            + TypeNames.of(value) + "'. Input document: " + BsonText.of(row));
        }
        return value.asDocument();
    }
}
