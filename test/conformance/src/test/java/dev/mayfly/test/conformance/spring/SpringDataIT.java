package dev.mayfly.test.conformance.spring;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.springframework.data.mongodb.core.query.Criteria.where;
import static org.springframework.data.mongodb.core.query.Query.query;

import com.mongodb.client.MongoClient;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.Fresh;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import org.springframework.core.env.MapPropertySource;
import org.springframework.dao.DuplicateKeyException;
import org.springframework.dao.OptimisticLockingFailureException;
import org.springframework.data.domain.Page;
import org.springframework.data.domain.PageRequest;
import org.springframework.data.domain.Slice;
import org.springframework.data.domain.Sort;
import org.springframework.data.mongodb.core.BulkOperations.BulkMode;
import org.springframework.data.mongodb.core.CollectionOptions;
import org.springframework.data.mongodb.core.FindAndModifyOptions;
import org.springframework.data.mongodb.core.MongoTemplate;
import org.springframework.data.mongodb.core.aggregation.Aggregation;
import org.springframework.data.mongodb.core.aggregation.ConditionalOperators;
import org.springframework.data.mongodb.core.index.IndexInfo;
import org.springframework.data.mongodb.core.query.Update;

/** An application with Spring Data: entities whose annotations say when they expire, repositories, templates. */
@MayflyTest
@Fresh
final class SpringDataIT {
    private static final Duration HALF_AN_HOUR = Duration.ofMinutes(30);

    private final AnnotationConfigApplicationContext context = new AnnotationConfigApplicationContext();
    private MayflyClock clock;
    private Visits visits;
    private MongoTemplate template;

    @BeforeEach
    void fill(MayflyServer server, MayflyClock itsClock) {
        clock = itsClock;
        Map<String, Object> settings = Map.of("uri", server.connectionString(FaceName.MONGO));
        context.getEnvironment().getPropertySources().addFirst(new MapPropertySource("test", settings));
        context.register(SpringSetup.class);
        context.refresh();
        visits = context.getBean(Visits.class);
        template = context.getBean(MongoTemplate.class);
        Instant now = clock.now();
        visits.saveAll(List.of(
                Visit.of("a", now, "Riga", 1, "Red", "blue"),
                Visit.of("b", now.plusSeconds(60), "Riga", 2, "red"),
                Visit.of("c", now.plusSeconds(120), "Oslo", 3),
                Visit.of("d", now.plusSeconds(180), "Oslo", 4, "green")));
    }

    @AfterEach
    void close() {
        context.close();
    }

    private static List<String> ids(Iterable<Visit> found) {
        List<String> ids = new ArrayList<>();
        found.forEach(visit -> ids.add(visit.id()));
        return ids;
    }

    @Test
    void annotationsBecomeIndexes() {
        Map<String, IndexInfo> indexes = new TreeMap<>();
        template.indexOps(Visit.class).getIndexInfo().forEach(index -> indexes.put(index.getName(), index));
        assertEquals(List.of("_id_", "by_place", "ends", "ticket"), List.copyOf(indexes.keySet()));
        assertEquals(
                HALF_AN_HOUR,
                requireNonNull(indexes.get("ends")).getExpireAfter().orElseThrow());
        assertTrue(requireNonNull(indexes.get("ticket")).isUnique());
    }

    @Test
    void entityDiesWhenItsAnnotationSays() {
        clock.advance(HALF_AN_HOUR);
        assertEquals(List.of("b", "c", "d"), ids(visits.findAll(Sort.by("id"))));
        assertFalse(visits.existsById("a"));
        visits.save(visits.findById("b").orElseThrow().at(clock.now()));
        clock.advance(Duration.ofMinutes(10));
        assertEquals(List.of("b"), ids(visits.findAll()));
        visits.insert(Visit.of("a", clock.now(), "Riga", 9));
        assertEquals(2, visits.count());
    }

    @Test
    void namesOfMethodsBecomeQueries() {
        assertEquals("b", visits.findByTicket("ticket of b").orElseThrow().id());
        assertEquals(List.of("d", "c"), ids(visits.findByPlaceCityAndSeenAfterOrderBySeenDesc("Oslo", clock.now())));
        assertEquals(
                List.of("b", "a"),
                ids(visits.findByTagsContainingIgnoreCase("RED", Sort.by("id").descending())));
        assertEquals(List.of("b", "c"), ids(visits.findTop2ByPlaceFloorBetweenOrderByIdAsc(1, 5)));
        assertTrue(visits.existsByPlaceCity("Riga"));
        assertFalse(visits.existsByPlaceCity("Rome"));
        assertEquals(2, visits.countByTagsIn(List.of("blue", "green")));
        try (Stream<Visit> backwards = visits.findAllByOrderByIdDesc()) {
            assertEquals(List.of("d", "c", "b", "a"), ids(backwards.toList()));
        }
        assertEquals(2, visits.deleteByPlaceCity("Riga"));
        assertEquals(List.of("c", "d"), ids(visits.findAll(Sort.by("id"))));
    }

