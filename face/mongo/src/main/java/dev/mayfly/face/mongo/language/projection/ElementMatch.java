package dev.mayfly.face.mongo.language.projection;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.Filter;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.filter.ArrayAsObject;
import dev.mayfly.face.mongo.language.filter.FilterCompiler;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Find's {@code $elemMatch}: an array of the first element that a condition holds of, or nothing. */
final class ElementMatch {
    private static final String ELEMENT = "element";
    private static final List<String> CLAUSES = List.of("$and", "$or", "$nor", "$expr", "$comment");

    private ElementMatch() {}

    static Expression compile(String field, BsonValue condition, Variables variables) {
        if (!condition.isDocument()) {
            throw location(31274, "elemMatch: Invalid argument, object required, but got " + TypeNames.of(condition));
        }
        BsonDocument query = condition.asDocument();
        boolean onValues = !query.isEmpty() && isOperator(query.getFirstKey());
        Filter filter = FilterCompiler.ofElements(onValues ? new BsonDocument(ELEMENT, query) : query, variables);
        return (root, _) -> {
            var array = root.field(field);
            return array == null ? ExpressionValues.MISSING : first(ExpressionValues.tree(array), filter, onValues);
        };
    }

    private static boolean isOperator(String name) {
        return name.startsWith("$") && !CLAUSES.contains(name) && !FieldPaths.isReference(name);
    }

    private static BsonValue first(BsonValue array, Filter filter, boolean onValues) {
        if (!array.isArray()) {
            return ExpressionValues.MISSING;
        }
        for (BsonValue element : array.asArray()) {
            View asked = onValues ? TreeView.of(new BsonDocument(ELEMENT, element)) : object(element);
            if (asked != null && filter.matches(asked)) {
                return new BsonArray(List.of(element));
            }
        }
        return ExpressionValues.MISSING;
    }

    /** A document; an array is one whose fields are its positions. */
    private static @Nullable View object(BsonValue element) {
        if (element.isArray()) {
            return new ArrayAsObject(TreeView.of(element));
        }
        return element.isDocument() ? TreeView.of(element) : null;
    }
}
