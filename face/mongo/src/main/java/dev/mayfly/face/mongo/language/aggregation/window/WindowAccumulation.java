package dev.mayfly.face.mongo.language.aggregation.window;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.aggregation.accumulator.Accumulator;
import dev.mayfly.face.mongo.language.aggregation.accumulator.AccumulatorTable;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.Arrays;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonValue;

/** An accumulator over a window of rows. A window that only grows is gathered once, others row by row. */
public record WindowAccumulation(Accumulator.Factory factory, WindowBounds bounds) implements WindowFunction {
    private static final TreeView NO_GROUP = TreeView.of(new BsonDocument("_id", BsonNull.VALUE));

    public static WindowFunction compile(Use use) {
        return new WindowAccumulation(AccumulatorTable.compile(use.name(), use.argument(), use.scope()), use.bounds());
    }

    @Override
    public BsonValue[] compute(WindowPartition partition) {
        BsonValue[] results = new BsonValue[partition.size()];
        if (bounds.isWhole()) {
            Arrays.fill(results, result(partition, 0, partition.size()));
        } else if (bounds.startsAtFirst()) {
            growing(partition, results);
        } else {
            for (int row = 0; row < results.length; row++) {
                results[row] = result(partition, bounds.from(partition, row), bounds.until(partition, row));
            }
        }
        return results;
    }

    private void growing(WindowPartition partition, BsonValue[] results) {
        Accumulator accumulator = factory.start(NO_GROUP, partition.variables());
        int gathered = 0;
        for (int row = 0; row < results.length; row++) {
            int until = bounds.until(partition, row);
            for (; gathered < until; gathered++) {
                accumulator.add(partition.row(gathered), partition.variables());
            }
            results[row] = Trees.copy(accumulator.result());
        }
    }

    private BsonValue result(WindowPartition partition, int from, int until) {
        Accumulator accumulator = factory.start(NO_GROUP, partition.variables());
        for (int row = from; row < until; row++) {
            accumulator.add(partition.row(row), partition.variables());
        }
        return accumulator.result();
    }
}
