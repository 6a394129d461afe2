package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.Truth;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonBoolean;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * Explains why a document does not match a filter, or why it does where it should not: the content of MongoDB's
 * errInfo.
 */
public final class FilterFailure {
    private final Variables variables;
    private final BsonDocument document;
    private final View view;

    private FilterFailure(Variables variables, BsonDocument document) {
        this.variables = variables;
        this.document = document;
        this.view = TreeView.of(document);
    }

    /** @param filter as it is written; the document does not match it */
    public static BsonDocument of(BsonDocument filter, BsonDocument document, Variables variables) {
        return new FilterFailure(variables, document).all(clauses(filter), false);
    }

    /** Every statement by itself: a field with several operators makes several. */
    private static List<BsonDocument> clauses(BsonDocument filter) {
        List<BsonDocument> clauses = new ArrayList<>();
        filter.forEach((name, spec) -> {
            if (name.startsWith("$") || !PredicateCompiler.isOperators(spec)) {
                if (!name.equals("$comment")) {
                    clauses.add(new BsonDocument(name, spec));
                }
                return;
            }
            BsonDocument operators = spec.asDocument();
            operators.forEach((operator, argument) -> {
                if (!operator.equals("$options") && !operator.equals("$comment")) {
                    BsonDocument one = new BsonDocument(operator, argument);
                    if (operator.equals("$regex") && operators.containsKey("$options")) {
                        one.append("$options", operators.get("$options"));
                    }
                    clauses.add(new BsonDocument(name, one));
                }
            });
        });
        return clauses;
    }

    private BsonDocument all(List<BsonDocument> clauses, boolean inverted) {
        return clauses.size() == 1
                ? clause(clauses.getFirst(), inverted)
                : of("$and").append(inverted ? "clausesSatisfied" : "clausesNotSatisfied", some(clauses, inverted));
    }

    /** Those that do not match, or those that do. */
    private BsonArray some(List<BsonDocument> filters, boolean matching) {
        BsonArray some = new BsonArray();
        for (int i = 0; i < filters.size(); i++) {
            if (matches(filters.get(i)) == matching) {
                some.add(new BsonDocument("index", new BsonInt32(i))
                        .append("details", all(clauses(filters.get(i)), matching)));
            }
        }
        return some;
    }

    private boolean matches(BsonDocument filter) {
        return FilterCompiler.compile(filter, variables).matches(view);
    }

    private BsonDocument clause(BsonDocument clause, boolean inverted) {
        Map.Entry<String, BsonValue> only = clause.entrySet().iterator().next();
        BsonValue spec = only.getValue();
        return switch (only.getKey()) {
            case "$and", "$or" ->
                of(only.getKey())
                        .append(inverted ? "clausesSatisfied" : "clausesNotSatisfied", some(documents(spec), inverted));
            case "$nor" ->
                of("$nor")
                        .append(
                                inverted ? "clausesNotSatisfied" : "clausesSatisfied",
                                some(documents(spec), !inverted));
            case "$jsonSchema" ->
                inverted
                        ? of("$jsonSchema")
                                .append("specifiedAs", clause)
                                .append("reason", new BsonString("schema matched"))
                        : JsonSchema.parse(spec).failure(view);
            case "$expr" ->
                of("$expr")
                        .append("specifiedAs", clause)
                        .append("reason", new BsonString("expression did " + (inverted ? "match" : "not match")))
                        .append("expressionResult", BsonBoolean.valueOf(inverted));
            case "$alwaysTrue", "$alwaysFalse" ->
                of(only.getKey())
                        .append("specifiedAs", clause)
                        .append("reason", new BsonString("expression always evaluates to " + inverted));
            default -> ofField(only.getKey(), spec, inverted);
        };
    }

    private static List<BsonDocument> documents(BsonValue branches) {
        return branches.asArray().stream().map(BsonValue::asDocument).toList();
    }

    private BsonDocument ofField(String path, BsonValue spec, boolean inverted) {
        BsonDocument specified = new BsonDocument(path, spec);
        if (!PredicateCompiler.isOperators(spec)) {
            return of(spec.isRegularExpression() ? "$regex" : "$eq", path, specified, inverted);
        }
        String operator = spec.asDocument().getFirstKey();
        BsonValue argument = spec.asDocument().get(operator);
        if (operator.equals("$not")) {
            BsonDocument inner = new BsonDocument(path, argument);
            return of("$not").append("details", all(clauses(inner), !inverted));
        }
        return of(operator, path, specified, inverted);
    }

