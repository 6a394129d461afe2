package dev.mayfly.test.console;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Base64;
import java.util.Date;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.Document;

/** A server on free ports with some documents of every face, on a virtual clock that stands at noon. */
final class Ground implements AutoCloseable {
    static final Instant NOON = Instant.parse("2026-03-02T12:00:00Z");

    private static final Instant START = NOON.minus(Duration.ofHours(24));
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final long SEED = 7;

    final MayflyServer server;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Random random = new Random(SEED);

    private Ground(Map<Setting, String> flags) throws Exception {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        for (Setting setting : Setting.values()) {
            if (setting.label().equals("PORT")) {
                all.put(setting, "0");
            }
        }
        if (!flags.containsKey(Setting.DATA)) {
            all.put(Setting.IN_MEMORY, "true");
        }
        all.putAll(flags);
        server = MayflyServer.start(ConfigReader.read(all, Map.of(), null));
    }

    static Ground empty(Map<Setting, String> flags) throws Exception {
        return new Ground(flags);
    }

    static Ground filled() throws Exception {
        return filled(Map.of());
    }

    static Ground filled(Map<Setting, String> flags) throws Exception {
        Map<Setting, String> all = new EnumMap<>(Setting.class);
        all.put(Setting.CLOCK, "virtual@" + START);
        all.putAll(flags);
        Ground ground = new Ground(all);
        ground.fillMongo();
        ground.fillCosmos();
        ground.fillCouchbase();
        ground.server.virtualClock().orElseThrow().advance(Duration.ofHours(24));
        ground.afterwards();
        return ground;
    }

    String url() {
        return "http://127.0.0.1:" + server.port(FaceName.ADMIN);
    }

