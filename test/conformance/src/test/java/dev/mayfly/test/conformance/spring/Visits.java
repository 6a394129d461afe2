package dev.mayfly.test.conformance.spring;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.Pageable;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.repository.Aggregation;
import org.springframework.data.mongodb.repository.MongoRepository;
import org.springframework.data.mongodb.repository.Query;
import org.springframework.data.mongodb.repository.Update;

/** Queries that Spring derives from the names of methods, or is given as text. */
interface Visits extends MongoRepository<Visit, String> {
    Optional<Visit> findByTicket(String ticket);

    List<Visit> findByPlaceCityAndSeenAfterOrderBySeenDesc(String city, Instant since);

    List<Visit> findByTagsContainingIgnoreCase(String tag, Sort sort);

    List<Visit> findTop2ByPlaceFloorBetweenOrderByIdAsc(int from, int to);

    Page<Visit> findByPlaceFloorGreaterThan(int floor, Pageable page);

    Slice<Visit> findByIdStartingWith(String prefix, Pageable page);

    Stream<Visit> findAllByOrderByIdDesc();

    boolean existsByPlaceCity(String city);

    long countByTagsIn(List<String> tags);

    long deleteByPlaceCity(String city);

    @Query(value = "{'place.floor': {$mod: [2, ?0]}}", fields = "{'ticket': 0}", sort = "{_id: 1}", count = false)
    List<Visit> onFloors(int remainder);

    @Query("{'place.city': ?0}")
    @Update("{$inc: {'place.floor': ?1}, $addToSet: {tags: 'moved'}}")
    long move(String city, int floors);

    @Aggregation({"{$group: {_id: '$place.city', floors: {$sum: '$place.floor'}}}", "{$sort: {_id: 1}}"})
    List<Floors> floors();

    record Floors(String id, int floors) {}
}
