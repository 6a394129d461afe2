package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.geo.NearReader;
import dev.mayfly.face.mongo.language.script.FunctionText;
import dev.mayfly.face.mongo.language.script.RequestFunctions;
import dev.mayfly.face.mongo.language.text.TextSearch;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.DeadlineField;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNumber;
import org.bson.BsonValue;

/** Compiles a filter document: the part of the language that stands above the fields. Refuses as MongoDB does. */
public final class FilterCompiler {
    /** Limit on the nesting depth of filters. */
    public static final int DEPTH_MAX = 100;

    /** Limit on the total length of all patterns of one filter. */
    public static final int PATTERNS_LENGTH_MAX = 262_144;

    private static final int OVERFLOW = 15;
    private static final int CODE_WITH_SCOPE = 4649200;
    private static final String REFUSAL_OF_FIELD =
            ". If you have a field name that starts with a '$' symbol, consider using $getField or $setField.";

    private final Function<BsonValue, Expression> expressions;
    private final Collation collation;
    private int patternsLength;

    private FilterCompiler(Function<BsonValue, Expression> expressions, Collation collation) {
        this.expressions = expressions;
        this.collation = collation;
    }

    /**
     * Compiles a filter whose expressions may read these variables, and which compares texts as they say.
     *
     * @throws QueryException when MongoDB would refuse it, or when it is beyond what is supported
     */
    public static MongoFilter compile(BsonDocument filter, Variables variables) {
        return compile(filter, ExpressionCompiler.bound(variables), variables.collation());
    }

    /** Compiles a filter of elements of arrays, which may ask for the fields of a DBRef. */
    public static MongoFilter ofElements(BsonDocument filter, Variables variables) {
        return SpecialFilters.refused(new FilterCompiler(ExpressionCompiler.bound(variables), variables.collation())
                .document(filter, 0, false));
    }

    /** @param expressions compiles the argument of $expr */
    public static MongoFilter compile(
            BsonDocument filter, Function<BsonValue, Expression> expressions, Collation collation) {
        return SpecialFilters.refused(new FilterCompiler(expressions, collation).document(filter, 0, true));
    }

    /** Compiles the filter of a query over a whole collection, which may ask for the nearest places. */
    public static MongoFilter ofCollection(BsonDocument filter, Variables variables) {
        return SpecialFilters.checked(new FilterCompiler(ExpressionCompiler.bound(variables), variables.collation())
                .document(filter, 0, true));
    }

    /** Refuses a filter on deadlines where documents are judged that have none yet. */
    public static void refuseDeadlines(MongoFilter filter) {
        if (filter.asksForDeadlines()) {
            throw QueryException.badValue(DeadlineField.FILTER + " is not allowed in this context");
        }
    }

    /** Everything must match; only a filter of the whole document may hold $expr. */
    MongoFilter document(BsonDocument filter, int depth, boolean whole) {
        checkDepth(depth);
        List<MongoFilter> all = new ArrayList<>();
        for (Map.Entry<String, BsonValue> entry : filter.entrySet()) {
            if (entry.getKey().startsWith("$")) {
                if (!whole && FieldPaths.isReference(entry.getKey())) {
                    all.add(new MongoFilter.AtPath(
                            FieldPath.of(entry.getKey()),
                            new PredicateCompiler(this, entry.getKey()).implicit(entry.getValue())));
                } else if (!entry.getKey().equals("$comment")) {
                    all.add(operator(entry.getKey(), entry.getValue(), depth, whole));
                }
            } else {
                all.add(field(entry.getKey(), entry.getValue(), depth));
            }
        }
        return all.size() == 1 ? all.getFirst() : new MongoFilter.AllOf(all);
    }

    Collation collation() {
        return collation;
    }

    static void checkDepth(int depth) {
        if (depth > DEPTH_MAX) {
            throw new QueryException(OVERFLOW, "Overflow", "Exceeded the maximum nesting depth of a query");
        }
    }

    void countPattern(int length) {
        patternsLength += length;
        if (patternsLength > PATTERNS_LENGTH_MAX) {
            throw QueryException.badValue("the regular expressions of a query are too long together");
        }
    }

    private MongoFilter field(String name, BsonValue spec, int depth) {
        FieldPath path = FieldPath.of(name);
        PredicateCompiler predicates = new PredicateCompiler(this, name);
        if (PredicateCompiler.isOperators(spec)) {
            if (NearReader.isNear(spec.asDocument().getFirstKey())) {
                return new MongoFilter.Near(NearReader.read(path, spec.asDocument()));
            }
            return atPath(path, predicates.operators(spec.asDocument(), depth + 1));
        }
        return new MongoFilter.AtPath(path, predicates.implicit(spec));
    }

