package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $bucket} and {@code $sortByCount}: a group and a sort in one. */
final class BucketStages {
    private static final BsonDocument COUNT = new BsonDocument("$sum", new BsonInt32(1));
    private static final Set<String> OPTIONS = Set.of("groupBy", "boundaries", "default", "output");

    private BucketStages() {}

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage sortByCount(String name, BsonValue argument, StageScope scope) {
        boolean isPath = argument.isString() && argument.asString().getValue().startsWith("$");
        boolean isExpression = argument.isDocument()
                && argument.asDocument().size() == 1
                && argument.asDocument().getFirstKey().startsWith("$");
        if (argument.isDocument() && !isExpression) {
            throw location(
                    40147,
                    "the sortByCount field must be defined as a $-prefixed path or an expression inside an object");
        }
        if (!isPath && !isExpression) {
            throw location(
                    argument.isString() ? 40148 : 40149,
                    argument.isString()
                            ? "the sortByCount field must be defined as a $-prefixed path"
                            : "the sortByCount field must be specified as a string or as an object");
        }
        BsonDocument group = new BsonDocument("_id", argument).append("count", COUNT);
        return groupAndSort(group, new BsonDocument("count", new BsonInt32(-1)), scope);
    }

    private static Stage groupAndSort(BsonDocument group, BsonDocument order, StageScope scope) {
        Stage grouped = GroupStage.compile("$group", group, scope);
        Stage sorted = SortStage.compile(order, 0);
        return (input, context) -> sorted.over(grouped.over(input, context), context);
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static Stage bucket(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(
                    40201,
                    "Argument to $bucket stage must be an object, but found type: " + TypeNames.of(argument) + ".");
        }
        BsonDocument options = argument.asDocument();
        for (String option : options.keySet()) {
            if (!OPTIONS.contains(option)) {
                throw location(40197, "Unrecognized option to $bucket: " + option + ".");
            }
        }
        BsonValue groupBy = options.get("groupBy");
        BsonValue boundaries = options.get("boundaries");
        if (groupBy == null || boundaries == null) {
            throw location(40198, "$bucket requires 'groupBy' and 'boundaries' to be specified.");
        }
        checkGroupBy("$bucket", 40202, groupBy);
        List<BsonValue> bounds = checkedBoundaries(boundaries, scope);
        BsonValue otherwise = options.containsKey("default")
                ? constant(
                        options.get("default"),
                        40195,
                        "'default' field must be a constant expression, but found",
                        scope)
                : null;
        BsonDocument group = new BsonDocument("_id", chooseBucket(groupBy, bounds, otherwise, scope.collation()));
        group.putAll(output(options.get("output"), 40196, "$bucket"));
        return groupAndSort(group, new BsonDocument("_id", new BsonInt32(1)), scope);
    }

    static void checkGroupBy(String stage, int code, BsonValue groupBy) {
        boolean isPath = groupBy.isString() && groupBy.asString().getValue().startsWith("$");
        boolean isExpression = groupBy.isDocument()
                && !groupBy.asDocument().isEmpty()
                && groupBy.asDocument().getFirstKey().startsWith("$");
        if (!isPath && !isExpression) {
            throw location(
                    code,
                    "The " + stage
                            + " 'groupBy' field must be defined as a $-prefixed path or an expression, but found: "
                            + BsonText.of(groupBy) + ".");
        }
    }

    static BsonDocument output(@Nullable BsonValue output, int code, String stage) {
        if (output == null) {
            return new BsonDocument("count", COUNT);
        }
        if (!output.isDocument()) {
            throw location(
                    code,
                    "The " + stage + " 'output' field must be an object, but found type: " + TypeNames.of(output)
                            + ".");
        }
        return output.asDocument();
    }

