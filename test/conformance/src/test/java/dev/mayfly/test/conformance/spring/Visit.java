package dev.mayfly.test.conformance.spring;

import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.data.annotation.Id;
import org.springframework.data.annotation.Version;
import org.springframework.data.mongodb.core.index.CompoundIndex;
import org.springframework.data.mongodb.core.index.Indexed;
import org.springframework.data.mongodb.core.mapping.Document;

/** A visitor's stay, which ends half an hour after he was last seen. */
@Document("visits")
@CompoundIndex(name = "by_place", def = "{'place.city': 1, 'seen': -1}")
record Visit(
        @Id String id,
        @Indexed(unique = true) String ticket,
        @Indexed(name = "ends", expireAfter = "30m") Instant seen,
        Place place,
        List<String> tags,
        @Version @Nullable Long version) {
    Visit {
        tags = List.copyOf(tags);
    }

    record Place(String city, int floor) {}

    static Visit of(String id, Instant seen, String city, int floor, String... tags) {
        return new Visit(id, "ticket of " + id, seen, new Place(city, floor), List.of(tags), null);
    }

    Visit at(Instant instant) {
        return new Visit(id, ticket, instant, place, tags, version);
    }
}
