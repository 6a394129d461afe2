package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;
import static dev.mayfly.face.mongo.language.value.QueryRefusals.typeMismatch;

import dev.mayfly.face.mongo.language.expression.Variables;
import dev.mayfly.face.mongo.language.value.BsonText;
import dev.mayfly.face.mongo.language.value.Collation;
import dev.mayfly.face.mongo.language.value.TypeNames;
import dev.mayfly.face.mongo.language.value.ValueKey;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $addToSet}: appends values that the array does not yet hold. */
final class AddToSetModifier implements Modifier {
    private final List<BsonValue> values;
    private final Collation collation;

    private AddToSetModifier(List<BsonValue> values, Collation collation) {
        this.values = values;
        this.collation = collation;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static AddToSetModifier compile(String path, BsonValue argument, Variables variables) {
        if (!argument.isDocument()
                || argument.asDocument().isEmpty()
                || !argument.asDocument().getFirstKey().equals("$each")) {
            return new AddToSetModifier(List.of(argument), variables.collation());
        }
        BsonDocument clauses = argument.asDocument();
        BsonValue each = clauses.get("$each");
        if (each == null || !each.isArray()) {
            throw typeMismatch(
                    "The argument to $each in $addToSet must be an array but it was of type " + TypeNames.of(each));
        }
        if (clauses.size() > 1) {
            throw badValue("Found unexpected fields after $each in $addToSet: " + BsonText.of(clauses));
        }
        return new AddToSetModifier(List.copyOf(each.asArray()), variables.collation());
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        if (current != null && !current.isArray()) {
            throw badValue("Cannot apply $addToSet to non-array field. Field named '" + place.name()
                    + "' has non-array type " + TypeNames.of(current));
        }
        BsonArray array = current == null ? new BsonArray() : current.asArray();
        Set<ValueKey> present = new HashSet<>();
        array.forEach(element -> present.add(collation.key(element)));
        BsonArray grown = new BsonArray(array);
        values.stream().filter(value -> present.add(collation.key(value))).forEach(grown::add);
        return current != null && grown.size() == array.size() ? current : grown;
    }
}
