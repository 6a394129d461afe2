package dev.mayfly.face.mongo.language.aggregation;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.location;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.SpillSpace;
import dev.mayfly.face.mongo.language.aggregation.accumulator.Accumulator;
import dev.mayfly.face.mongo.language.aggregation.accumulator.AccumulatorTable;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.aggregation.stage.StageScope;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.expression.Expression;
import dev.mayfly.face.mongo.language.expression.ExpressionCompiler;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.expression.value.ExpressionValues;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.HeapSize;
import dev.mayfly.face.mongo.language.value.QueryRefusals;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $group}: a document for each value of the key, in the order in which the keys came up. */
final class GroupStage implements Stage {
    /** Cost of a group besides its key and the contents of its accumulators. */
    private static final int GROUP_OVERHEAD_BYTES = 200;

    /** Groups are not written to the disk few by few where others leave no memory for more. */
    private static final long SPILLED_BYTES_LEAST = 1 << 20;

    private record Field(String name, Accumulator.Factory accumulator) {}

    private final Expression key;
    private final List<Field> fields;

    private GroupStage(Expression key, List<Field> fields) {
        this.key = key;
        this.fields = List.copyOf(fields);
    }

    @SuppressWarnings("UnusedVariable") // The shape of every stage's compiler.
    static GroupStage compile(String name, BsonValue argument, StageScope scope) {
        if (!argument.isDocument()) {
            throw location(15947, "a group's fields must be specified in an object");
        }
        Expression key = null;
        List<Field> fields = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : argument.asDocument().entrySet()) {
            if (field.getKey().equals("_id")) {
                key = ExpressionCompiler.compile(field.getValue(), scope.variables());
            } else {
                fields.add(new Field(field.getKey(), accumulator(field.getKey(), field.getValue(), scope)));
            }
        }
        if (key == null) {
            throw location(15955, "a group specification must include an _id");
        }
        return new GroupStage(key, fields);
    }

    /** The accumulator of an output field, as {@code $bucketAuto} has them too. */
    static Accumulator.Factory accumulator(String field, BsonValue spec, StageScope scope) {
        if (field.indexOf('.') >= 0) {
            throw location(40235, "The field name '" + field + "' cannot contain '.'");
        }
        if (field.startsWith("$")) {
            throw location(40236, "The field name '" + field + "' cannot be an operator name");
        }
        if (!spec.isDocument()) {
            throw location(40234, "The field '" + field + "' must be an accumulator object");
        }
        BsonDocument accumulator = spec.asDocument();
        if (accumulator.size() != 1) {
            throw location(40238, "The field '" + field + "' must specify one accumulator");
        }
        String name = accumulator.getFirstKey();
        return AccumulatorTable.compile(name, accumulator.get(name, BsonNull.VALUE), scope);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return new GroupedRows(input, new Groups(context));
    }

    /** Grouped at the first pull. */
    private static final class GroupedRows implements Rows {
        private final Rows input;
        private final Groups groups;
        private @Nullable Iterator<BsonDocument> results;

        private GroupedRows(Rows input, Groups groups) {
            this.input = input;
            this.groups = groups;
        }

        @Override
        public @Nullable BsonDocument next() {
            Iterator<BsonDocument> ready = results;
            if (ready == null) {
                ready = MemoryBudget.within("$group", () -> groups.of(input));
                results = ready;
            }
            return ready.hasNext() ? ready.next() : null;
        }

        @Override
        public void close() {
            groups.close();
            input.close();
        }
    }

    private final class Groups {
        private final PipelineContext context;
        private final Variables variables;
        private final Map<ValueKey, Accumulator[]> groups = new LinkedHashMap<>();
        private @Nullable SpilledGroups spilled;
        private final RequestMemory memory = RequestGuard.current().memory();
        private long bytes;
        private long chargedBytes;

        private Groups(PipelineContext context) {
            this.context = context;
            this.variables = context.variables();
        }

        private Iterator<BsonDocument> of(Rows rows) {
            for (View row = rows.nextView(); row != null; row = rows.nextView()) {
                add(row);
            }
            if (spilled != null) {
                spill(spilled);
                OperationContext.current().stats().usedDisk();
                return spilled.finish(variables);
            }
            Iterator<Map.Entry<ValueKey, Accumulator[]>> entries =
                    groups.entrySet().iterator();
            return new Iterator<>() {
                @Override
                public boolean hasNext() {
                    return entries.hasNext();
                }

                @Override
                public BsonDocument next() {
                    Map.Entry<ValueKey, Accumulator[]> entry = entries.next();
                    return document(entry.getKey().value(), entry.getValue());
                }
            };
        }

        private void add(View row) {
            BsonValue id = key.evaluate(row, variables);
            BsonValue value = ExpressionValues.isMissing(id) ? BsonNull.VALUE : id;
            ValueKey groupKey = variables.collation().key(value);
            Accumulator[] accumulators = groups.get(groupKey);
            if (accumulators == null) {
                bytes += HeapSize.of(value) + GROUP_OVERHEAD_BYTES;
                accumulators = start(value, variables);
                groups.put(groupKey, accumulators);
            }
            for (Accumulator accumulator : accumulators) {
                long before = accumulator.bytes();
                accumulator.add(row, variables);
                bytes += accumulator.bytes() - before;
            }
            if (bytes > MemoryBudget.STAGE_BYTES_MAX) {
                spillAll(MemoryBudget.exceeded("$group"));
            } else if (bytes > chargedBytes) {
                charge();
            }
        }

        private void charge() {
            try {
                memory.charge(bytes - chargedBytes);
                chargedBytes = bytes;
            } catch (MemoryLimitExceeded exceeded) {
                if (bytes < SPILLED_BYTES_LEAST) {
                    throw exceeded;
                }
                spillAll(QueryRefusals.memoryExceeded(exceeded));
            }
        }

        /** @param refusal of a request that may put nothing on the disk */
        private void spillAll(QueryException refusal) {
            SpillSpace space = context.space();
            if (space == null) {
                throw refusal;
            }
            spilled = spilled == null ? new SpilledGroups(GroupStage.this, space) : spilled;
            spill(spilled);
        }

        private void spill(SpilledGroups to) {
            to.add(groups);
            groups.clear();
            release();
            bytes = 0;
        }

        private void release() {
            memory.release(chargedBytes);
            chargedBytes = 0;
        }

        private void close() {
            release();
            if (spilled != null) {
                spilled.close();
            }
        }
    }

    /** The accumulators of a group that begins. */
    Accumulator[] start(BsonValue id, Variables variables) {
        Accumulator[] accumulators = new Accumulator[fields.size()];
        View group = TreeView.of(new BsonDocument("_id", id));
        for (int i = 0; i < accumulators.length; i++) {
            accumulators[i] = fields.get(i).accumulator.start(group, variables);
        }
        return accumulators;
    }

    BsonDocument document(BsonValue id, Accumulator[] accumulators) {
        BsonDocument document = new BsonDocument(accumulators.length + 1);
        document.put("_id", id);
        for (int i = 0; i < accumulators.length; i++) {
            document.put(fields.get(i).name, accumulators[i].result());
        }
        return document;
    }
}
