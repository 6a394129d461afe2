package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.ElementOrder;
import dev.mayfly.face.mongo.language.value.Trees;
import dev.mayfly.face.mongo.language.value.TypeNames;
import java.util.Comparator;
import java.util.List;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $push}, with {@code $each}, {@code $position}, {@code $sort} and {@code $slice}, applied in this order. */
final class PushModifier implements Modifier {
    private final List<BsonValue> values;
    private final long position;
    private final long slice;
    private final @Nullable Comparator<BsonValue> order;

    private PushModifier(List<BsonValue> values, long position, long slice, @Nullable Comparator<BsonValue> order) {
        this.values = values;
        this.position = position;
        this.slice = slice;
        this.order = order;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static PushModifier compile(String path, BsonValue argument, Variables variables) {
        if (!argument.isDocument() || !argument.asDocument().containsKey("$each")) {
            return new PushModifier(List.of(argument), Long.MAX_VALUE, Long.MAX_VALUE, null);
        }
        return withClauses(argument.asDocument(), variables.collation());
    }

    private static PushModifier withClauses(BsonDocument clauses, Collation collation) {
        for (String clause : clauses.keySet()) {
            switch (clause) {
                case "$each", "$position", "$slice", "$sort" -> {}
                default -> throw badValue("Unrecognized clause in $push: " + clause);
            }
        }
        BsonValue each = clauses.get("$each");
        if (each == null || !each.isArray()) {
            throw badValue("The argument to $each in $push must be an array but it was of type: " + TypeNames.of(each));
        }
        BsonValue sort = clauses.get("$sort");
        return new PushModifier(
                List.copyOf(each.asArray()),
                whole(clauses, "$position", "The value for $position must be an integer value, not of type: "),
                whole(clauses, "$slice", "The value for $slice must be an integer value but was given type: "),
                sort == null ? null : ElementOrder.of(sort).by(collation));
    }

    private static long whole(BsonDocument clauses, String clause, String refusal) {
        BsonValue value = clauses.get(clause);
        if (value == null) {
            return Long.MAX_VALUE;
        }
        Long whole = Trees.wholeOf(value);
        if (whole == null) {
            throw badValue(refusal + TypeNames.of(value));
        }
        return whole;
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current != null && !current.isArray()) {
            throw badValue("The field '" + place.path() + "' must be an array but is of type " + TypeNames.of(current)
                    + " in document {" + BsonText.id(place.document()) + "}");
        }
        BsonArray array = current == null ? new BsonArray() : new BsonArray(current.asArray());
        array.addAll(insertionPoint(array.size()), values);
        if (order != null) {
            array.sort(order);
        }
        cut(array);
        return current != null && Trees.identical(current, array) ? current : array;
    }

    /** A negative position counts from the end; what lies outside is pulled in. */
    private int insertionPoint(int size) {
        if (position >= 0) {
            return (int) Math.min(position, size);
        }
        return (int) Math.max(0, size + Math.max(position, -size));
    }

    private void cut(BsonArray array) {
        long limit = slice == Long.MIN_VALUE ? Long.MAX_VALUE : Math.abs(slice);
        if (array.size() <= limit) {
            return;
        }
        int excess = (int) (array.size() - limit);
        if (slice >= 0) {
            array.subList((int) limit, array.size()).clear();
        } else {
            array.subList(0, excess).clear();
        }
    }
}
