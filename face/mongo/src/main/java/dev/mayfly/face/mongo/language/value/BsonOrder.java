package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.ValueOrder;
import java.util.Comparator;
import org.bson.BsonNull;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Mongo's order of values, for trees. */
public final class BsonOrder {
    public static final Comparator<BsonValue> ORDER = BsonOrder::compare;

    private BsonOrder() {}

    public static int compare(BsonValue left, BsonValue right) {
        return Trees.same(left, right) ? 0 : ValueOrder.compare(TreeView.of(left), TreeView.of(right));
    }

    public static boolean equal(BsonValue left, BsonValue right) {
        return compare(left, right) == 0;
    }

    /** Sorts what is missing as null is sorted. */
    public static int compareWithMissing(@Nullable BsonValue left, @Nullable BsonValue right) {
        return compare(left == null ? BsonNull.VALUE : left, right == null ? BsonNull.VALUE : right);
    }
}
