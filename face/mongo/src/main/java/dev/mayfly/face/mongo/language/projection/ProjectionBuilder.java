package dev.mayfly.face.mongo.language.projection;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.MetaVariables;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Builds one projection of find or {@code $project}; used once. */
final class ProjectionBuilder {
    /*
     * The first field that includes or excludes decides whether the projection does; _id may always say the opposite. A
     * field with a computed value counts as included. Find's $slice and the like say neither: they work on the
     * remaining fields, and a projection made of nothing else keeps the other fields; one with $elemMatch and nothing
     * else drops them.
     */
    private enum Kind {
        INCLUSION,
        EXCLUSION
    }

    private final Set<String> variables;
    private final Variables bound;
    private final boolean isFind;
    private final Map<String, ProjectionNode.Leaf> paths = new LinkedHashMap<>();
    private final List<ArrayCut> cuts = new ArrayList<>();
    private @Nullable Kind kind;
    private @Nullable Boolean idIncluded;
    private boolean elementMatched;

    private ProjectionBuilder(Set<String> variables, Variables bound, boolean isFind) {
        this.variables = variables;
        this.bound = bound;
        this.isFind = isFind;
    }

    static ProjectionBuilder ofFind(Variables variables) {
        return new ProjectionBuilder(variables.names(), variables, true);
    }

    /** Only find has projections that are bound to values as they are compiled. */
    static ProjectionBuilder ofStage(Set<String> variables) {
        return new ProjectionBuilder(variables, Variables.NONE, false);
    }

    Projection build(BsonDocument projection) {
        projection.forEach(this::add);
        Kind decided = kind == null ? kindWithoutWord() : kind;
        boolean includes = decided == Kind.INCLUSION;
        ProjectionNode root = new ProjectionNode(includes ? ProjectionNode.Rest.DROPPED : ProjectionNode.Rest.KEPT);
        addId(root, includes);
        paths.forEach((path, leaf) -> root.put(path, FieldPaths.names(path), 0, leaf));
        for (ArrayCut cut : cuts) {
            if (includes) {
                root.put(cut.path(), FieldPaths.names(cut.path()), 0, ProjectionNode.INCLUDE);
            }
        }
        return cuts.isEmpty() ? new TreeProjection(root) : new CutProjection(root, List.copyOf(cuts));
    }

    private Kind kindWithoutWord() {
        if (!isFind && !paths.isEmpty()) {
            return Kind.INCLUSION;
        }
        boolean namesId = Boolean.TRUE.equals(idIncluded) && cuts.isEmpty();
        return namesId || elementMatched ? Kind.INCLUSION : Kind.EXCLUSION;
    }

    private void addId(ProjectionNode root, boolean includes) {
        boolean isNamed = paths.keySet().stream().anyMatch(path -> path.equals("_id") || path.startsWith("_id."));
        if (isNamed) {
            return;
        }
        boolean wanted = idIncluded == null || idIncluded;
        if (includes && wanted) {
            root.put("_id", FieldPaths.names("_id"), 0, ProjectionNode.INCLUDE);
        } else if (!includes && !wanted) {
            root.put("_id", FieldPaths.names("_id"), 0, ProjectionNode.EXCLUDE);
        }
    }

    private void add(String path, BsonValue value) {
        if (isFind && path.endsWith(".$")) {
            addPositional(path.substring(0, path.length() - 2), value);
            return;
        }
        if (isFind && path.contains(".$.")) {
            throw location(
                    31394,
                    "As of 4.4, it's illegal to specify positional operator in the middle of a path."
                            + "Positional projection may only be used at the end, for example: a.b.$. If the query "
                            + "previously used a form like a.b.$.d, remove the parts following the '$' and the results "
                            + "will be equivalent.");
        }
        FieldPaths.names(path);
        if (value.isBoolean() || Trees.isNumber(value)) {
            addFlag(path, ExpressionValues.isTrue(value));
        } else if (value.isDocument()) {
            addDocument(path, value.asDocument());
        } else {
            addComputed(path, value);
        }
    }

