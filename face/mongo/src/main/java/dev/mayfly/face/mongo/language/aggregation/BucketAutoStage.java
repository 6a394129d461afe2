package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.accumulator.Accumulator;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** {@code $bucketAuto}: spreads rows evenly over a given number of buckets; rows of equal values share one. */
final class BucketAutoStage implements Stage {
    private static final Set<String> OPTIONS = Set.of("groupBy", "buckets", "output", "granularity");

    private record Field(String name, Accumulator.Factory accumulator) {}

    private record Row(BsonValue value, BsonDocument document) {}

    private final Expression groupBy;
    private final long buckets;
    private final List<Field> fields;

    private BucketAutoStage(Expression groupBy, long buckets, List<Field> fields) {
        this.groupBy = groupBy;
        this.buckets = buckets;
        this.fields = List.copyOf(fields);
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static BucketAutoStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(
                    40240,
                    "The argument to $bucketAuto must be an object, but found type: " + TypeNames.of(argument) + ".");
        }
        BsonDocument options = argument.asDocument();
        for (String option : options.keySet()) {
            if (!OPTIONS.contains(option)) {
                throw location(40245, "Unrecognized option to $bucketAuto: " + option + ".");
            }
        }
        if (options.containsKey("granularity")) {
            throw new QueryException(238, "NotImplemented", "granularity of $bucketAuto is not supported");
        }
        BsonValue groupBy = options.get("groupBy");
        BsonValue buckets = options.get("buckets");
        if (groupBy == null || buckets == null) {
            throw location(40246, "$bucketAuto requires 'groupBy' and 'buckets' to be specified.");
        }
        BucketStages.checkGroupBy("$bucketAuto", 40239, groupBy);
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field :
                BucketStages.output(options.get("output"), 40244, "$bucketAuto").entrySet()) {
            fields.add(new Field(field.getKey(), GroupStage.accumulator(field.getKey(), field.getValue(), scope)));
        }
        return new BucketAutoStage(
                ExpressionCompiler.compile(groupBy, scope.variables()), checkedCount(buckets), fields);
    }

    private static long checkedCount(BsonValue buckets) {
        if (!Trees.isNumber(buckets)) {
            throw location(
                    40241,
                    "The $bucketAuto 'buckets' field must be a numeric value, but found type: " + TypeNames.of(buckets)
                            + ".");
        }
        Long count = Trees.wholeOf(buckets);
        if (count == null || count > Integer.MAX_VALUE) {
            throw location(40242, "The $bucketAuto 'buckets' field must be representable as a 32-bit integer");
        }
        if (count <= 0) {
            throw location(40243, "The $bucketAuto 'buckets' field must be greater than 0, but found: " + count + ".");
        }
        return count;
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, rows -> spread(sorted(rows, context), context));
    }

    private List<Row> sorted(Rows input, PipelineContext context) {
        MemoryBudget budget = new MemoryBudget("$bucketAuto");
        List<Row> rows = new ArrayList<>();
        for (BsonDocument row = input.next(); row != null; row = input.next()) {
            budget.take(HeapSize.of(row));
            BsonValue value = groupBy.evaluate(TreeView.of(row), context.variables());
            rows.add(new Row(ExpressionValues.isMissing(value) ? BsonNull.VALUE : value, row));
        }
        rows.sort(
                Comparator.comparing(Row::value, context.variables().collation().order()));
        return rows;
    }

    private Iterator<BsonDocument> spread(List<Row> rows, PipelineContext context) {
        List<BsonDocument> results = new ArrayList<>();
        int size = (int) Math.max(1, Math.round((double) rows.size() / buckets));
        Collation collation = context.variables().collation();
        int from = 0;
        for (long bucket = 0; bucket < buckets && from < rows.size(); bucket++) {
            int until = bucket == buckets - 1 ? rows.size() : Math.min(rows.size(), from + size);
            while (until < rows.size() && collation.equal(rows.get(until).value, rows.get(until - 1).value)) {
                until++;
            }
            BsonValue most = rows.get(until < rows.size() ? until : until - 1).value;
            results.add(bucket(rows.subList(from, until), most, context));
            from = until;
        }
        return results.iterator();
    }

    private BsonDocument bucket(List<Row> rows, BsonValue most, PipelineContext context) {
        BsonDocument id = new BsonDocument("min", rows.getFirst().value).append("max", most);
        BsonDocument document = new BsonDocument("_id", id);
        TreeView group = TreeView.of(new BsonDocument("_id", id));
        for (Field field : fields) {
            Accumulator accumulator = field.accumulator.start(group, context.variables());
            rows.forEach(row -> accumulator.add(TreeView.of(row.document), context.variables()));
            document.put(field.name, accumulator.result());
        }
        return document;
    }
}