    @Test
    void pagesKnowHowManyThereAre() {
        PageRequest second = PageRequest.of(1, 2, Sort.by("id"));
        Page<Visit> page = visits.findByPlaceFloorGreaterThan(1, second);
        assertEquals(List.of("d"), ids(page));
        assertEquals(3, page.getTotalElements());
        Slice<Visit> slice = visits.findByIdStartingWith("", PageRequest.of(0, 3, Sort.by("id")));
        assertEquals(List.of("a", "b", "c"), ids(slice));
        assertTrue(slice.hasNext());
    }

    @Test
    void queriesAreWrittenAsText() {
        assertEquals(List.of("b", "d"), ids(visits.onFloors(0)));
        assertEquals(2, visits.move("Oslo", 10));
        assertEquals(List.of(new Visits.Floors("Oslo", 27), new Visits.Floors("Riga", 3)), visits.floors());
    }

    @Test
    void secondOfTwoWritersLosesByTheVersion() {
        Visit first = visits.findById("a").orElseThrow();
        Visit second = visits.findById("a").orElseThrow();
        assertEquals(0L, first.version());
        assertEquals(1L, visits.save(first.at(clock.now())).version());
        assertThrows(OptimisticLockingFailureException.class, () -> visits.save(second.at(clock.now())));
        assertThrows(OptimisticLockingFailureException.class, () -> visits.delete(second));
        assertThrows(DuplicateKeyException.class, () -> visits.insert(Visit.of("a", clock.now(), "Bonn", 1)));
    }

    @Test
    void expiredEntityCannotBeSavedByItsVersion() {
        Visit held = visits.findById("a").orElseThrow();
        clock.advance(HALF_AN_HOUR);
        assertThrows(OptimisticLockingFailureException.class, () -> visits.save(held.at(clock.now())));
        assertFalse(visits.existsById("a"));
    }

    @Test
    void templateUpdatesAndFindsAtOnce() {
        assertEquals(
                2,
                template.update(Visit.class)
                        .matching(where("place.city").is("Riga"))
                        .apply(new Update().inc("place.floor", 5).push("tags", "up"))
                        .all()
                        .getModifiedCount());
        Document counter = template.findAndModify(
                query(where("_id").is("visits")),
                new Update().inc("n", 1).setOnInsert("kind", "counter"),
                FindAndModifyOptions.options().upsert(true).returnNew(true),
                Document.class,
                "counters");
        assertEquals(new Document("_id", "visits").append("kind", "counter").append("n", 1), counter);
        template.save(new Document("_id", "visits").append("n", 7), "counters");
        assertEquals(
                7,
                requireNonNull(template.findById("visits", Document.class, "counters"))
                        .getInteger("n"));
        assertNull(template.findAndRemove(query(where("_id").is("none")), Visit.class));
        assertEquals(
                List.of("Oslo", "Riga"),
                template.findDistinct("place.city", Visit.class, String.class).stream()
                        .sorted()
                        .toList());
    }

    @Test
    void templateAggregatesJoinsAndWritesInBulk() {
        template.bulkOps(BulkMode.UNORDERED, "cities")
                .insert(List.of(
                        new Document("_id", "Oslo").append("country", "NO"),
                        new Document("_id", "Riga").append("country", "LV")))
                .upsert(query(where("_id").is("Bonn")), new Update().set("country", "DE"))
                .execute();
        Aggregation joined = Aggregation.newAggregation(
                Aggregation.match(where("place.floor").gt(1)),
                Aggregation.project("place.city", "place.floor")
                        .and(ConditionalOperators.when(where("place.floor").gte(4))
                                .then("high")
                                .otherwise("low"))
                        .as("height"),
                Aggregation.lookup("cities", "city", "_id", "found"),
                Aggregation.unwind("found"),
                Aggregation.group("found.country", "height")
                        .count()
                        .as("n")
                        .addToSet("city")
                        .as("cities"),
                Aggregation.sort(Sort.by("country", "height")));
        List<Document> rows =
                template.aggregate(joined, Visit.class, Document.class).getMappedResults();
        assertEquals(
                List.of("LV low 1", "NO high 1", "NO low 1"),
                rows.stream().map(SpringDataIT::summary).sorted().toList());
    }

    private static String summary(Document row) {
        Document group = row.get("_id", Document.class);
        return group.get("country") + " " + group.get("height") + " " + row.get("n");
    }

    @Test
    void collectionsAreMadeListedAndDropped(MongoClient client) {
        template.createCollection("plain", CollectionOptions.empty());
        assertTrue(template.collectionExists("plain"));
        assertEquals(
                template.getCollectionNames(),
                client.getDatabase(SpringSetup.DATABASE).listCollectionNames().into(new LinkedHashSet<>()));
        template.dropCollection("plain");
        assertFalse(template.collectionExists("plain"));
    }
}
