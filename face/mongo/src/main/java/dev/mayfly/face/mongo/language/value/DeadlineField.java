package dev.mayfly.face.mongo.language.value;

import dev.mayfly.engine.expiry.Deadlines;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonMaxKey;
import org.bson.BsonString;
import org.bson.BsonValue;

/**
 * The field in which a document's deadline travels through a query that asks for it, which is an addition to MongoDB: a
 * date, or the greatest key of all for a document that never expires. No path can name it, and no client sees it.
 */
public final class DeadlineField {
    public static final String NAME = "$mayfly:deadline";

    /** The argument of {@code $meta} that asks for the deadline as a date. */
    public static final String EXPIRES_AT = "expiresAt";

    /** The argument of {@code $meta} that asks for the milliseconds until then. */
    public static final String TIME_LEFT = "timeLeft";

    /** The filter on it. */
    public static final String FILTER = "$expiresAt";

    private static final String META = "$meta";

    private DeadlineField() {}

    public static BsonValue of(long deadline) {
        return deadline == Deadlines.NO_DEADLINE ? new BsonMaxKey() : new BsonDateTime(deadline);
    }

    /** Returns whether the value is {@code {$meta: "expiresAt"}} or {@code {$meta: "timeLeft"}}. */
    public static boolean isAskedBy(BsonValue value) {
        return value.isDocument()
                && value.asDocument().size() == 1
                && value.asDocument().get(META) instanceof BsonString argument
                && isArgument(argument.getValue());
    }

    public static boolean isArgument(String argument) {
        return argument.equals(EXPIRES_AT) || argument.equals(TIME_LEFT);
    }

    /** Returns whether the value contains a request for deadlines. */
    public static boolean isAskedWithin(BsonValue value) {
        if (value.isArray()) {
            return isAskedWithin(value.asArray());
        }
        return value.isDocument() && isAskedWithin(value.asDocument());
    }

    private static boolean isAskedWithin(BsonArray array) {
        for (BsonValue element : array) {
            if (isAskedWithin(element)) {
                return true;
            }
        }
        return false;
    }

    private static boolean isAskedWithin(BsonDocument document) {
        for (Map.Entry<String, BsonValue> field : document.entrySet()) {
            String name = field.getKey();
            if (name.equals(META) || name.equals(FILTER) || isAskedWithin(field.getValue())) {
                return true;
            }
        }
        return false;
    }

    /** The document as clients may see it. */
    public static BsonDocument hidden(BsonDocument document) {
        if (!document.containsKey(NAME)) {
            return document;
        }
        BsonDocument visible = new BsonDocument();
        document.forEach((name, value) -> {
            if (!name.equals(NAME)) {
                visible.append(name, value);
            }
        });
        return visible;
    }
}