    private void fillMongo() {
        try (MongoClient mongo = MongoClients.create(server.connectionString(FaceName.MONGO))) {
            MongoCollection<Document> sessions = mongo.getDatabase("shop").getCollection("sessions");
            sessions.createIndex(Indexes.ascending("expiresAt"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
            List<Document> documents = new ArrayList<>();
            for (int i = 0; i < 2_400; i++) {
                documents.add(new Document("_id", "s-" + Integer.toString(100_000 + i, 36))
                        .append("user", "user " + i % 97)
                        .append("cart", List.of(new Document("sku", "A-" + i % 31).append("count", i % 4 + 1)))
                        .append("expiresAt", Date.from(tide())));
            }
            sessions.insertMany(documents);
            MongoCollection<Document> mails = mongo.getDatabase("shop").getCollection("mails");
            mails.createIndex(Indexes.ascending("sentAt"), new IndexOptions().expireAfter(7L, TimeUnit.DAYS));
            mails.insertOne(new Document("_id", 1).append("sentAt", "yesterday").append("to", "a@example.org"));
        }
    }

    /** Adds what would be markup, if anybody let it. */
    void addHostile() {
        try (MongoClient mongo = MongoClients.create(server.connectionString(FaceName.MONGO))) {
            mongo.getDatabase("shop").getCollection(Hostile.COLLECTION).insertMany(Hostile.documents());
        }
    }

    /** Adds documents with these numbers that were last seen the day before noon, and never expire. */
    void addVisits(String collection, int from, int until) {
        try (MongoClient mongo = MongoClients.create(server.connectionString(FaceName.MONGO))) {
            List<Document> documents = new ArrayList<>();
            for (int i = from; i < until; i++) {
                documents.add(new Document("_id", i).append("seen", Date.from(START)));
            }
            mongo.getDatabase("shop").getCollection(collection).insertMany(documents);
        }
    }

    /** An instant of two days, more often by day than by night. */
    private Instant tide() {
        while (true) {
            double hours = random.nextDouble() * 47.5;
            double height = 0.25 + 0.75 * Math.pow(Math.sin(Math.PI * ((hours + 9) % 24) / 24), 2);
            if (random.nextDouble() < height) {
                return START.plusMillis((long) (hours * 3_600_000) + 1);
            }
        }
    }

    private void fillCosmos() throws Exception {
        cosmos("dbs", "", "{\"id\":\"telemetry\"}", Map.of());
        String database = "dbs/telemetry";
        container(database, "readings", ",\"defaultTtl\":172800");
        container(database, "devices", ",\"defaultTtl\":-1");
        container(database, "ledger", "");
        for (int i = 0; i < 60; i++) {
            reading(i, ",\"ttl\":" + (50_000 + i * 1_800));
        }
    }

    private void reading(int number, String more) throws Exception {
        String device = "d-" + number % 5;
        cosmos(
                "docs",
                "dbs/telemetry/colls/readings",
                "{\"id\":\"r-" + number + "\",\"device\":\"" + device + "\",\"celsius\":" + (18 + number % 7) + more
                        + "}",
                Map.of("x-ms-documentdb-partitionkey", "[\"" + device + "\"]"));
    }

    /** Adds readings with these numbers, which live as long as their container says. */
    void addReadings(int from, int until) throws Exception {
        for (int i = from; i < until; i++) {
            reading(i, "");
        }
    }

    private void container(String database, String name, String more) throws Exception {
        String text =
                "{\"id\":\"" + name + "\",\"partitionKey\":{\"paths\":[\"/device\"],\"kind\":\"Hash\"}" + more + "}";
        cosmos("colls", database, text, Map.of());
    }

    private void cosmos(String type, String parent, String body, Map<String, String> fields) throws Exception {
        String date = DATE.format(Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        String path = "/" + (parent.isEmpty() ? "" : parent + "/") + type;
        URI uri = URI.create("http://127.0.0.1:" + server.port(FaceName.COSMOS) + path);
        HttpRequest.Builder request = HttpRequest.newBuilder(uri)
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .header("x-ms-date", date)
                .header("x-ms-version", "2018-12-31")
                .header("Authorization", signature(type, parent, date))
                .header("Content-Type", "application/json");
        fields.forEach(request::header);
        check(client.send(request.build(), HttpResponse.BodyHandlers.ofString()));
    }

    private static String signature(String type, String parent, String date) throws GeneralSecurityException {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), "HmacSHA256"));
        String text = "post\n" + type + "\n" + parent + "\n" + date.toLowerCase(Locale.ROOT) + "\n\n";
        String signed = Base64.getEncoder().encodeToString(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
        return URLEncoder.encode("type=master&ver=1.0&sig=" + signed, StandardCharsets.UTF_8);
    }

    private void fillCouchbase() throws Exception {
        couchbase(server.port(FaceName.COUCHBASE), "/pools/default/buckets", "name=cache&ramQuota=100&maxTTL=259200");
        StringBuilder statement = new StringBuilder("INSERT INTO `cache` (KEY, VALUE, OPTIONS) VALUES ");
        for (int i = 0; i < 120; i++) {
            statement
                    .append(i == 0 ? "" : ",")
                    .append("(\"page:")
                    .append(i)
                    .append("\",{\"path\":\"/p/")
                    .append(i)
                    .append("\",\"hits\":")
                    .append(i * 13 % 101)
                    .append("},{\"expiration\":")
                    .append(3_600 + i * 1_400)
                    .append("})");
        }
        couchbase(server.queryPort(), "/query/service", "statement=" + encoded(statement.toString()));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private void couchbase(int port, String path, String form) throws Exception {
        String login = Base64.getEncoder().encodeToString("Administrator:password".getBytes(StandardCharsets.UTF_8));
        HttpRequest request = HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + port + path))
                .POST(HttpRequest.BodyPublishers.ofString(form))
                .header("Authorization", "Basic " + login)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .build();
        check(client.send(request, HttpResponse.BodyHandlers.ofString()));
    }

    private static void check(HttpResponse<String> response) {
        if (response.statusCode() >= 300) {
            throw new IllegalStateException(response.statusCode() + " " + response.body());
        }
    }

    /** Does the steps that only the admin API can do, once a day has passed. */
    private void afterwards() throws Exception {
        api("PUT", "/api/v1/collections/mongo/shop/sessions/policy", "{\"grace\":\"2h\"}");
        server.virtualClock().orElseThrow().advance(Duration.ofMinutes(40));
    }

    /** Returns the answer of the admin API. */
    String text(String path) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path)).build();
        return client.send(request, HttpResponse.BodyHandlers.ofString()).body();
    }

    /** Asks the admin API; what it refuses is said, for not every server has every route. */
    int api(String method, String path, String body) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(URI.create(url() + path))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .header("Content-Type", "application/json")
                .build();
        HttpResponse<String> response = client.send(request, HttpResponse.BodyHandlers.ofString());
        if (response.statusCode() >= 300) {
            System.err.println(method + " " + path + ": " + response.statusCode() + " " + response.body());
        }
        return response.statusCode();
    }

    @Override
    public void close() {
        client.close();
        server.close();
    }
}
