package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.base.query.RowSort;
import dev.mayfly.face.mongo.language.value.BsonSize;
import dev.mayfly.face.mongo.language.value.Collation;
import java.util.Iterator;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * {@code $sort}. Rows that compare equal stay in the order they came.
 *
 * @param limit how many of the first rows are wanted, 0 for all
 */
record SortStage(SortSpec order, long limit) implements Stage {
    static SortStage compile(BsonValue argument, long limit) {
        return new SortStage(SortSpec.compile(argument), limit);
    }

    @Override
    public Rows over(Rows input, PipelineContext context) {
        return Rows.collected(input, rows -> sort(rows, context.variables().collation()));
    }

    private Iterator<BsonDocument> sort(Rows input, Collation collation) {
        RowSort<BsonDocument> sort = new RowSort<>(MemoryBudget.STAGE_BYTES_MAX, limit);
        try {
            for (BsonDocument row = input.next(); row != null; row = input.next()) {
                sort.add(order.keyOf(collation.fold(TreeView.of(row))), row, BsonSize.of(row));
            }
        } catch (MemoryLimitExceeded _) {
            throw MemoryBudget.exceeded("$sort");
        }
        return sort.finish().iterator();
    }
}
