package dev.mayfly.face.mongo.language.aggregation.stage;

import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonValue;

/** In which order the fields of a row stand, also of those that are not there any more. */
public final class FieldPlaces {
    private FieldPlaces() {}

    /** The fields of both: those of the first in its order, then what only the second has. */
    public static BsonDocument joined(BsonDocument places, BsonDocument row) {
        BsonDocument joined = new BsonDocument(places.size() + row.size());
        places.forEach((name, place) -> joined.put(name, joined(place, row.get(name, place))));
        row.forEach(joined::putIfAbsent);
        return joined;
    }

    private static BsonValue joined(BsonValue place, BsonValue value) {
        if (place.isDocument() && value.isDocument()) {
            return joined(place.asDocument(), value.asDocument());
        }
        if (!haveSameLength(place, value)) {
            return value;
        }
        BsonArray joined = new BsonArray(value.asArray().size());
        for (int i = 0; i < value.asArray().size(); i++) {
            joined.add(joined(place.asArray().get(i), value.asArray().get(i)));
        }
        return joined;
    }

    private static boolean haveSameLength(BsonValue left, BsonValue right) {
        return left.isArray()
                && right.isArray()
                && left.asArray().size() == right.asArray().size();
    }

    /** The row with its fields in the order of the places, of which there are at least as many. */
    public static BsonDocument arranged(BsonDocument row, BsonDocument places) {
        BsonDocument arranged = new BsonDocument(row.size());
        places.forEach((name, place) -> {
            BsonValue value = row.get(name);
            if (value != null) {
                arranged.put(name, arranged(value, place));
            }
        });
        return arranged;
    }

    private static BsonValue arranged(BsonValue value, BsonValue place) {
        if (value.isDocument() && place.isDocument()) {
            return arranged(value.asDocument(), place.asDocument());
        }
        if (!haveSameLength(value, place)) {
            return value;
        }
        BsonArray arranged = new BsonArray(value.asArray().size());
        for (int i = 0; i < value.asArray().size(); i++) {
            arranged.add(arranged(value.asArray().get(i), place.asArray().get(i)));
        }
        return arranged;
    }
}
