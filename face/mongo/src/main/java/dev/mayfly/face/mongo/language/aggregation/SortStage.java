package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.ExternalSort;
import dev.mayfly.face.mongo.language.aggregation.stage.MemoryBudget;
import dev.mayfly.face.mongo.language.aggregation.stage.PipelineContext;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.SortSpec;
import dev.mayfly.face.mongo.language.aggregation.stage.SpilledRows;
import dev.mayfly.face.mongo.language.aggregation.stage.Stage;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * {@code $sort}. Rows that compare equal stay in the order they came.
 *
 * @param argument as the client put it
 * @param limit how many of the first rows are wanted, 0 for all
 */
record SortStage(SortSpec order, BsonDocument argument, long limit) implements Stage {
    static SortStage compile(BsonValue argument, long limit) {
        return new SortStage(SortSpec.compile(argument), argument.asDocument(), limit);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return new OrderedRows(
                new SortedRows(input, context), argument, context.variables().collation());
    }

    /** Sorted at the first pull. */
    private final class SortedRows implements Rows {
        private final Rows input;
        private final Collation collation;
        private final ExternalSort<BsonDocument> sort;
        private @Nullable Iterator<ExternalSort.Sorted<BsonDocument>> sorted;

        private SortedRows(Rows input, PipelineContext context) {
            this.input = input;
            this.collation = context.variables().collation();
            this.sort = new ExternalSort<>(MemoryBudget.STAGE_BYTES_MAX, limit, SpilledRows.CODEC, context.space());
        }

        @Override
        public @Nullable BsonDocument next() {
            Iterator<ExternalSort.Sorted<BsonDocument>> ready = sorted;
            if (ready == null) {
                ready = MemoryBudget.within("$sort", this::sort);
                sorted = ready;
            }
            return ready.hasNext() ? ready.next().content() : null;
        }

        private Iterator<ExternalSort.Sorted<BsonDocument>> sort() {
            for (BsonDocument row = input.next(); row != null; row = input.next()) {
                sort.add(order.keyOf(TreeView.of(row), collation), row, HeapSize.of(row));
            }
            if (sort.usedDisk()) {
                OperationContext.current().stats().usedDisk();
            }
            return sort.finish();
        }

        @Override
        public void close() {
            sort.close();
            input.close();
        }
    }
}
