package dev.mayfly.test.conformance.mongo;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoException;
import com.mongodb.MongoWriteException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.MongoIterable;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.bson.BsonArray;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonNull;
import org.bson.BsonString;
import org.bson.BsonValue;
import org.bson.json.JsonMode;
import org.bson.json.JsonWriterSettings;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Every name of the query language, tried once through the driver. {@code -Dlanguage.rewrite} writes down what is answered,
 * which is then compared with MongoDB's words by whoever changes it.
 */
@MayflyTest
final class MongoLanguageIT {
    private static final JsonWriterSettings SHELL =
            JsonWriterSettings.builder().outputMode(JsonMode.SHELL).build();

    private static final String SAMPLE = "{_id: 1, n: 5, s: 'Hello', a: [3, 1, 2], o: {x: 1, y: 2}, f: -2.5,"
            + " d: {$date: '2024-03-15T10:20:30.456Z'}, t: {$timestamp: {t: 1700000000, i: 7}}}";

    /** What is asked of an index of places or of words. */
    private static final List<String> SEARCHED = List.of("$geoNear", "$near", "$text", "$geoWithin", "$geoIntersects");

    private static final List<String> SEARCH_INDEXES = List.of("{g: '2dsphere'}", "{h: '2d'}", "{b: 'text'}");

    private MongoClient client;
    private MongoDatabase app;

    @BeforeEach
    void fill(MongoClient ours) {
        client = ours;
        app = client.getDatabase("language");
        fill();
    }

    private void fill() {
        collection("sample").drop();
        collection("sample")
                .insertMany(List.of(
                        BsonDocument.parse("{_id: 1, a: 1, b: ['x', 'y'], k: 'p'}"),
                        BsonDocument.parse("{_id: 2, a: 3, b: [], k: 'q'}"),
                        BsonDocument.parse("{_id: 3, a: 2, b: ['z'], k: 'p'}")));
    }

    private void fillOne() {
        collection("one").drop();
        collection("one").insertOne(BsonDocument.parse(SAMPLE));
    }

    private MongoCollection<BsonDocument> collection(String name) {
        return app.getCollection(name, BsonDocument.class);
    }

    static Map<String, List<LanguageTour>> kinds() {
        return LanguageTour.all();
    }

    static List<String> names() {
        return List.copyOf(kinds().keySet());
    }

    @ParameterizedTest
    @MethodSource("names")
    void everyNameAnswersAsItIsWrittenDown(String kind) {
        List<String> expected = new ArrayList<>();
        List<String> actual = new ArrayList<>();
        for (LanguageTour use : LanguageTour.all().getOrDefault(kind, List.of())) {
            expected.add(use.name() + " " + use.answer());
            actual.add(use.name() + " " + answer(use));
        }
        if (System.getProperty("language.rewrite") == null) {
            assertEquals(String.join("\n", expected), String.join("\n", actual));
        }
    }

    @Test
    void answersAreWrittenDownWhereThatIsAskedFor() {
        if (System.getProperty("language.rewrite") != null) {
            Map<String, List<LanguageTour>> answered = new LinkedHashMap<>();
            LanguageTour.all()
                    .forEach((kind, uses) -> answered.put(
                            kind,
                            uses.stream().map(use -> use.answering(answer(use))).toList()));
            LanguageTour.write(answered);
        }
    }

    private String answer(LanguageTour use) {
        try {
            return json(answered(use));
        } catch (MongoCommandException refused) {
            return LanguageTour.refused(refused.getErrorCode(), refused.getErrorCodeName());
        } catch (MongoWriteException refused) {
            return LanguageTour.refused(refused.getError().getCode(), "");
        } catch (MongoException refused) {
            return LanguageTour.refused(refused.getCode(), "");
        }
    }

    private static String json(BsonValue value) {
        String text = new BsonDocument("v", value).toJson(SHELL);
        return text.substring("{\"v\": ".length(), text.length() - 1).replace("\"", "'");
    }

    private BsonValue answered(LanguageTour use) {
        if (SEARCHED.stream().noneMatch(use.tried()::contains)) {
            return answeredAsFilled(use);
        }
        SEARCH_INDEXES.forEach(key -> collection("sample").createIndex(BsonDocument.parse(key)));
        try {
            return answeredAsFilled(use);
        } finally {
            fill();
        }
    }