    private void addFlag(String path, boolean included) {
        if (path.equals("_id")) {
            if (idIncluded != null) {
                throw location(31250, "Path collision at _id");
            }
            idIncluded = included;
            return;
        }
        decide(path, included ? Kind.INCLUSION : Kind.EXCLUSION);
        putPath(path, included ? ProjectionNode.INCLUDE : ProjectionNode.EXCLUDE);
    }

    private void decide(String path, Kind wanted) {
        if (kind == null) {
            kind = wanted;
        } else if (kind != wanted) {
            throw kind == Kind.INCLUSION
                    ? location(31254, "Cannot do exclusion on field " + path + " in inclusion projection")
                    : location(31253, "Cannot do inclusion on field " + path + " in exclusion projection");
        }
    }

    private void putPath(String path, ProjectionNode.Leaf leaf) {
        if (paths.put(path, leaf) != null) {
            throw location(31250, "Path collision at " + path);
        }
    }

    private void addComputed(String path, BsonValue value) {
        if (DeadlineField.isAskedBy(value) || MetaVariables.isAskedBy(value)) {
            putPath(path, new ProjectionNode.Leaf.Computed(ExpressionCompiler.compile(value, variables)));
            return;
        }
        if (kind == Kind.EXCLUSION) {
            throw location(31252, "Cannot use expression other than $meta in exclusion projection");
        }
        kind = Kind.INCLUSION;
        putPath(path, new ProjectionNode.Leaf.Computed(ExpressionCompiler.compile(value, variables)));
    }

    private void addDocument(String path, BsonDocument value) {
        if (value.isEmpty()) {
            throw location(51270, "An empty sub-projection is not a valid value. Found empty object at path");
        }
        String first = value.getFirstKey();
        if (isFind && first.equals("$slice") && ArrayCut.isSlice(value.get("$slice", value))) {
            cuts.add(ArrayCut.slice(path, value.get("$slice", value)));
        } else if (isFind && first.equals("$elemMatch")) {
            addElemMatch(path, value.get("$elemMatch", value));
        } else if (first.startsWith("$") && !ExpressionCompiler.isOperator(first)) {
            throw location(31325, "Unknown expression " + first);
        } else if (first.startsWith("$")) {
            addComputed(path, value);
        } else {
            value.forEach((name, child) -> addBelow(path, name, child));
        }
    }

    private void addBelow(String path, String name, BsonValue child) {
        if (name.indexOf('.') >= 0 && !isFind) {
            throw location(40183, "FieldPath field names may not contain '.' in '" + name + "'.");
        }
        add(path + "." + name, child);
    }

    private void addElemMatch(String path, BsonValue condition) {
        if (path.indexOf('.') >= 0) {
            throw location(31275, "Cannot use $elemMatch projection on a nested field.");
        }
        if (cuts.stream().anyMatch(ArrayCut::isPositional)) {
            throw positionalBesideElemMatch();
        }
        elementMatched = true;
        putPath(path, new ProjectionNode.Leaf.Computed(ElementMatch.compile(path, condition, bound)));
    }

    private static QueryException positionalBesideElemMatch() {
        return location(31255, "Cannot specify positional operator and $elemMatch.");
    }

    private void addPositional(String path, BsonValue value) {
        if (!value.isBoolean() && !Trees.isNumber(value)) {
            throw location(31271, "positional projection cannot be used with an expression or sub object");
        }
        if (elementMatched) {
            throw positionalBesideElemMatch();
        }
        if (!ExpressionValues.isTrue(value) || kind == Kind.EXCLUSION) {
            throw location(31395, "positional projection cannot be used with exclusion");
        }
        if (cuts.stream().anyMatch(ArrayCut::isPositional)) {
            throw location(31276, "Cannot specify more than one positional projection per query.");
        }
        FieldPaths.names(path);
        kind = Kind.INCLUSION;
        cuts.add(ArrayCut.positional(path));
    }
}
