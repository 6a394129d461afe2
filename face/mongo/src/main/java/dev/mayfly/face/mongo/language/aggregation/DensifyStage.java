package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.failedToParse;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.NestedFields;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.FieldPaths;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.ArrayList;
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

/**
 * {@code $densify}: documents where values of a field are missing between others. Each partition is filled for itself; rows
 * come out in the order of the field, those of one partition together where its own bounds are asked for.
 */
final class DensifyStage implements Stage {
    /** Limit on the generated documents, as set by {@code internalQueryMaxAllowedDensifyDocs}. */
    private static final int GENERATED_MAX = 500_000;

    private final String[] field;
    private final List<String[]> partitionBy;
    private final DensifyRange range;

    private DensifyStage(String[] field, List<String[]> partitionBy, DensifyRange range) {
        this.field = field;
        this.partitionBy = partitionBy;
        this.range = range;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static DensifyStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw failedToParse("The $densify stage specification must be an object, found " + TypeNames.of(argument));
        }
        BsonDocument spec = argument.asDocument();
        for (String option : spec.keySet()) {
            if (!Set.of("field", "partitionByFields", "range").contains(option)) {
                throw unknown("$densify." + option);
            }
        }
        BsonValue field = required(spec, "field", "$densify.field");
        if (!field.isString()) {
            throw wrongType("$densify.field", field, "string");
        }
        List<String[]> partitionBy = paths(spec.get("partitionByFields"));
        DensifyRange range = DensifyRange.of(required(spec, "range", "$densify.range"), !partitionBy.isEmpty());
        return new DensifyStage(FieldPaths.names(field.asString().getValue()), partitionBy, range);
    }

    private static List<String[]> paths(@Nullable BsonValue fields) {
        List<String[]> paths = new ArrayList<>();
        if (fields != null) {
            if (!fields.isArray()) {
                throw wrongType("$densify.partitionByFields", fields, "array");
            }
            for (BsonValue path : fields.asArray()) {
                if (!path.isString()) {
                    throw wrongType("$densify.partitionByFields." + paths.size(), path, "string");
                }
                paths.add(FieldPaths.names(path.asString().getValue()));
            }
        }
        return paths;
    }

    static BsonValue required(BsonDocument document, String field, String called) {
        BsonValue value = document.get(field);
        if (value == null) {
            throw new QueryException(
                    40414, "IDLFailedToParse", "BSON field '" + called + "' is missing but a required field");
        }
        return value;
    }

    static QueryException wrongType(String field, BsonValue value, String expected) {
        return typeMismatch("BSON field '" + field + "' is the wrong type '" + TypeNames.of(value)
                + "', expected type '" + expected + "'");
    }

    static QueryException unknown(String field) {
        return new QueryException(40415, "IDLUnknownField", "BSON field '" + field + "' is an unknown field.");
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(
                input, rows -> densified(rows, context.variables().collation()).iterator());
    }

    private record Row(BsonDocument document, BsonDocument partition, BsonValue value) {}

    private Densified densified(Rows input, Collation collation) {
        MemoryBudget budget = new MemoryBudget("$densify");
        Densified densified = new Densified(budget, collation);
        List<Row> rows = new ArrayList<>();
        for (BsonDocument row = input.next(); row != null; row = input.next()) {
            budget.take(HeapSize.of(row));
            BsonValue value = NestedFields.get(row, field);
            if (value == null || DensifyRange.isNothing(value)) {
                densified.results.add(row);
            } else {
                range.check(value);
                rows.add(new Row(row, partition(row), value));
            }
        }
        rows.sort(order(collation));
        densified.take(rows);
        return densified;
    }

    private Comparator<Row> order(Collation collation) {
        Comparator<Row> byValue = Comparator.comparing(Row::value, collation.order());
        return range.extent() == DensifyRange.Extent.PARTITION
                ? Comparator.comparing((Row row) -> (BsonValue) row.partition, collation.order())
                        .thenComparing(byValue)
                : byValue;
    }

    /** Returns the fields, besides the densified one, of a document generated for this row's partition. */
    private BsonDocument partition(BsonDocument row) {
        BsonDocument partition = new BsonDocument();
        for (String[] path : partitionBy) {
            BsonValue value = NestedFields.get(row, path);
            partition = NestedFields.with(partition, path, value == null ? BsonNull.VALUE : value);
        }
        return partition;
    }

    /** The point up to which a partition is filled. */
    private static final class Progress {
        private final BsonDocument partition;
        private final BsonValue first;
        private long steps;

        private Progress(BsonDocument partition, BsonValue first) {
            this.partition = partition;
            this.first = first;
        }
    }

    private final class Densified {
        private final List<BsonDocument> results = new ArrayList<>();
        private final Map<ValueKey, Progress> partitions = new LinkedHashMap<>();
        private final MemoryBudget budget;
        private final Collation collation;
        private int generated;

        private Densified(MemoryBudget budget, Collation collation) {
            this.budget = budget;
            this.collation = collation;
        }

        private Iterator<BsonDocument> iterator() {
            return results.iterator();
        }

        private void take(List<Row> rows) {
            for (Row row : rows) {
                ValueKey key = collation.key(row.partition);
                Progress progress = partitions.get(key);
                if (progress == null) {
                    progress = new Progress(row.partition, first(rows, row));
                    partitions.put(key, progress);
                }
                fill(progress, row);
                results.add(row.document);
            }
            BsonValue upper = range.upper();
            boolean unseen = range.extent() == DensifyRange.Extent.GIVEN && partitionBy.isEmpty() && rows.isEmpty();
            if (unseen && range.lower() != null) {
                partitions.put(collation.key(new BsonDocument()), new Progress(new BsonDocument(), range.lower()));
            }
            if (range.extent() != DensifyRange.Extent.PARTITION && (upper != null || !rows.isEmpty())) {
                BsonValue last = upper == null ? rows.getLast().value : upper;
                partitions.values().forEach(progress -> finish(progress, last));
            }
        }

        private BsonValue first(List<Row> rows, Row row) {
            return switch (range.extent()) {
                case FULL -> rows.getFirst().value;
                case PARTITION -> row.value;
                case GIVEN -> range.lower() == null ? row.value : range.lower();
            };
        }

        /** Generates the documents that lie before the row. */
        private void fill(Progress progress, Row row) {
            BsonValue value = range.at(progress.first, progress.steps);
            while (collation.compare(value, row.value) < 0 && isInside(value)) {
                value = generate(progress, value);
            }
            if (collation.compare(value, row.value) == 0) {
                progress.steps++;
            }
        }

        private boolean isInside(BsonValue value) {
            return range.upper() == null || range.reaches(value, range.upper());
        }

        private void finish(Progress progress, BsonValue last) {
            BsonValue value = range.at(progress.first, progress.steps);
            while (range.reaches(value, last)) {
                value = generate(progress, value);
            }
        }

        /** Returns the next value. */
        private BsonValue generate(Progress progress, BsonValue value) {
            if (++generated > GENERATED_MAX) {
                throw location(
                        5897900,
                        "Generated " + generated + " documents in $densify, which is over the limit of " + GENERATED_MAX
                                + ". Increase the 'internalQueryMaxAllowedDensifyDocs' parameter to allow more"
                                + " generated documents");
            }
            BsonDocument made = NestedFields.with(progress.partition, field, value);
            budget.take(HeapSize.of(made));
            results.add(made);
            progress.steps++;
            return range.at(progress.first, progress.steps);
        }
    }
}
