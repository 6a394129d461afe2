package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.filter.Comparison.Relation;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.ShellText;
import dev.mayfly.face.mongo.language.value.Truth;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonRegularExpression;
import org.bson.BsonType;
import org.bson.BsonValue;

/** Compiles what a filter says of one field: the part of the language that stands below it. */
public final class PredicateCompiler {
    /** Limit on the number of values of $in and $nin. */
    public static final int SET_SIZE_MAX = 100_000;

    private static final int OPTIONS_TWICE = 51075;
    private static final int OPTIONS_TWICE_IN_REGEX = 51074;

    private final FilterCompiler filters;
    private final String field;

    PredicateCompiler(FilterCompiler filters, String field) {
        this.filters = filters;
        this.field = field;
    }

    /** Returns whether this is a document of operators, and not a value: its first name begins with a dollar. */
    static boolean isOperators(BsonValue spec) {
        if (!spec.isDocument() || spec.asDocument().isEmpty()) {
            return false;
        }
        BsonDocument document = spec.asDocument();
        return document.getFirstKey().startsWith("$") && !(document.containsKey("$ref") && document.containsKey("$id"));
    }

    /** A value where operators could stand: equal to it, or matching it if it is a pattern. */
    ValueTest implicit(BsonValue spec) {
        if (spec instanceof BsonRegularExpression regex) {
            return pattern(regex.getPattern(), regex.getOptions());
        }
        return comparison(Relation.EQUAL, spec);
    }

    ValueTest operators(BsonDocument spec, int depth) {
        FilterCompiler.checkDepth(depth);
        List<ValueTest> tests = new ArrayList<>();
        for (Map.Entry<String, BsonValue> entry : spec.entrySet()) {
            String name = entry.getKey();
            if (name.equals("$options")) {
                if (!spec.containsKey("$regex")) {
                    throw QueryException.badValue("$options needs a $regex");
                }
            } else if (!name.equals("$comment")) {
                tests.add(
                        name.equals("$regex")
                                ? regex(spec, entry.getValue())
                                : operator(name, entry.getValue(), depth));
            }
        }
        return tests.size() == 1 ? tests.getFirst() : new ValueTest.Every(tests);
    }

    private ValueTest operator(String name, BsonValue spec, int depth) {
        return switch (name) {
            case "$eq" -> comparison(Relation.EQUAL, spec);
            case "$ne" -> notEqual(spec);
            case "$lt" -> comparison(Relation.LESS, spec);
            case "$lte" -> comparison(Relation.AT_MOST, spec);
            case "$gt" -> comparison(Relation.GREATER, spec);
            case "$gte" -> comparison(Relation.AT_LEAST, spec);
            case "$in" -> in(name, spec);
            case "$nin" -> new ValueTest.Negated(in(name, spec));
            case "$not" -> not(spec, depth);
            case "$exists" -> Truth.of(spec) ? new ValueTest.Exists() : new ValueTest.Negated(new ValueTest.Exists());
            case "$type" -> TypeTest.parse(spec);
            case "$mod" -> mod(spec);
            case "$size" -> size(spec);
            case "$all" -> all(spec, depth);
            case "$elemMatch" -> elemMatch(spec, depth);
            case "$bitsAllSet" -> BitTest.parse(BitTest.Wanted.ALL_SET, spec);
            case "$bitsAnySet" -> BitTest.parse(BitTest.Wanted.ANY_SET, spec);
            case "$bitsAllClear" -> BitTest.parse(BitTest.Wanted.ALL_CLEAR, spec);
            case "$bitsAnyClear" -> BitTest.parse(BitTest.Wanted.ANY_CLEAR, spec);
            case "$near", "$nearSphere", "$geoNear" ->
                throw QueryException.badValue("near must be first in: " + ShellText.of(new BsonDocument(name, spec)));
            case "$geoWithin", "$geoIntersects", "$within" -> GeoTest.of(name, spec);
            default -> throw QueryException.badValue("unknown operator: " + name);
        };
    }

    private RegexTest pattern(String pattern, String options) {
        if (pattern.indexOf('\0') >= 0) {
            throw QueryException.badValue("Regular expression cannot contain an embedded null byte");
        }
        if (options.indexOf('\0') >= 0) {
            throw QueryException.badValue("Regular expression options string cannot contain an embedded null byte");
        }
        filters.countPattern(pattern.length());
        return RegexTest.of(pattern, options);
    }

    private ValueTest comparison(Relation relation, BsonValue operand) {
        if (operand.getBsonType() == BsonType.UNDEFINED) {
            throw QueryException.badValue("cannot compare to undefined");
        }
        if (relation != Relation.EQUAL && operand.isRegularExpression()) {
            throw QueryException.badValue("Can't have RegEx as arg to predicate over field '" + field + "'.");
        }
        return Comparison.of(relation, operand, filters.collation());
    }

    private ValueTest notEqual(BsonValue operand) {
        if (operand.isRegularExpression()) {
            throw QueryException.badValue("Can't have regex as arg to $ne.");
        }
        return new ValueTest.Negated(comparison(Relation.EQUAL, operand));
    }

