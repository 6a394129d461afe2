package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import dev.mayfly.test.testkit.MayflyClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.TestInfo;

/** A collection of a test's own, on a server whose clock stands until the test winds it. */
final class Ground {
    static final String DATABASE = "app";

    /** How long the monitor sleeps unless told otherwise. */
    static final Duration SLEEP = Duration.ofSeconds(60);

    private static final AtomicInteger COUNT = new AtomicInteger();

    private final MongoClient client;
    private final MayflyClock clock;
    private final String name;

    Ground(MongoClient client, MayflyClock clock, TestInfo test) {
        this.client = client;
        this.clock = clock;
        this.name = test.getTestMethod().orElseThrow().getName() + COUNT.incrementAndGet();
    }

    static Document json(String text) {
        return Document.parse(text);
    }

    /** The first of what is found, which must be something. */
    static Document first(MongoIterable<Document> found) {
        return Objects.requireNonNull(found.first(), "nothing is found");
    }

    String name() {
        return name;
    }

    MongoClient client() {
        return client;
    }

    String namespace() {
        return DATABASE + "." + name;
    }

    MongoDatabase database() {
        return client.getDatabase(DATABASE);
    }

    MongoCollection<Document> documents() {
        return database().getCollection(name);
    }

    Document run(Document command) {
        return database().runCommand(command);
    }

    Document admin(Document command) {
        return client.getDatabase("admin").runCommand(command);
    }

    static BsonDateTime date(long epochMillis) {
        return new BsonDateTime(epochMillis);
    }

    /** A date that many seconds from now, or ago if negative. */
    BsonDateTime in(long seconds) {
        return date(clock.now().plusSeconds(seconds).toEpochMilli());
    }

    void advance(Duration duration) {
        clock.advance(duration);
    }

    /** Makes one index of a key and the options besides its name. */
    Document createIndex(String key, String options) {
        Document index = new Document("key", json(key)).append("name", nameOf(json(key)));
        json(options).forEach(index::put);
        return createIndex(index);
    }

    Document createIndex(Document index) {
        return run(new Document("createIndexes", name).append("indexes", List.of(index)));
    }

    /** Makes an index after which documents expire so long after the date in the field. */
    void createTtlIndex(String field, long seconds) {
        createIndex(new Document("key", new Document(field, 1))
                .append("name", field + "_1")
                .append("expireAfterSeconds", seconds));
    }

    private static String nameOf(Document key) {
        return key.entrySet().stream()
                .map(part -> part.getKey() + "_" + part.getValue())
                .collect(Collectors.joining("_"));
    }

    /** The indexes as they are listed, but for the one on {@code _id}. */
    List<Document> indexes() {
        List<Document> listed = documents().listIndexes().into(new ArrayList<>());
        listed.removeIf(index -> index.getString("name").equals("_id_"));
        return listed;
    }

    Document index(String indexName) {
        return indexes().stream()
                .filter(index -> index.getString("name").equals(indexName))
                .findFirst()
                .orElseThrow();
    }

    /** Changes an index: its {@code keyPattern} or {@code name}, and what is to change. */
    Document collMod(Document index) {
        return run(new Document("collMod", name).append("index", index));
    }

    void setVisibility(Visibility visibility) {
        run(new Document("collMod", name).append("ttlVisibility", visibility.word()));
    }

    /** A collection that shows what has expired in this way, with a TTL index on {@code x}. */
    void prepare(Visibility visibility, long seconds) {
        createTtlIndex("x", seconds);
        setVisibility(visibility);
    }

    /** Inserts a document whose field {@code x} holds the value. */
    void insert(String key, @Nullable Object value) {
        documents().insertOne(new Document("_id", key).append("x", value));
    }

    /**
     * Winds the clock, and then as far as the collection needs to show it: not at all where it is exact, else to the
     * monitor's next pass.
     */
    void outlive(long seconds, Visibility visibility) {
        clock.advance(Duration.ofSeconds(seconds));
        settle(visibility);
    }

    void settle(Visibility visibility) {
        if (visibility == Visibility.LAZY) {
            clock.advance(SLEEP);
        }
    }

    /** The keys of the documents that are there. All ways of asking must agree. */
    Set<String> keys() {
        Set<String> found = new TreeSet<>();
        documents().find().forEach(document -> found.add(document.getString("_id")));
        assertEquals(found, documents().distinct("_id", String.class).into(new HashSet<>()), "distinct");
        assertEquals(found.size(), documents().countDocuments(), "count by aggregation");
        assertEquals(found.size(), documents().estimatedDocumentCount(), "count of all");
        assertEquals(found.size(), documents().countDocuments(json("{_id: {$gte: ''}}")), "count by index");
        for (String key : found) {
            assertTrue(documents().find(new Document("_id", key)).first() != null, key);
        }
        return found;
    }

    void assertThere(String... keys) {
        assertEquals(new TreeSet<>(Set.of(keys)), keys());
    }

    /** {@code serverStatus().metrics.ttl}. */
    Document metrics() {
        return admin(new Document("serverStatus", 1))
                .get("metrics", Document.class)
                .get("ttl", Document.class);
    }
}
