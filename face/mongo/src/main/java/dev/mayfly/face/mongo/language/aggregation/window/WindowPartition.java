package dev.mayfly.face.mongo.language.aggregation.window;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.run.OperationContext;
import java.util.Arrays;
import java.util.List;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/**
 * The rows of one partition, in their order.
 *
 * @param keys what each sorts by; empty if no order was asked for
 * @param values of the field that is sorted by, if it is one alone; else empty
 */
public record WindowPartition(List<BsonDocument> rows, List<byte[]> keys, List<BsonValue> values, Variables variables) {
    int size() {
        return rows.size();
    }

    TreeView row(int index) {
        OperationContext.current().check();
        return TreeView.of(rows.get(index));
    }

    /** Returns whether this row sorts equal to the previous one. */
    boolean isPeerOfPrevious(int index) {
        return index > 0 && Arrays.equals(keys.get(index), keys.get(index - 1));
    }
}
