package dev.mayfly.face.mongo.language.expression;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueType;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import org.bson.BsonArray;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $a.b} and {@code $$name.a.b}: the value at a path, mapped over the arrays on its way. */
final class PathExpression implements Expression {
    private static final String CURRENT = "CURRENT";
    private static final String[] NO_NAMES = {};

    /** The variable the path starts from, or null for the document. */
    private final @Nullable String variable;

    private final String[] names;

    private PathExpression(@Nullable String variable, String[] names) {
        this.variable = variable;
        this.names = names;
    }

    /** A path from the document, or from what stands for it: {@code CURRENT}, which a user may define anew. */
    static PathExpression ofField(String path, Scope scope) {
        return new PathExpression(current(scope), names(path));
    }

    private static @Nullable String current(Scope scope) {
        return scope.variables().contains(CURRENT) ? CURRENT : null;
    }

    static Expression ofVariable(String path, Scope scope) {
        int dot = path.indexOf('.');
        String variable = dot < 0 ? path : path.substring(0, dot);
        String[] names = dot < 0 ? NO_NAMES : names(path.substring(dot + 1));
        return switch (variable) {
            case "" -> throw location(9, "empty variable names are not allowed");
            case "ROOT" -> new PathExpression(null, names);
            case CURRENT -> new PathExpression(current(scope), names);
            case "REMOVE" -> new Literal(ExpressionValues.MISSING);
            case "NOW" -> new PathExpression(variable, names);
            case "CLUSTER_TIME", "USER_ROLES" ->
                throw location(51144, "Builtin variable '$$" + variable + "' is not available");
            default -> {
                if (!scope.variables().contains(ExpressionCompiler.readableVariable(variable))) {
                    throw location(17276, "Use of undefined variable: " + variable);
                }
                yield new PathExpression(variable, names);
            }
        };
    }

    private static String[] names(String path) {
        if (path.isEmpty()) {
            throw location(16872, "'$' by itself is not a valid FieldPath");
        }
        return FieldPaths.names(path);
    }

    @Override
    public BsonValue evaluate(View root, Variables variables) {
        if (variable == null) {
            return names.length == 0 ? visible(root) : find(root, 0);
        }
        BsonValue start = variables.get(variable);
        if (start == null) {
            throw location(51144, "Builtin variable '$$" + variable + "' is not available");
        }
        return names.length == 0 ? start : find(TreeView.of(start), 0);
    }

    /** What travels hidden in a document is not shown with it. */
    private static BsonValue visible(View root) {
        BsonValue tree = ExpressionValues.tree(root);
        return tree.isDocument() ? MetaVariables.hidden(tree.asDocument()) : tree;
    }

    private BsonValue find(View value, int at) {
        if (at == names.length) {
            return ExpressionValues.tree(value);
        }
        ValueType type = value.type();
        if (type == ValueType.OBJECT) {
            View field = value.field(names[at]);
            return field == null ? ExpressionValues.MISSING : find(field, at + 1);
        }
        return type == ValueType.ARRAY ? findInEach(value, at) : ExpressionValues.MISSING;
    }

    /** Only documents among the elements are looked into; an array inside an array is not. */
    private BsonArray findInEach(View array, int at) {
        BsonArray found = new BsonArray();
        View.Fields elements = array.fields();
        while (elements.next()) {
            View element = elements.value();
            if (element.type() != ValueType.OBJECT) {
                continue;
            }
            BsonValue value = find(element, at);
            if (!ExpressionValues.isMissing(value)) {
                found.add(value);
            }
        }
        return found;
    }
}
