package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueOrder;
import java.util.Comparator;
import org.bson.BsonValue;

/** Mongo's order of values, for trees, with texts by their bytes. Others ask a {@link Collation} to compare. */
final class BsonOrder {
    static final Comparator<BsonValue> ORDER = BsonOrder::compare;

    private BsonOrder() {}

    static int compare(BsonValue left, BsonValue right) {
        return Trees.same(left, right) ? 0 : ValueOrder.compare(TreeView.of(left), TreeView.of(right));
    }
}