    private static List<BsonValue> checkedBoundaries(BsonValue boundaries, StageScope scope) {
        if (!boundaries.isArray()) {
            throw location(
                    40200,
                    "The $bucket 'boundaries' field must be an array, but found type: " + TypeNames.of(boundaries)
                            + ".");
        }
        List<BsonValue> bounds = boundaries.asArray().stream()
                .map(bound -> constant(
                        bound,
                        40191,
                        "'boundaries' field must be an array of constant expressions, but found expression",
                        scope))
                .toList();
        if (bounds.size() < 2) {
            throw location(
                    40192,
                    "The $bucket 'boundaries' field must have at least 2 values, but found " + bounds.size()
                            + " value(s).");
        }
        for (int i = 1; i < bounds.size(); i++) {
            BsonValue lower = bounds.get(i - 1);
            BsonValue upper = bounds.get(i);
            if (bracket(lower) != bracket(upper)) {
                throw location(
                        40193,
                        "All values in the the 'boundaries' option to $bucket must have the same type. Found conflicting "
                                + "types " + TypeNames.of(lower) + " and " + TypeNames.of(upper) + ".");
            }
            if (scope.collation().compare(lower, upper) >= 0) {
                throw location(
                        40194,
                        "The 'boundaries' option to $bucket must be sorted, but elements " + (i - 1) + " and " + i
                                + " are not in ascending order (" + BsonText.of(lower) + " is not less than "
                                + BsonText.of(upper) + ").");
            }
        }
        return bounds;
    }

    /** The value of an expression that reads nothing of a document. */
    private static BsonValue constant(BsonValue expression, int code, String fault, StageScope scope) {
        if (!isConstant(expression)) {
            throw location(code, "The $bucket " + fault + ": " + BsonText.of(expression) + ".");
        }
        return ExpressionCompiler.compile(expression, scope.variables())
                .evaluate(TreeView.of(new BsonDocument()), Variables.NONE);
    }

    private static boolean isConstant(BsonValue expression) {
        if (expression.isDocument()) {
            BsonDocument document = expression.asDocument();
            return document.containsKey("$literal")
                    || document.containsKey("$const")
                    || (!document.containsKey("$rand")
                            && document.values().stream().allMatch(BucketStages::isConstant));
        }
        return expression.isArray()
                ? expression.asArray().stream().allMatch(BucketStages::isConstant)
                : !expression.isString() || !expression.asString().getValue().startsWith("$");
    }

    private static int bracket(BsonValue value) {
        View view = TreeView.of(value);
        return view.type().bracket();
    }

    private static BsonDocument chooseBucket(
            BsonValue groupBy, List<BsonValue> bounds, @Nullable BsonValue otherwise, Collation collation) {
        BsonArray branches = new BsonArray();
        for (int i = 1; i < bounds.size(); i++) {
            BsonValue lower = literal(bounds.get(i - 1));
            BsonArray within = new BsonArray(List.of(
                    new BsonDocument("$gte", new BsonArray(List.of(groupBy, lower))),
                    new BsonDocument("$lt", new BsonArray(List.of(groupBy, literal(bounds.get(i)))))));
            branches.add(new BsonDocument("case", new BsonDocument("$and", within)).append("then", lower));
        }
        BsonDocument choice = new BsonDocument("branches", branches);
        if (otherwise != null) {
            choice.put("default", checkedDefault(otherwise, bounds, collation));
        }
        return new BsonDocument("$switch", choice);
    }

    private static BsonValue checkedDefault(BsonValue otherwise, List<BsonValue> bounds, Collation collation) {
        boolean inside = collation.compare(otherwise, bounds.getFirst()) >= 0
                && collation.compare(otherwise, bounds.getLast()) < 0;
        if (inside) {
            throw location(
                    40199,
                    "The $bucket 'default' field must be less than the lowest boundary or greater than or equal to the "
                            + "highest boundary.");
        }
        return literal(otherwise);
    }

    private static BsonValue literal(BsonValue value) {
        boolean isPlain = !value.isDocument() && !value.isArray() && !(value instanceof BsonString);
        return isPlain ? value : new BsonDocument("$literal", value);
    }
}