    /** A negation, and a conjunction, hold of all that is at the path, not of one value. */
    private static MongoFilter atPath(FieldPath path, ValueTest test) {
        return switch (test) {
            case ValueTest.Negated negated -> new MongoFilter.Not(atPath(path, negated.test()));
            case ValueTest.Every every -> {
                List<MongoFilter> all = new ArrayList<>();
                for (ValueTest each : every.tests()) {
                    all.add(atPath(path, each));
                }
                yield all.size() == 1 ? all.getFirst() : new MongoFilter.AllOf(all);
            }
            default -> new MongoFilter.AtPath(path, test);
        };
    }

    private MongoFilter operator(String name, BsonValue spec, int depth, boolean whole) {
        return switch (name) {
            case "$and" -> new MongoFilter.AllOf(branches(name, spec, depth, whole));
            case "$or" -> new MongoFilter.AnyOf(branches(name, spec, depth, whole));
            case "$nor" -> new MongoFilter.Not(new MongoFilter.AnyOf(branches(name, spec, depth, whole)));
            case DeadlineField.FILTER -> expires(spec, whole);
            case "$expr" -> computed(spec, whole);
            case "$alwaysTrue" -> always(name, spec, MongoFilter.everything());
            case "$alwaysFalse" -> always(name, spec, MongoFilter.nothing());
            case "$where" -> where(spec, whole);
            case "$text" -> text(spec, whole);
            case "$jsonSchema" -> new MongoFilter.Conforms(JsonSchema.parse(spec));
            case "$sampleRate" -> computed(sampled(spec), whole);
            case "$not" ->
                throw QueryException.badValue("unknown top level operator: $not. If you are trying to negate an entire"
                        + " expression, use $nor.");
            default -> throw QueryException.badValue("unknown top level operator: " + name + REFUSAL_OF_FIELD);
        };
    }

    /** A draw for each document. */
    private static BsonValue sampled(BsonValue rate) {
        if (!(rate instanceof BsonNumber number)) {
            throw QueryException.badValue("argument to $sampleRate must be a numeric type");
        }
        if (!(number.doubleValue() >= 0 && number.doubleValue() <= 1)) {
            throw QueryException.badValue("numeric argument to $sampleRate must be in [0, 1]");
        }
        BsonValue draw = new BsonDocument("$rand", new BsonDocument());
        return new BsonDocument("$lt", new BsonArray(List.of(draw, rate)));
    }

    private List<MongoFilter> branches(String name, BsonValue spec, int depth, boolean whole) {
        if (!spec.isArray()) {
            throw QueryException.badValue(name + " must be an array");
        }
        if (spec.asArray().isEmpty()) {
            throw QueryException.badValue("$and/$or/$nor must be a nonempty array");
        }
        List<MongoFilter> branches = new ArrayList<>();
        for (BsonValue branch : spec.asArray()) {
            if (!branch.isDocument()) {
                throw QueryException.badValue("$or/$and/$nor entries need to be full objects");
            }
            branches.add(document(branch.asDocument(), depth + 1, whole));
        }
        return branches;
    }

    private static MongoFilter expires(BsonValue spec, boolean whole) {
        if (!whole) {
            throw QueryException.badValue(DeadlineField.FILTER + " can only be applied to the top-level document");
        }
        return ExpiresCompiler.compile(spec);
    }

    private static MongoFilter where(BsonValue spec, boolean whole) {
        if (!whole) {
            throw QueryException.badValue("$where can only be applied to the top-level document");
        }
        if (!RequestFunctions.areEnabled()) {
            throw QueryException.badValue("no globalScriptEngine in $where parsing");
        }
        if (spec.isJavaScriptWithScope()) {
            throw new QueryException(
                    CODE_WITH_SCOPE,
                    "Location" + CODE_WITH_SCOPE,
                    "$where no longer supports deprecated BSON type CodeWScope");
        }
        FunctionText function = FunctionText.of(spec);
        if (function == null) {
            throw QueryException.badValue("$where got bad type");
        }
        return new MongoFilter.Where(function.code());
    }

    private static MongoFilter text(BsonValue spec, boolean whole) {
        if (!whole) {
            throw QueryException.badValue("$text can only be applied to the top-level document");
        }
        return new MongoFilter.Text(TextSearch.read(spec));
    }

    private MongoFilter computed(BsonValue spec, boolean whole) {
        if (!whole) {
            throw QueryException.badValue("$expr can only be applied to the top-level document");
        }
        return new MongoFilter.Computed(expressions.apply(spec));
    }

    private static MongoFilter always(String name, BsonValue spec, MongoFilter filter) {
        if (WholeNumber.of(name, spec) != 1) {
            throw new QueryException(
                    WholeNumber.FAILED_TO_PARSE, "FailedToParse", name + " must be an integer value of 1");
        }
        return filter;
    }
}