    private BsonDocument of(String operator, String path, BsonDocument specified, boolean inverted) {
        BsonDocument failure = of(operator).append("specifiedAs", specified);
        if (operator.equals("$exists")) {
            boolean wanted = Truth.of(specified.getDocument(path).get("$exists", BsonNull.VALUE));
            boolean there = wanted == inverted;
            return failure.append("reason", new BsonString("path does " + (there ? "exist" : "not exist")));
        }
        List<BsonValue> values = new ArrayList<>();
        boolean byElements = !operator.equals("$size") && !operator.equals("$elemMatch");
        collect(document, new Way(List.of(path.split("\\.", -1)), byElements), 0, values);
        if (values.isEmpty()) {
            return failure.append("reason", new BsonString("field was missing"));
        }
        failure.append("reason", new BsonString(reason(operator, inverted)));
        if (values.size() == 1) {
            failure.append("consideredValue", values.getFirst());
        } else {
            failure.append("consideredValues", new BsonArray(values));
        }
        if (operator.equals("$type")) {
            appendTypes(failure, values);
        }
        return failure;
    }

    private static void appendTypes(BsonDocument failure, List<BsonValue> values) {
        List<BsonString> types = values.stream()
                .map(value -> new BsonString(TypeNames.of(value)))
                .distinct()
                .toList();
        if (types.size() == 1) {
            failure.append("consideredType", types.getFirst());
        } else {
            failure.append("consideredTypes", new BsonArray(types));
        }
    }

    private static String reason(String operator, boolean inverted) {
        return switch (operator) {
            case "$type" -> inverted ? "type did match" : "type did not match";
            case "$in" -> inverted ? "matching value found in array" : "no matching value found in array";
            case "$nin" -> inverted ? "no matching value found in array" : "matching value found in array";
            case "$ne" -> inverted ? "comparison failed" : "comparison succeeded";
            case "$regex" -> "regular expression did " + (inverted ? "match" : "not match");
            case "$mod" -> "$mod did " + (inverted ? "" : "not ") + "evaluate to expected remainder";
            case "$size" -> "array length was " + (inverted ? "" : "not ") + "equal to given size";
            case "$elemMatch" -> "array did " + (inverted ? "" : "not ") + "satisfy the child predicate";
            case "$all" -> "array did " + (inverted ? "" : "not ") + "contain all specified values";
            case "$geoWithin", "$within" ->
                inverted
                        ? "at least one of considered geometries was contained within the expression's geometry"
                        : "none of the considered geometries were contained within the expression's geometry";
            case "$geoIntersects" ->
                inverted
                        ? "at least one of considered geometries intersected the expression's geometry"
                        : "none of the considered geometries intersected the expression's geometry";
            case "$bitsAllSet", "$bitsAnySet", "$bitsAllClear", "$bitsAnyClear" ->
                inverted ? "bitwise operator matched successfully" : "bitwise operator failed to match";
            default -> inverted ? "comparison succeeded" : "comparison failed";
        };
    }

    /** @param byElements whether an array at its end is taken by its elements, too */
    private record Way(List<String> names, boolean byElements) {}

    /** The values at the path; of an array its elements, and then itself. */
    private static void collect(BsonValue at, Way way, int depth, List<BsonValue> values) {
        List<String> names = way.names;
        if (at.isArray()) {
            boolean ends = depth == names.size();
            for (BsonValue element : at.asArray()) {
                if (ends && way.byElements) {
                    values.add(element);
                } else if (!ends && element.isDocument()) {
                    collect(element, way, depth, values);
                }
            }
            int position = ends ? -1 : FieldPath.positionOf(names.get(depth));
            if (position >= 0 && position < at.asArray().size()) {
                collect(at.asArray().get(position), way, depth + 1, values);
            }
            if (ends) {
                values.add(at);
            }
        } else if (depth == names.size()) {
            values.add(at);
        } else if (at.isDocument()) {
            BsonValue next = at.asDocument().get(names.get(depth));
            if (next != null) {
                collect(next, way, depth + 1, values);
            }
        }
    }

    private static BsonDocument of(String operator) {
        return new BsonDocument("operatorName", new BsonString(operator));
    }
}
