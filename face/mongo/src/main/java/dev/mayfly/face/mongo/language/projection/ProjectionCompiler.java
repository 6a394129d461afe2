package dev.mayfly.face.mongo.language.projection;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonValue;

/** Compiles the projections of all places where they occur. */
public final class ProjectionCompiler {
    private ProjectionCompiler() {}

    /** The {@code projection} of a find; an empty one keeps everything. */
    public static Projection find(BsonDocument projection, Variables variables) {
        return projection.isEmpty()
                ? Projection.EVERYTHING
                : ProjectionBuilder.ofFind(variables).build(projection);
    }

    /** The argument of {@code $project}. */
    public static Projection project(BsonValue projection, Set<String> variables) {
        if (!projection.isDocument()) {
            throw location(15969, "$project specification must be an object");
        }
        if (projection.asDocument().isEmpty()) {
            throw location(
                    51272, "Invalid $project :: caused by :: projection specification must have at least one field");
        }
        return inStage("$project", () -> ProjectionBuilder.ofStage(variables).build(projection.asDocument()));
    }

    /** The argument of {@code $set} and {@code $addFields}. */
    public static Projection set(String stage, BsonValue fields, Set<String> variables) {
        if (!fields.isDocument()) {
            throw location(40272, stage + " specification stage must be an object, got " + TypeNames.of(fields));
        }
        return inStage(stage, () -> {
            ProjectionNode root = new ProjectionNode(ProjectionNode.Rest.KEPT);
            fields.asDocument().forEach((path, value) -> set(root, path, value, variables));
            return new TreeProjection(root);
        });
    }

    /** Builds the projection of a stage, whose refusals name it. */
    private static Projection inStage(String stage, Supplier<Projection> builder) {
        try {
            return builder.get();
        } catch (QueryException e) {
            throw new QueryException(e.code(), e.codeName(), "Invalid " + stage + " :: caused by :: " + e.getMessage());
        }
    }

    private static void set(ProjectionNode root, String path, BsonValue value, Set<String> variables) {
        if (value.isDocument()
                && !value.asDocument().isEmpty()
                && !value.asDocument().getFirstKey().startsWith("$")) {
            value.asDocument().forEach((name, child) -> set(root, path + "." + name, child, variables));
            return;
        }
        root.put(
                path,
                FieldPaths.names(path),
                0,
                new ProjectionNode.Leaf.Computed(ExpressionCompiler.compile(value, variables)));
    }

    /** The argument of {@code $unset}: a path or an array of paths. */
    public static Projection unset(BsonValue paths) {
        List<BsonValue> all = paths.isArray() ? paths.asArray() : List.of(paths);
        if (all.isEmpty() || !all.stream().allMatch(BsonValue::isString)) {
            throw location(
                    31002,
                    all.isEmpty()
                            ? "$unset specification must be a string or an array with at least one field"
                            : "$unset specification must be a string or an array containing only string values");
        }
        return inStage("$unset", () -> {
            ProjectionNode root = new ProjectionNode(ProjectionNode.Rest.KEPT);
            for (BsonValue path : all) {
                String dotted = ((BsonString) path).getValue();
                root.put(dotted, FieldPaths.names(dotted), 0, ProjectionNode.EXCLUDE);
            }
            return new TreeProjection(root);
        });
    }

    /** Refuses a projection that is no document. */
    public static BsonDocument document(BsonValue projection) {
        if (!projection.isDocument()) {
            throw failedToParse("'projection' must be of type object, got " + TypeNames.of(projection));
        }
        return projection.asDocument();
    }
}
