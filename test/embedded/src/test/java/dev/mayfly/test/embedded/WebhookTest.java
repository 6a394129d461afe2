package dev.mayfly.test.embedded;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.sun.net.httpserver.HttpServer;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyExtension;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Date;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

final class WebhookTest {
    @RegisterExtension
    static final MayflyExtension MAYFLY = MayflyExtension.builder()
            .faces(MayflyFace.MONGO, MayflyFace.ADMIN)
            .with("--events-webhooks", "on")
            .with("--events-webhook-targets", "127.0.0.1")
            .build();

    private final List<String> heard = new CopyOnWriteArrayList<>();
    private final HttpServer listener;

    WebhookTest() throws IOException {
        listener = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void listen() {
        listener.createContext("/", exchange -> {
            heard.add(new String(exchange.getRequestBody().readAllBytes(), UTF_8));
            exchange.sendResponseHeaders(204, -1);
            exchange.close();
        });
        listener.start();
    }

    @AfterEach
    void stopListening() {
        listener.stop(0);
    }

    @Test
    void webhooksHaveHeardWhenWindingReturns(MayflyServer server, MayflyClock clock, MongoClient client)
            throws Exception {
        tell(server);
        MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
        sessions.createIndex(new Document("seen", 1), new IndexOptions().expireAfter(30L, TimeUnit.MINUTES));
        sessions.insertOne(new Document("_id", "ann").append("user", "Ann").append("seen", Date.from(clock.now())));
        clock.advance(Duration.ofMinutes(30));
        assertEquals(1, heard.size());
        assertTrue(heard.getFirst().contains("\"rule\":\"seen_1\""), heard.getFirst());
        assertTrue(heard.getFirst().contains("\"user\": \"Ann\""), "it asked for documents: " + heard.getFirst());
    }

    private void tell(MayflyServer server) throws Exception {
        String body = "{\"url\":\"http://127.0.0.1:" + listener.getAddress().getPort() + "/\",\"document\":true}";
        HttpRequest request = HttpRequest.newBuilder(server.adminUrl().resolve("/api/v1/webhooks/test"))
                .PUT(BodyPublishers.ofString(body))
                .build();
        try (HttpClient admin = HttpClient.newHttpClient()) {
            int status = admin.send(request, BodyHandlers.ofString()).statusCode();
            assertTrue(status == 200 || status == 201, "" + status);
        }
    }
}
