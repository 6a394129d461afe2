package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.accumulator.AccumulatorTable;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.SortSpec;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.aggregation.window.WindowAccumulation;
import dev.mayfly.face.mongo.language.aggregation.window.WindowBounds;
import dev.mayfly.face.mongo.language.aggregation.window.WindowFunction;
import dev.mayfly.face.mongo.language.aggregation.window.WindowPartition;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $setWindowFields}: new fields from rows around each row, within its partition and in an order. */
final class WindowStage implements Stage {
    private static final byte[] UNSORTED = {};

    /** Accumulators of groups alone. */
    private static final Set<String> NO_FUNCTIONS = Set.of("$mergeObjects");

    private final Expression partitionBy;
    private final @Nullable SortSpec sort;
    private final String[] sortPath;
    private final Map<String, WindowFunction> outputs;

    private WindowStage(Expression partitionBy, BsonDocument sort, Map<String, WindowFunction> outputs) {
        this.partitionBy = partitionBy;
        this.sort = sort.isEmpty() ? null : SortSpec.compile(sort);
        this.sortPath = sort.size() == 1 ? sort.getFirstKey().split("\\.", -1) : new String[0];
        this.outputs = outputs;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static WindowStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw failedToParse("the $setWindowFields stage specification must be an object");
        }
        BsonDocument spec = argument.asDocument();
        for (String field : spec.keySet()) {
            if (!Set.of("partitionBy", "sortBy", "output").contains(field)) {
                throw new QueryException(
                        40415, "IDLUnknownField", "BSON field '$setWindowFields." + field + "' is an unknown field.");
            }
        }
        BsonDocument sort = document(spec, "sortBy", new BsonDocument());
        Map<String, WindowFunction> outputs = new LinkedHashMap<>();
        document(spec, "output", null).forEach((path, output) -> {
            FieldPaths.names(path);
            outputs.put(path, function(path, output, sort, scope));
        });
        BsonValue partitionBy = spec.get("partitionBy", BsonNull.VALUE);
        return new WindowStage(ExpressionCompiler.compile(partitionBy, scope.variables()), sort, outputs);
    }

    private static BsonDocument document(BsonDocument spec, String field, @Nullable BsonDocument otherwise) {
        BsonValue value = spec.containsKey(field) ? spec.get(field) : otherwise;
        if (value == null) {
            throw new QueryException(
                    40414,
                    "IDLFailedToParse",
                    "BSON field '$setWindowFields." + field + "' is missing but a required field");
        }
        if (!value.isDocument()) {
            throw failedToParse("the '" + field + "' of $setWindowFields must be an object");
        }
        return value.asDocument();
    }

    private static WindowFunction function(String path, BsonValue output, BsonDocument sort, StageScope scope) {
        if (!output.isDocument()) {
            throw failedToParse("The field '" + path + "' must be a window function object");
        }
        BsonDocument spec = output.asDocument();
        String function = null;
        for (String name : spec.keySet()) {
            if (name.startsWith("$")) {
                if (function != null) {
                    throw failedToParse("Cannot specify two functions in window function spec");
                }
                function = name;
            } else if (!name.equals("window")) {
                throw failedToParse("Window function found an unknown argument: " + name);
            }
        }
        if (function == null) {
            throw failedToParse("Expected a $-prefixed window function, " + path);
        }
        if (NO_FUNCTIONS.contains(function)
                || (!AccumulatorTable.has(function) && !WindowFunction.OTHERS.containsKey(function))) {
            throw failedToParse("Unrecognized window function, " + function);
        }
        if (!spec.containsKey("window") && function.equals("$derivative")) {
            throw failedToParse("$derivative requires explicit window bounds");
        }
        if (spec.containsKey("window") && WindowFunction.WITHOUT_WINDOW.contains(function)) {
            throw failedToParse("'" + function + "' does not accept a 'window' field");
        }
        WindowFunction.Use use = new WindowFunction.Use(
                function, spec.get(function, BsonNull.VALUE), WindowBounds.of(spec.get("window"), sort), sort, scope);
        return WindowFunction.OTHERS
                .getOrDefault(function, WindowAccumulation::compile)
                .compile(use);
    }

    /** A row with its sort key. */
    private record Row(BsonValue partition, byte[] key, BsonDocument document) {}

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, rows -> computed(rows, context));
    }

    private Iterator<BsonDocument> computed(Rows input, PipelineContext context) {
        List<Row> rows = sorted(input, context);
        List<BsonDocument> results = new ArrayList<>(rows.size());
        Collation collation = context.variables().collation();
        int from = 0;
        while (from < rows.size()) {
            int until = from + 1;
            while (until < rows.size() && collation.equal(rows.get(until).partition, rows.get(from).partition)) {
                until++;
            }
            results.addAll(partition(rows.subList(from, until), context));
            from = until;
        }
        return results.iterator();
    }

    private List<Row> sorted(Rows input, PipelineContext context) {
        MemoryBudget budget = new MemoryBudget("$setWindowFields");
        Collation collation = context.variables().collation();
        List<Row> rows = new ArrayList<>();
        for (BsonDocument row = input.next(); row != null; row = input.next()) {
            budget.take(HeapSize.of(row));
            TreeView view = TreeView.of(row);
            BsonValue partition = partitionBy.evaluate(view, context.variables());
            if (partition.isArray()) {
                throw typeMismatch("An expression used to partition cannot evaluate to value of type array");
            }
            rows.add(new Row(
                    ExpressionValues.isMissing(partition) ? BsonNull.VALUE : partition,
                    sort == null ? UNSORTED : sort.keyOf(view, collation),
                    row));
        }
        rows.sort(Comparator.comparing(Row::partition, collation.order())
                .thenComparing(Row::key, Arrays::compareUnsigned));
        return rows;
    }

    private List<BsonDocument> partition(List<Row> rows, PipelineContext context) {
        List<BsonDocument> documents = rows.stream().map(Row::document).toList();
        WindowPartition partition = new WindowPartition(
                documents, rows.stream().map(Row::key).toList(), values(documents), context.variables());
        List<BsonDocument> results = new ArrayList<>(documents);
        outputs.forEach((path, function) -> {
            BsonValue[] values = function.compute(partition);
            String[] names = path.split("\\.", -1);
            for (int row = 0; row < values.length; row++) {
                if (!ExpressionValues.isMissing(values[row])) {
                    results.set(row, NestedFields.with(results.get(row), names, values[row]));
                }
            }
        });
        return results;
    }

    private List<BsonValue> values(List<BsonDocument> documents) {
        if (sortPath.length == 0) {
            return List.of();
        }
        List<BsonValue> values = new ArrayList<>(documents.size());
        for (BsonDocument document : documents) {
            BsonValue value = NestedFields.get(document, sortPath);
            values.add(value == null ? BsonNull.VALUE : value);
        }
        return values;
    }
}
