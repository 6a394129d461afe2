package dev.mayfly.face.mongo.language.expression.value;

import java.time.ZoneOffset;
import org.bson.BsonDateTime;

/** Adds a number of units to a date, by the calendar of UTC. */
public final class DateOffsets {
    private DateOffsets() {}

    public static BsonDateTime plus(BsonDateTime date, String unit, long amount) {
        return DateValues.date(CalendarUnits.plus(DateValues.at(date.getValue(), ZoneOffset.UTC), unit, amount));
    }
}
