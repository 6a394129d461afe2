package dev.mayfly.face.mongo.language.value;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** The order of array elements that {@code $push} and {@code $sortArray} ask for: by value, or by fields. */
public final class ElementOrder {
    /** Nothing for names stands for the whole element. */
    private record Key(String[] names, int sign) {}

    private final List<Key> keys;

    private ElementOrder(List<Key> keys) {
        this.keys = keys;
    }

    /** Returns the order of a {@code $sort} clause: 1, -1, or a document of them. */
    public static ElementOrder of(BsonValue sort) {
        if (Trees.isNumber(sort)) {
            return new ElementOrder(List.of(new Key(new String[0], sign(sort))));
        }
        if (!sort.isDocument()) {
            throw badValue("The $sort is invalid: use 1/-1 to sort the whole element, or {field:1/-1} to sort embedded "
                    + "fields");
        }
        if (sort.asDocument().isEmpty()) {
            throw badValue("The $sort pattern is empty when it should be a set of fields.");
        }
        List<Key> keys = new ArrayList<>();
        for (Map.Entry<String, BsonValue> field : sort.asDocument().entrySet()) {
            keys.add(new Key(names(field.getKey()), sign(field.getValue())));
        }
        return new ElementOrder(keys);
    }

    /** This order, with texts as the collation has them. */
    public Comparator<BsonValue> by(Collation collation) {
        return (left, right) -> compare(left, right, collation);
    }

    private static String[] names(String path) {
        String[] names = path.split("\\.", -1);
        for (String name : names) {
            if (name.isEmpty()) {
                throw badValue(
                        path.isEmpty()
                                ? "The $sort field cannot be empty"
                                : "The $sort field is a dotted field but has an empty part: " + path);
            }
        }
        return names;
    }

    private static int sign(BsonValue direction) {
        double sign = Trees.isNumber(direction) ? Numbers.doubleOf(direction) : 0;
        if (sign != 1 && sign != -1) {
            throw badValue("The $sort element value must be either 1 or -1");
        }
        return (int) sign;
    }

    private int compare(BsonValue left, BsonValue right, Collation collation) {
        for (Key key : keys) {
            int order = collation.compareWithMissing(find(left, key.names), find(right, key.names));
            if (order != 0) {
                return key.sign * order;
            }
        }
        return 0;
    }

    private static @Nullable BsonValue find(BsonValue element, String[] names) {
        BsonValue value = element;
        for (String name : names) {
            BsonValue next = child(value, name);
            if (next == null) {
                return null;
            }
            value = next;
        }
        return value;
    }

    private static @Nullable BsonValue child(BsonValue value, String name) {
        if (value.isArray()) {
            int index = Trees.index(name);
            return index >= 0 && index < value.asArray().size()
                    ? value.asArray().get(index)
                    : null;
        }
        return value.isDocument() ? ((BsonDocument) value).get(name) : null;
    }
}