    private BsonValue answeredAsFilled(LanguageTour use) {
        if (use.kind().equals("expressions")) {
            fillOne();
        }
        BsonValue tried = BsonDocument.parse("{v: " + use.tried() + "}").get("v", BsonNull.VALUE);
        return switch (use.kind()) {
            case "stages" -> stages(tried.asArray());
            case "queries" -> ids(tried.asDocument());
            case "projections" ->
                first(collection("sample")
                        .find(tried.asDocument().getDocument("filter"))
                        .projection(tried.asDocument().getDocument("projection")));
            case "updates" -> updated(tried.asDocument());
            case "accumulators" ->
                first(collection("sample")
                                .aggregate(List.of(
                                        stage("$sort", new BsonDocument("_id", new BsonInt32(1))),
                                        stage("$group", new BsonDocument("_id", BsonNull.VALUE).append("v", tried)))))
                        .asDocument()
                        .get("v", BsonNull.VALUE);
            case "windows" -> window(tried);
            case "expressions" ->
                first(collection("one").aggregate(List.of(stage("$replaceWith", new BsonDocument("v", tried)))))
                        .asDocument()
                        .get("v", BsonNull.VALUE);
            default -> throw new IllegalStateException("no such kind: " + use.kind());
        };
    }

    private static BsonDocument stage(String name, BsonValue argument) {
        return new BsonDocument(name, argument);
    }

    private static BsonValue first(MongoIterable<BsonDocument> found) {
        BsonDocument first = found.first();
        return first == null ? BsonNull.VALUE : first;
    }

    private BsonValue stages(BsonArray pipeline) {
        List<BsonDocument> stages = pipeline.stream().map(BsonValue::asDocument).toList();
        String name = stages.getFirst().getFirstKey();
        boolean ofDatabase = name.equals("$documents") || name.equals("$listLocalSessions");
        if (name.equals("$listSessions")) {
            return new BsonArray(client.getDatabase("config")
                    .getCollection("system.sessions", BsonDocument.class)
                    .aggregate(stages)
                    .into(new ArrayList<>()));
        }
        if (name.equals("$currentOp") || name.equals("$shardedDataDistribution")) {
            return new BsonArray(adminAggregate(stages));
        }
        return new BsonArray(
                ofDatabase
                        ? app.aggregate(stages, BsonDocument.class).into(new ArrayList<>())
                        : collection("sample").aggregate(stages).into(new ArrayList<>()));
    }

    private List<BsonDocument> adminAggregate(List<BsonDocument> stages) {
        return client.getDatabase("admin").aggregate(stages, BsonDocument.class).into(new ArrayList<>());
    }

    private BsonValue ids(BsonDocument filter) {
        BsonArray ids = new BsonArray();
        collection("sample")
                .find(filter)
                .sort(new BsonDocument("_id", new BsonInt32(1)))
                .forEach(document -> ids.add(document.get("_id")));
        return ids;
    }

    private BsonValue updated(BsonDocument statement) {
        collection("one").drop();
        collection("one").insertOne(BsonDocument.parse("{_id: 1, n: 5, a: [1, 2, 3], o: {x: 1}}"));
        BsonDocument update = new BsonDocument("q", statement.get("q", new BsonDocument("_id", new BsonInt32(1))));
        statement.forEach((option, value) -> {
            if (!option.equals("show")) {
                update.put(option, value);
            }
        });
        BsonDocument reply = app.runCommand(
                new BsonDocument("update", new BsonString("one")).append("updates", new BsonArray(List.of(update))),
                BsonDocument.class);
        if (reply.containsKey("writeErrors")) {
            return reply.getArray("writeErrors").getFirst();
        }
        BsonDocument after = collection("one")
                .find()
                .sort(new BsonDocument("_id", new BsonInt32(-1)))
                .projection(statement.getDocument("show", new BsonDocument()))
                .first();
        return after == null ? BsonNull.VALUE : after;
    }

    private BsonValue window(BsonValue function) {
        BsonArray values = new BsonArray();
        BsonDocument spec = new BsonDocument("sortBy", new BsonDocument("_id", new BsonInt32(1)))
                .append("output", new BsonDocument("v", function));
        collection("sample")
                .aggregate(List.of(stage("$setWindowFields", spec)))
                .forEach(row -> values.add(row.get("v", BsonNull.VALUE)));
        return values;
    }
}
