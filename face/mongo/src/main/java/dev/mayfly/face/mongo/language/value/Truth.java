package dev.mayfly.face.mongo.language.value;

import dev.mayfly.base.document.TreeView;
import org.bson.BsonValue;

/** MongoDB's rules for which values are true. */
public final class Truth {
    private Truth() {}

    /** Everything but false, null, undefined and the zeros. */
    public static boolean of(BsonValue value) {
        return switch (value.getBsonType()) {
            case BOOLEAN -> value.asBoolean().getValue();
            case NULL, UNDEFINED -> false;
            case INT32, INT64, DOUBLE, DECIMAL128 -> TreeView.of(value).doubleValue() != 0;
            default -> true;
        };
    }
}
