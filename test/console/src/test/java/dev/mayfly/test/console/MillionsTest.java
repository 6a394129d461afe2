package dev.mayfly.test.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.InsertManyOptions;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Date;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * The pages of a collection of millions: each is answered, and how long it takes is printed. {@code -Dmayfly.millions=10} makes them
 * ten.
 */
@Tag("slow")
final class MillionsTest {
    private static final int MILLIONS = Integer.getInteger("mayfly.millions", 1);
    private static final int BATCH = 5_000;
    private static final int ROUNDS = 5;
    private static final int USERS = 100_000;
    private static final long NANOS_OF_MILLI = 1_000_000;
    private static final String EVENTS = "/collections/mongo/much/events";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    @Test
    void everyPageOfACollectionOfMillionsIsAnswered(@TempDir Path folder) throws Exception {
        try (client;
                Ground ground = Ground.empty(Map.of(Setting.DATA, folder.toString(), Setting.FACES, "mongo,admin"))) {
            long begun = SystemClock.INSTANCE.tickNanos();
            fill(ground);
            System.out.printf("%d,000,000 documents written in %d s%n", MILLIONS, since(begun) / 1_000);
            measure(ground, "home", "/");
            measure(ground, "list of collections", "/console/collections");
            measure(ground, "collection", "/console" + EVENTS);
            measure(ground, "documents by time left", "/console" + EVENTS + "/documents");
            measure(ground, "documents by key", "/console" + EVENTS + "/documents?order=key");
            measure(ground, "find by key", "/console" + EVENTS + "/documents?order=key&id=" + MILLIONS * 500_000);
            String user = encoded("{\"user\": \"u77\"}");
            measure(ground, "documents, filter", "/console" + EVENTS + "/documents?order=key&where=" + user);
            measure(ground, "sort by key, descending", "/console" + EVENTS + "/documents?order=key&direction=desc");
            measure(
                    ground,
                    "sort by a field with an index",
                    "/console" + EVENTS + "/documents?order=by.user&direction=desc");
            measureOnce(ground, "sort by a field without an index", "/console" + EVENTS + "/documents?order=by.n");
            measure(ground, "health", "/console/health");
            measure(ground, "dies next", "/api/v1/next");
            measure(ground, "forecast", "/api/v1" + EVENTS + "/forecast");
            measure(
                    ground,
                    "query, filter with an index",
                    "POST",
                    "/api/v1" + EVENTS + "/query",
                    "{\"filter\": {\"user\": \"u77\"}}");
            measure(
                    ground,
                    "dry run: the lifetime halved",
                    "POST",
                    "/api/v1" + EVENTS + "/policy/dry-run",
                    "{\"rules\": {\"fields\": [{\"path\": \"seen\", \"after\": \"15d\"}]}}");
            measure(
                    ground,
                    "dry run: every document found is touched",
                    "POST",
                    "/api/v1" + EVENTS + "/bulk/touch",
                    "{\"where\": \"{\\\"user\\\": \\\"u77\\\"}\", \"lifetime\": \"1d\", \"dryRun\": true}");
        }
    }

    private static void fill(Ground ground) {
        try (MongoClient mongo = MongoClients.create(ground.server.connectionString(FaceName.MONGO))) {
            MongoCollection<Document> events = mongo.getDatabase("much").getCollection("events");
            events.createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(30L, TimeUnit.DAYS));
            events.createIndex(Indexes.ascending("user"));
            long now = SystemClock.INSTANCE.wallMillis();
            long spread = Duration.ofDays(29).toMillis();
            int whole = MILLIONS * 1_000_000;
            for (int from = 0; from < whole; from += BATCH) {
                List<Document> batch = new ArrayList<>(BATCH);
                for (int id = from; id < from + BATCH; id++) {
                    // A large prime scatters the instants and the values.
                    long scattered = id * 1_000_003L % whole;
                    batch.add(new Document("_id", id)
                            .append("user", "u" + id % USERS)
                            .append("n", scattered)
                            .append("seen", new Date(now - scattered * spread / whole)));
                }
                events.insertMany(batch, new InsertManyOptions().ordered(false));
            }
        }
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static long since(long begun) {
        return (SystemClock.INSTANCE.tickNanos() - begun) / NANOS_OF_MILLI;
    }

    private void measure(Ground ground, String what, String path) throws Exception {
        measure(ground, what, "GET", path, "");
    }

    private void measure(Ground ground, String what, String method, String path, String body) throws Exception {
        long[] millis = new long[ROUNDS];
        for (int round = 0; round < ROUNDS; round++) {
            millis[round] = ask(ground, method, path, body);
        }
        long first = millis[0];
        Arrays.sort(millis);
        System.out.printf("%-42s first %6d ms, median %6d ms%n", what, first, millis[ROUNDS / 2]);
    }

    /** The answer may also be that it takes too long: the page is there then, and tells it. */
    private void measureOnce(Ground ground, String what, String path) throws Exception {
        System.out.printf("%-42s once  %6d ms%n", what, ask(ground, "GET", path, ""));
    }

    private long ask(Ground ground, String method, String path, String body) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(URI.create(ground.url() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        long begun = SystemClock.INSTANCE.tickNanos();
        HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
        long millis = since(begun);
        assertEquals(200, answer.statusCode(), answer.body());
        assertTrue(!answer.body().isEmpty(), path);
        return millis;
    }
}