    private ValueTest in(String name, BsonValue spec) {
        if (!spec.isArray()) {
            throw QueryException.badValue(name + " needs an array");
        }
        if (spec.asArray().size() > SET_SIZE_MAX) {
            throw QueryException.badValue(name + " takes at most " + SET_SIZE_MAX + " values");
        }
        List<View> values = new ArrayList<>();
        List<RegexTest> patterns = new ArrayList<>();
        for (BsonValue each : spec.asArray()) {
            if (isOperators(each)) {
                throw QueryException.badValue("cannot nest $ under " + name);
            }
            if (each instanceof BsonRegularExpression regex) {
                patterns.add(pattern(regex.getPattern(), regex.getOptions()));
            } else {
                values.add(((Comparison) comparison(Relation.EQUAL, each)).operand());
            }
        }
        return new InSet(values, patterns, filters.collation());
    }

    private ValueTest not(BsonValue spec, int depth) {
        if (spec.isRegularExpression()) {
            return new ValueTest.Negated(implicit(spec));
        }
        if (!spec.isDocument()) {
            throw QueryException.badValue("$not needs a regex or a document");
        }
        if (spec.asDocument().isEmpty()) {
            throw QueryException.badValue("$not cannot be empty");
        }
        return new ValueTest.Negated(operators(spec.asDocument(), depth + 1));
    }

    private ValueTest regex(BsonDocument spec, BsonValue pattern) {
        String options = "";
        if (spec.containsKey("$options")) {
            if (!spec.get("$options").isString()) {
                throw QueryException.badValue("$options has to be a string");
            }
            options = spec.getString("$options").getValue();
        }
        if (pattern.isString()) {
            return pattern(pattern.asString().getValue(), options);
        }
        if (!pattern.isRegularExpression()) {
            throw QueryException.badValue("$regex has to be a string");
        }
        BsonRegularExpression regex = pattern.asRegularExpression();
        if (!options.isEmpty() && !regex.getOptions().isEmpty()) {
            int code = spec.getFirstKey().equals("$options") ? OPTIONS_TWICE_IN_REGEX : OPTIONS_TWICE;
            throw new QueryException(code, "Location" + code, "options set in both $regex and $options");
        }
        return pattern(regex.getPattern(), options.isEmpty() ? regex.getOptions() : options);
    }

    private static ValueTest mod(BsonValue spec) {
        if (!spec.isArray()) {
            throw QueryException.badValue("malformed mod, needs to be an array");
        }
        BsonArray array = spec.asArray();
        if (array.size() < 2) {
            throw QueryException.badValue("malformed mod, not enough elements");
        }
        if (array.size() > 2) {
            throw QueryException.badValue("malformed mod, too many elements");
        }
        long divisor = whole("divisor", array.get(0));
        long remainder = whole("remainder", array.get(1));
        if (divisor == 0) {
            throw QueryException.badValue("divisor cannot be 0");
        }
        return new ValueTest.Remainder(divisor, remainder);
    }

    private static long whole(String role, BsonValue spec) {
        if (!(spec instanceof BsonNumber number)) {
            throw QueryException.badValue("malformed mod, " + role + " not a number");
        }
        double value = number.doubleValue();
        if (!Double.isFinite(value)) {
            throw QueryException.badValue("malformed mod, " + role
                    + " value is invalid :: caused by :: Unable to coerce NaN/Inf to integral type");
        }
        if (value >= 0x1p63 || value < -0x1p63) {
            throw QueryException.badValue("malformed mod, " + role
                    + " value is invalid :: caused by :: Out of bounds coercing to integral value");
        }
        return TreeView.of(spec).longValue();
    }

    private static ValueTest size(BsonValue spec) {
        long size;
        try {
            size = WholeNumber.of("$size", spec);
        } catch (QueryException e) {
            throw QueryException.badValue("Failed to parse $size. " + e.getMessage());
        }
        if (size < 0) {
            throw QueryException.badValue(
                    "Failed to parse $size. Expected a non-negative number in: $size: " + ShellText.of(spec));
        }
        return new ValueTest.SizeIs(size);
    }

    private ValueTest all(BsonValue spec, int depth) {
        if (!spec.isArray()) {
            throw QueryException.badValue("$all needs an array");
        }
        List<ValueTest> tests = new ArrayList<>();
        boolean elements = false;
        for (BsonValue each : spec.asArray()) {
            BsonValue element = each.isDocument() ? each.asDocument().get("$elemMatch") : null;
            if (!tests.isEmpty() && elements != (element != null)) {
                throw QueryException.badValue("$all/$elemMatch has to be consistent");
            }
            elements = element != null;
            tests.add(element != null ? elemMatch(element, depth + 1) : oneOfAll(each));
        }
        // $all without values matches nothing.
        return tests.isEmpty() ? new InSet(List.of(), List.of(), filters.collation()) : new ValueTest.Every(tests);
    }

    private ValueTest oneOfAll(BsonValue spec) {
        if (isOperators(spec)) {
            throw QueryException.badValue("no $ expressions in $all");
        }
        return implicit(spec);
    }

    private ValueTest elemMatch(BsonValue spec, int depth) {
        if (!spec.isDocument()) {
            throw QueryException.badValue("$elemMatch needs an Object");
        }
        BsonDocument document = spec.asDocument();
        if (isOperators(document) && !isClause(document.getFirstKey())) {
            return new ValueTest.AnyElement(operators(document, depth + 1));
        }
        return new ValueTest.AnyObject(filters.document(document, depth + 1, false));
    }

    /** Returns whether the name stands beside fields in a filter: a clause, or a field of a DBRef. */
    private static boolean isClause(String name) {
        return switch (name) {
            case "$and", "$or", "$nor", "$where", "$expr", "$jsonSchema" -> true;
            default -> FieldPaths.isReference(name);
        };
    }
}
