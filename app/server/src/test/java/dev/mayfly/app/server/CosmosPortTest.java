package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyStore;
import java.security.cert.Certificate;
import java.security.cert.CertificateFactory;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.Base64;
import java.util.Locale;
import java.util.Map;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import javax.net.ssl.SSLContext;
import javax.net.ssl.TrustManagerFactory;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The port of the cosmos face: encrypted and plain, by the certificate that it hands out. */
final class CosmosPortTest {
    @TempDir
    private Path folder = Path.of("");

    @Test
    void certificateIsHandedOutAndTrustedAlsoWhereNothingIsEncrypted() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String pem = pem(fixture);
            assertTrue(pem.startsWith("-----BEGIN CERTIFICATE-----"), pem);
            assertFalse(pem.contains("PRIVATE KEY"), pem);
            assertEquals(200, secureStatus(fixture, pem));
        }
    }

    @Test
    void certificateIsKeptInTheDataFolder() throws Exception {
        Map<Setting, String> flags = Map.of(Setting.DATA, folder.resolve("data").toString(), Setting.CLOCK, "virtual");
        String first;
        try (ServerFixture fixture = new ServerFixture(flags)) {
            first = pem(fixture);
            assertEquals(200, secureStatus(fixture, first));
        }
        try (ServerFixture fixture = new ServerFixture(flags)) {
            assertEquals(first, pem(fixture));
        }
        assertTrue(Files.readString(folder.resolve("data/certificate.pem")).startsWith(first.strip()));
    }

    @Test
    void connectionStringCanBePasted() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            String pasted = fixture.server.connectionString(FaceName.COSMOS);
            String expected = "AccountEndpoint=https://localhost:" + fixture.server.port(FaceName.COSMOS)
                    + "/;AccountKey=C2y6yDjf5/R+ob0N8A7Cgv30VRDJIWEHLM+4QDU5DE2nQ9nDuVTqobD4b8mGGyPMbIZnqyMsEcaGQy67XIw/Jw==;";
            assertEquals(expected, pasted);
        }
    }

    /** Returns the answer that a client gets over a bare socket. */
    private static String raw(ServerFixture fixture, String request) throws Exception {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), fixture.server.port(FaceName.COSMOS))) {
            socket.getOutputStream().write(request.replace("\n", "\r\n").getBytes(StandardCharsets.ISO_8859_1));
            socket.getOutputStream().flush();
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8).replace("\r", "");
        }
    }

    private static void assertRefused(ServerFixture fixture, int status, String code, String request) throws Exception {
        String answer = raw(fixture, request);
        assertTrue(answer.startsWith("HTTP/1.1 " + status + " "), answer);
        assertTrue(answer.contains("\n\n{\"code\":\"" + code + "\",\"message\":\""), answer);
        assertTrue(answer.contains("ontent-Type: application/json\n"), answer);
    }

    @Test
    void whateverIsRefusedIsAnsweredInJson() throws Exception {
        String end = "\nHost: localhost\nConnection: close\n";
        try (ServerFixture fixture = new ServerFixture()) {
            assertRefused(fixture, 404, "NotFound", "GET /nowhere HTTP/1.1" + end + "\n");
            assertRefused(fixture, 400, "BadRequest", "GET /dbs/%zz HTTP/1.1" + end + "\n");
            assertRefused(fixture, 400, "BadRequest", "GET /dbs/../dbs HTTP/1.1" + end + "\n");
            assertRefused(fixture, 400, "BadRequest", "GET /dbs?a=%zz HTTP/1.1" + end + "\n");
            assertRefused(fixture, 405, "MethodNotAllowed", "BREW /dbs HTTP/1.1" + end + "\n");
            assertRefused(fixture, 401, "Unauthorized", "GET //dbs/ HTTP/1.1" + end + "\n");
            assertRefused(fixture, 403, "Forbidden", "GET /dbs HTTP/1.1\nHost: evil.example\nConnection: close\n\n");
            assertRefused(fixture, 400, "BadRequest", "GET /dbs HTTP/1.1" + end + "Content-Length: x\n\n");
            assertRefused(fixture, 431, "BadRequest", "GET /dbs HTTP/1.1" + end + "X: " + "x".repeat(17_000) + "\n\n");
            assertRefused(fixture, 414, "BadRequest", "GET /" + "x".repeat(9_000) + " HTTP/1.1" + end + "\n");
        }
    }

    @Test
    void bodyThatIsTooLargeIsAnsweredWhileItIsSent() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            for (int megabytes : new int[] {3, 9}) {
                String body = "x".repeat(megabytes << 20);
                assertRefused(
                        fixture,
                        413,
                        "RequestEntityTooLarge",
                        "POST /dbs/d/colls/c/docs HTTP/1.1\nHost: localhost\nConnection: close\nContent-Length: "
                                + body.length() + "\n\n" + body);
            }
        }
    }

    @Test
    void accountIsAnnouncedWhereItWasFound() throws Exception {
        Map<Setting, String> flags = Map.of(
                Setting.IN_MEMORY,
                "true",
                Setting.COSMOS_REGIONS,
                "West US, North Europe",
                Setting.HOSTS,
                "db.example");
        try (ServerFixture fixture = new ServerFixture(flags)) {
            assertTrue(account(fixture, "localhost:1234").contains("\"http://localhost:1234/\""));
            String answer = account(fixture, "db.example");
            assertTrue(
                    answer.contains("\"writableLocations\":[{\"name\":\"West"
                            + " US\",\"databaseAccountEndpoint\":\"http://db.example/\"}]"),
                    answer);
            assertTrue(
                    answer.contains("{\"name\":\"North Europe\",\"databaseAccountEndpoint\":\"http://db.example/\"}"),
                    answer);
        }
    }

    @Test
    void adminFaceExplainsItemsAndCountsVisits() throws Exception {
        String path = "/api/v1/collections/cosmos/d/c/explain?id=";
        try (ServerFixture fixture = new ServerFixture()) {
            post(fixture, "dbs", "", "{\"id\":\"d\"}", "");
            post(
                    fixture,
                    "colls",
                    "dbs/d",
                    "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"]},\"defaultTtl\":60}",
                    "");
            post(fixture, "colls", "dbs/d", "{\"id\":\"off\",\"partitionKey\":{\"paths\":[\"/pk\"]}}", "");
            String key = "x-ms-documentdb-partitionkey: [\"a\"]\n";
            post(fixture, "docs", "dbs/d/colls/c", "{\"id\":\"1\",\"pk\":\"a\"}", key);
            post(fixture, "docs", "dbs/d/colls/off", "{\"id\":\"1\",\"pk\":\"a\",\"ttl\":1}", key);
            ServerFixture.Answer explained = fixture.get(path + "%5B%22a%22,%221%22%5D");
            assertEquals(200, explained.status(), explained.body());
            assertEquals(
                    "It expires at 2026-01-01T00:01:00Z by the collection's default.",
                    explained.json().path("why").asString());
            assertEquals(404, fixture.get(path + "%5B%22b%22,%221%22%5D").status());
            assertEquals(400, fixture.get(path + "%221%22").status());
            fixture.post("/api/v1/clock/advance?by=2h");
            String metrics = fixture.get("/metrics").body();
            assertTrue(
                    metrics.contains("mayfly_sweep_visits{collection=\"off\",database=\"d\",face=\"cosmos\"} 0.0"),
                    metrics);
            assertFalse(
                    metrics.contains("mayfly_sweep_visits{collection=\"c\",database=\"d\",face=\"cosmos\"} 0.0"),
                    metrics);
        }
    }

    private static void post(ServerFixture fixture, String type, String parent, String body, String fields)
            throws Exception {
        String date = now();
        String path = "/" + parent + (parent.isEmpty() ? "" : "/") + type;
        String answer = raw(
                fixture,
                "POST " + path + " HTTP/1.1\nHost: localhost\nConnection: close\nx-ms-date: " + date
                        + "\nauthorization: "
                        + signed("post\n" + type + "\n" + parent + "\n", date) + "\n" + fields + "Content-Length: "
                        + body.length() + "\n\n" + body);
        assertTrue(answer.startsWith("HTTP/1.1 201 "), answer);
    }

    private static String account(ServerFixture fixture, String host) throws Exception {
        String date = now();
        return raw(
                fixture,
                "GET / HTTP/1.1\nHost: " + host + "\nConnection: close\nx-ms-date: " + date + "\nauthorization: "
                        + signed("get\n\n\n", date) + "\n\n");
    }

    private static String now() {
        return DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
    }

    /** @param text what is signed, up to the date */
    private static String signed(String text, String date) throws Exception {
        Mac mac = Mac.getInstance("HmacSHA256");
        mac.init(new SecretKeySpec(Base64.getDecoder().decode(CosmosKeys.EMULATOR), "HmacSHA256"));
        byte[] whole = (text + date.toLowerCase(Locale.ROOT) + "\n\n").getBytes(StandardCharsets.UTF_8);
        return "type=master&ver=1.0&sig=" + Base64.getEncoder().encodeToString(mac.doFinal(whole));
    }

    private static String pem(ServerFixture fixture) throws Exception {
        URI uri = URI.create("http://localhost:" + fixture.server.port(FaceName.COSMOS) + "/_explorer/emulator.pem");
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer =
                    client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.ofString());
            assertEquals(200, answer.statusCode());
            return answer.body();
        }
    }

    private static int secureStatus(ServerFixture fixture, String pem) throws Exception {
        URI uri = URI.create("https://localhost:" + fixture.server.port(FaceName.COSMOS) + "/_explorer/emulator.pem");
        try (HttpClient client =
                HttpClient.newBuilder().sslContext(trusting(pem)).build()) {
            return client.send(HttpRequest.newBuilder(uri).build(), HttpResponse.BodyHandlers.discarding())
                    .statusCode();
        }
    }

    private static SSLContext trusting(String pem) throws Exception {
        InputStream text = new ByteArrayInputStream(pem.getBytes(StandardCharsets.US_ASCII));
        Certificate certificate = CertificateFactory.getInstance("X.509").generateCertificate(text);
        KeyStore trusted = KeyStore.getInstance(KeyStore.getDefaultType());
        trusted.load(null, null);
        trusted.setCertificateEntry("mayfly", certificate);
        TrustManagerFactory trust = TrustManagerFactory.getInstance(TrustManagerFactory.getDefaultAlgorithm());
        trust.init(trusted);
        SSLContext context = SSLContext.getInstance("TLS");
        context.init(null, trust.getTrustManagers(), null);
        return context;
    }
}
