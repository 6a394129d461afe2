package dev.mayfly.face.mongo.language.filter;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.geo.QueryRegion;
import dev.mayfly.face.mongo.language.geo.StoredPlace;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/**
 * A place that lies in a region.
 *
 * @param within whether all of it has to lie there, or some of it
 * @param asked the region as the client has written it
 */
public record GeoTest(boolean within, BsonValue asked, QueryRegion region) implements ValueTest {
    static GeoTest of(String operator, BsonValue argument) {
        return new GeoTest(!operator.equals("$geoIntersects"), argument, QueryRegion.read(operator, argument));
    }

    @Override
    public boolean passes(@Nullable View value) {
        StoredPlace place = value == null ? null : StoredPlace.readOrNull(value);
        return place != null && (within ? region.contains(place) : region.intersects(place));
    }

    /** Two that ask for the same region ask the same. */
    @Override
    public boolean equals(@Nullable Object other) {
        return other instanceof GeoTest test && within == test.within && asked.equals(test.asked);
    }

    @Override
    public int hashCode() {
        return asked.hashCode();
    }
}
