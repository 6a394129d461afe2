package dev.mayfly.test.conformance.driver;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoCommandException;
import com.mongodb.MongoExecutionTimeoutException;
import com.mongodb.MongoQueryException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Test;

/** JavaScript of MongoDB's clients where it is off, and what the server counts where it is on. */
final class MongoScriptSettingIT {
    private static final Document WHERE = new Document("$where", "this._id === 1");

    private static MongoCollection<Document> one(MongoClient client) {
        MongoCollection<Document> documents = client.getDatabase("app").getCollection("one");
        documents.insertOne(new Document("_id", 1));
        return documents;
    }

    @Test
    void scriptsThatAreOffAreRefusedAsByAServerWithoutThem() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of(Setting.SCRIPTS, "off"));
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = one(client);
            MongoQueryException where = assertThrows(
                    MongoQueryException.class, () -> documents.find(WHERE).first());
            assertEquals(2, where.getErrorCode());
            assertTrue(where.getErrorMessage().contains("no globalScriptEngine in $where parsing"), where::toString);
            Document function =
                    Document.parse("{$function: {body: 'function () { return 1; }', args: [], lang: 'js'}}");
            List<Document> pipeline = List.of(new Document("$project", new Document("a", function)));
            assertEquals(
                    31264,
                    assertThrows(
                                    MongoCommandException.class,
                                    () -> documents.aggregate(pipeline).first())
                            .getErrorCode());
            assertEquals(1, documents.countDocuments(new Document("_id", 1)));
        }
    }

    @Test
    void callsAndEarlyEndsAreCounted() throws Exception {
        try (LocalServer server = LocalServer.start(Map.of());
                MongoClient client = server.client()) {
            MongoCollection<Document> documents = one(client);
            assertTrue(metrics(server).contains("mayfly_script_calls_total 0.0"));
            assertEquals(1, documents.find(WHERE).first().getInteger("_id"));
            String counted = metrics(server);
            assertTrue(counted.contains("mayfly_script_ended_early_total 0.0"), counted);
            assertFalse(counted.contains("mayfly_script_calls_total 0.0"), counted);
            Document endless = new Document("$where", "function () { for (;;); }");
            assertThrows(
                    MongoExecutionTimeoutException.class,
                    () -> documents
                            .find(endless)
                            .maxTime(50, TimeUnit.MILLISECONDS)
                            .first());
            assertTrue(metrics(server).contains("mayfly_script_ended_early_total 1.0"));
            assertTrue(get(server, "/api/v1/health/load").contains("\"endedEarly\":1"));
        }
    }

    private static String metrics(LocalServer server) throws Exception {
        return get(server, "/metrics");
    }

    private static String get(LocalServer server, String path) throws Exception {
        try (HttpClient client = HttpClient.newHttpClient()) {
            URI uri = URI.create("http://127.0.0.1:" + server.server().port(FaceName.ADMIN) + path);
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString())
                    .body();
        }
    }
}
