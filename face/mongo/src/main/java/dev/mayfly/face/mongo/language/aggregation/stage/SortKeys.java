package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.Trees;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonNull;
import org.bson.BsonUndefined;
import org.bson.BsonValue;

/** The values of a document by which an order or an index puts it in its place. */
public final class SortKeys {
    private SortKeys() {}

    /** One value for each part of the order: of an array, the element that comes first in it. */
    public static BsonArray of(BsonDocument document, BsonDocument sort, Collation collation) {
        BsonArray key = new BsonArray();
        sort.forEach((path, direction) -> {
            List<BsonValue> values = values(document, path);
            boolean descending = direction.isNumber() && direction.asNumber().doubleValue() < 0;
            BsonValue first = values.getFirst();
            for (BsonValue value : values) {
                int order = collation.compare(value, first);
                first = (descending ? order > 0 : order < 0) ? value : first;
            }
            key.add(first);
        });
        return key;
    }

    /** The value at a path that no array is on; null if there is none. */
    public static BsonValue single(BsonDocument document, String path) {
        return values(document, path).getFirst();
    }

    private static List<BsonValue> values(BsonDocument document, String path) {
        List<BsonValue> values = new ArrayList<>();
        collect(document, path.split("\\.", -1), 0, values);
        if (values.isEmpty()) {
            values.add(BsonNull.VALUE);
        }
        return values;
    }

    private static void collect(BsonValue value, String[] names, int at, List<BsonValue> values) {
        if (value.isArray() && at == names.length) {
            values.addAll(value.asArray().isEmpty() ? List.of(new BsonUndefined()) : value.asArray());
        } else if (at == names.length) {
            values.add(value);
        } else if (value.isDocument()) {
            BsonValue child = value.asDocument().get(names[at]);
            if (child == null) {
                values.add(BsonNull.VALUE);
            } else {
                collect(child, names, at + 1, values);
            }
        } else if (value.isArray()) {
            int position = Trees.index(names[at]);
            if (position >= 0 && position < value.asArray().size()) {
                collect(value.asArray().get(position), names, at + 1, values);
            }
            value.asArray().stream()
                    .filter(BsonValue::isDocument)
                    .forEach(element -> collect(element, names, at, values));
        }
    }
}
