package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import dev.mayfly.face.mongo.collection.IndexSpec;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Objects;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.bson.BsonDocument;

/** Makes collections of all three faces in a server under test, each in its own way. */
final class ThreeFaces {
    private static final DateTimeFormatter DATE = DateTimeFormatter.RFC_1123_DATE_TIME;

    private final ServerFixture fixture;
    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    ThreeFaces(ServerFixture fixture) {
        this.fixture = fixture;
    }

    static String path(String face, String database, String collection) {
        return "/api/v1/collections/" + face + "/" + database + "/" + collection;
    }

    static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    Engine engine() {
        return fixture.server.engine();
    }

    Collection collection(String face, String database, String collection) {
        return Objects.requireNonNull(engine().find(new CollectionName(face, database, collection)));
    }

    /** A collection of mongo with these indexes, such as {@code {name: "a", key: {a: 1}, expireAfterSeconds: 5}}. */
    Collection mongo(String database, String name, String... indexes) {
        Collection made = new MongoCollections(engine()).create(database, name);
        for (String index : indexes) {
            made.definition()
                    .createIndex(IndexSpec.of(BsonDocument.parse(index), false).request());
        }
        return made;
    }

    void cosmos(String database, String container, String more) throws Exception {
        String definition = "{\"id\": \"" + container + "\", \"partitionKey\": {\"paths\": [\"/pk\"]}" + more + "}";
        create("dbs", "", "{\"id\": \"" + database + "\"}");
        create("colls", "dbs/" + database, definition);
    }

    private void create(String type, String parent, String body) throws Exception {
        String date = DATE.format(
                        Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC))
                .toLowerCase(Locale.ROOT);
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), "HmacSHA256"));
        byte[] signature =
                mac.doFinal(("post\n" + type + "\n" + parent + "\n" + date + "\n\n").getBytes(StandardCharsets.UTF_8));
        String token = "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(signature);
        String path = "/" + parent + (parent.isEmpty() ? "" : "/") + type;
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.COSMOS) + path))
                        .header("x-ms-date", date)
                        .header("authorization", token)
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.statusCode() == 201 || answer.statusCode() == 409, answer.body());
    }

    /** A bucket whose default collection is {@code _default._default}. */
    void couchbase(String bucket, int maxTtl) throws Exception {
        String form = "name=" + bucket + "&ramQuotaMB=100&maxTTL=" + maxTtl;
        String login = Base64.getEncoder().encodeToString("Administrator:password".getBytes(StandardCharsets.UTF_8));
        HttpResponse<String> answer = client.send(
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.COUCHBASE)
                                + "/pools/default/buckets"))
                        .header("Authorization", "Basic " + login)
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(HttpRequest.BodyPublishers.ofString(form))
                        .build(),
                HttpResponse.BodyHandlers.ofString());
        assertTrue(answer.statusCode() < 300, answer.body());
    }
}
