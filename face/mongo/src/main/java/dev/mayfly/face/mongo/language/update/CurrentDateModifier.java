package dev.mayfly.face.mongo.language.update;

import static dev.mayfly.face.mongo.language.value.QueryRefusals.badValue;

import dev.mayfly.face.mongo.language.value.TypeNames;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonString;
import org.bson.BsonTimestamp;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** {@code $currentDate}: the request's instant, as a date or a timestamp. */
final class CurrentDateModifier implements Modifier {
    private final boolean timestamp;

    private CurrentDateModifier(boolean timestamp) {
        this.timestamp = timestamp;
    }

    @SuppressWarnings("UnusedVariable") // The shape of every modifier's factory.
    static CurrentDateModifier compile(String path, BsonValue argument) {
        if (argument.isBoolean()) {
            return new CurrentDateModifier(false);
        }
        if (!argument.isDocument()) {
            throw badValue(
                    TypeNames.of(argument) + " is not valid type for $currentDate. Please use a boolean ('true') "
                            + "or a $type expression ({$type: 'timestamp/date'}).");
        }
        return new CurrentDateModifier(typeOf(argument.asDocument()).equals("timestamp"));
    }

    private static String typeOf(BsonDocument argument) {
        for (String name : argument.keySet()) {
            if (!name.equals("$type")) {
                throw badValue("Unrecognized $currentDate option: " + name);
            }
        }
        BsonValue type = argument.get("$type", new BsonString(""));
        String name = type.isString() ? type.asString().getValue() : "";
        if (!name.equals("date") && !name.equals("timestamp")) {
            throw badValue(
                    "The '$type' string field is required to be 'date' or 'timestamp': {$currentDate: {field : {$type: "
                            + "'date'}}}");
        }
        return name;
    }

    @Override
    public BsonValue apply(@Nullable BsonValue current, Place place) {
        long now = place.context().nowMillis();
        BsonValue value = timestamp ? new BsonTimestamp((int) Math.floorDiv(now, 1000L), 1) : new BsonDateTime(now);
        return current != null && current.equals(value) ? current : value;
    }
}
