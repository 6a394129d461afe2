package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.MessageDigest;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.zip.GZIPInputStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The console without a browser: who sees a page, what comes with it, and what a cookie alone cannot do. */
final class ConsolePagesTest {
    private static final Map<String, String> BROWSER = Map.of("Accept", "text/html,*/*");
    private static final List<String> PAGES = List.of(
            "/",
            "/console/collections",
            "/console/expired",
            "/console/events",
            "/console/query",
            "/console/health",
            "/console/nodes",
            "/console/replications",
            "/console/settings",
            "/console/clock",
            "/console/audit",
            "/console/connect");
    /** As many logins as are kept. */
    private static final int SESSIONS_MAX = 1_000;

    private static final Pattern TOKEN = Pattern.compile("<meta name=\"token\" content=\"([^\"]+)\">");

    @TempDir
    private Path folder = Path.of("");

    private static Answer page(ServerFixture fixture, String path) throws Exception {
        return fixture.send("GET", path, "", BROWSER);
    }

    private static String token(Answer page) {
        Matcher found = TOKEN.matcher(page.body());
        assertTrue(found.find(), page.body());
        return found.group(1);
    }

    private static String cookie(Answer page) {
        String field = page.fields().get("Set-Cookie");
        assertNotNull(field, page.body());
        return field.substring(0, field.indexOf(';'));
    }

    @Test
    void rootIsAPageForABrowserAndTextForOthers() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertTrue(page(fixture, "/").body().startsWith("<!doctype html>"));
            assertTrue(fixture.get("/").body().startsWith("mayfly"));
        }
    }

    @Test
    void assetsAreTheSameCompressedAndNot() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                HttpClient client = HttpClient.newHttpClient()) {
            String path = "/console/assets/console.css";
            HttpRequest request = HttpRequest.newBuilder(
                            URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.ADMIN) + path))
                    .header("Accept-Encoding", "br;q=1.0, gzip;q=0.8")
                    .build();
            HttpResponse<InputStream> small = client.send(request, HttpResponse.BodyHandlers.ofInputStream());
            assertEquals("gzip", small.headers().firstValue("Content-Encoding").orElse(""));
            Answer plain = fixture.get(path);
            assertFalse(plain.fields().containsKey("Content-Encoding"));
            try (InputStream body = new GZIPInputStream(small.body())) {
                assertEquals(plain.body(), new String(body.readAllBytes(), StandardCharsets.UTF_8));
            }
            Answer refused = fixture.send("GET", path, "", Map.of("Accept-Encoding", "gzip;q=0"));
            assertFalse(refused.fields().containsKey("Content-Encoding"));
        }
    }

    @Test
    void everyPageHoldsTheBrowserToItsOwnFiles() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            for (String path : PAGES) {
                Answer page = page(fixture, path);
                assertEquals(200, page.status(), path);
                String policy = field(page, "Content-Security-Policy");
                assertTrue(policy.startsWith("default-src 'none'; script-src 'self'; style-src 'self'"), policy);
                assertTrue(policy.contains("frame-ancestors 'none'"), policy);
                assertFalse(policy.contains("unsafe"), policy);
                assertEquals("nosniff", page.fields().get("X-Content-Type-Options"));
                assertEquals("no-store", page.fields().get("Cache-Control"));
                assertFalse(page.body().matches("(?s).*<script(?![^>]* src=).*"), path + " has a script in its text");
                assertFalse(page.body().contains(" style="), path + " has a style in its text");
                assertFalse(page.body().matches("(?s).*\\son[a-z]+=\".*"), path + " has a handler in its text");
                assertFalse(page.body().matches("(?s).*(src|href)=\"(https?:)?//.*"), path + " names another host");
            }
        }
    }

    @Test
    void filesAreKeptForAsLongAsTheirAddressNamesThem() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            for (String address : files(page(fixture, "/"))) {
                Answer file = fixture.get(address);
                assertEquals(200, file.status(), address);
                assertTrue(field(file, "Cache-Control").contains("immutable"));
            }
            assertEquals(
                    404,
                    fixture.get("/console/assets/vendor/../package-info.class").status());
            assertEquals(404, fixture.get("/console/assets/vendor/htmx.LICENSE").status());
        }
    }

    private static Set<String> files(Answer page) {
        Set<String> addresses = new TreeSet<>();
        Matcher files =
                Pattern.compile("(?:src|href)=\"(/console/assets/[^\"]+)\"").matcher(page.body());
        while (files.find()) {
            addresses.add(files.group(1));
        }
        return addresses;
    }

    @Test
    void pageBringsOneStyleOneScriptAndWhatDrawsOnlyWhereThereIsAPlot() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            for (String path : PAGES) {
                List<String> names = files(page(fixture, path)).stream()
                        .map(address -> address.replaceAll(".*/|\\?.*", ""))
                        .toList();
                boolean isPlotted = path.equals("/") || path.equals("/console/health");
                assertEquals(
                        isPlotted
                                ? List.of("charts.js", "console.css", "console.js", "icon.svg")
                                : List.of("console.css", "console.js", "icon.svg"),
                        names,
                        path);
            }
        }
    }

    @Test
    void scriptsOfOthersAreAsTheyWerePublished() throws Exception {
        String sums = new String(resource("SHA256SUMS"), StandardCharsets.UTF_8);
        List<String> lines = sums.lines().toList();
        assertEquals(3, lines.size());
        for (String line : lines) {
            String[] parts = line.split(" +");
            byte[] digest = MessageDigest.getInstance("SHA-256").digest(resource(parts[1]));
            assertEquals(parts[0], HexFormat.of().formatHex(digest), parts[1]);
        }
    }

    private static byte[] resource(String name) throws IOException {
        try (InputStream in =
                ConsolePagesTest.class.getResourceAsStream("/dev/mayfly/app/console/page/vendor/" + name)) {
            return Objects.requireNonNull(in, name).readAllBytes();
        }
    }

    @Test
    void cookieAloneChangesNothing() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer page = page(fixture, "/");
            String cookie = cookie(page);
            String path = "/api/v1/ttl/pause";
            assertEquals(
                    403,
                    fixture.send("POST", path, "", Map.of("Cookie", cookie)).status());
            Map<String, String> wrong = Map.of("Cookie", cookie, "X-Mayfly-Token", "guess");
            assertEquals(403, fixture.send("POST", path, "", wrong).status());
            Map<String, String> right = Map.of("Cookie", cookie, "X-Mayfly-Token", token(page));
            assertEquals(200, fixture.send("POST", path, "", right).status());
            Map<String, String> abroad = new HashMap<>(right);
            abroad.put("Origin", "https://elsewhere.example");
            assertEquals(403, fixture.send("POST", path, "", abroad).status());
        }
    }

    @Test
    void formsOfPagesNeedTheTokenToo() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer page = page(fixture, "/");
            Map<String, String> fields = Map.of("Cookie", cookie(page), "HX-Request", "true");
            Answer refused = fixture.send("POST", "/console/query/run", "collection=mongo/a/b&filter={}", fields);
            assertEquals(403, refused.status());
        }
    }

    private ServerFixture closed() throws Exception {
        Path file = folder.resolve("mayfly.yaml");
        Files.writeString(file, """
            in-memory: true
            faces: {enabled: [mongo, admin], mongo: {port: 0}, admin: {port: 0}}
            auth:
              mode: required
              users:
                - {name: ada, password: engine, roles: [root]}
                - {name: bob, password: looker, roles: [read]}
            """);
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
        return new ServerFixture(ConfigReader.read(Map.of(Setting.CLOCK, "virtual"), Map.of(), file));
    }

    private static Answer login(ServerFixture fixture, String name, String password, String next) throws Exception {
        Answer form = page(fixture, "/console/login");
        String body = "token=" + token(form) + "&name=" + name + "&password=" + password + "&next="
                + URLEncoder.encode(next, StandardCharsets.UTF_8);
        return fixture.send("POST", "/console/login", body, Map.of("Cookie", cookie(form)));
    }

    @Test
    void closedServerAsksForALoginAndKeepsItInACookieThatScriptsDoNotSee() throws Exception {
        try (ServerFixture fixture = closed()) {
            Answer sent = page(fixture, "/console/health");
            assertEquals(303, sent.status());
            assertEquals(
                    "/console/login?next=%2Fconsole%2Fhealth", sent.fields().get("Location"));
            assertEquals(401, login(fixture, "ada", "wrong", "/").status());
            Answer in = login(fixture, "ada", "engine", "/console/health");
            assertEquals(303, in.status());
            assertEquals("/console/health", in.fields().get("Location"));
            String attributes = field(in, "Set-Cookie");
            assertTrue(attributes.contains("; HttpOnly; SameSite=Strict"), attributes);
            Map<String, String> fields = Map.of("Cookie", cookie(in), "Accept", "text/html");
            Answer health = fixture.send("GET", "/console/health", "", fields);
            assertEquals(200, health.status());
            Answer out = fixture.send("POST", "/console/logout", "token=" + token(health), fields);
            assertEquals("/console/login", out.fields().get("Location"));
            assertEquals(303, fixture.send("GET", "/console/health", "", fields).status());
        }
    }

    @Test
    void requestsWithoutLoginDisplaceNoSession() throws Exception {
        try (ServerFixture fixture = closed()) {
            Map<String, String> user =
                    Map.of("Cookie", cookie(login(fixture, "ada", "engine", "/")), "Accept", "text/html");
            for (int i = 0; i <= SESSIONS_MAX; i++) {
                assertEquals(200, page(fixture, "/console/login").status());
            }
            assertEquals(200, fixture.send("GET", "/console/health", "", user).status());
        }
    }

    @Test
    void cookieThatThisServerDidNotSignIsNone() throws Exception {
        try (ServerFixture fixture = closed()) {
            Answer form = page(fixture, "/console/login");
            String name = cookie(form).substring(0, cookie(form).indexOf('=') + 1);
            Map<String, String> forged = Map.of("Cookie", name + "dmFsdWU.c2lnbmF0dXJl");
            Answer refused = fixture.send("POST", "/console/login", "token=" + token(form), forged);
            assertEquals("/console/login", refused.fields().get("Location"));
        }
    }

    @Test
    void loginLeadsToPagesOfThisServerOnly() throws Exception {
        try (ServerFixture fixture = closed()) {
            for (String next :
                    List.of("//elsewhere.example", "https://elsewhere.example", "/\\elsewhere", "/a\r\nX: y")) {
                assertEquals("/", login(fixture, "ada", "engine", next).fields().get("Location"), next);
            }
        }
    }

    @Test
    void whoMayOnlyLookSeesPagesAndChangesNothing() throws Exception {
        try (ServerFixture fixture = closed()) {
            Answer in = login(fixture, "bob", "looker", "/");
            Map<String, String> fields = new HashMap<>(Map.of("Cookie", cookie(in), "Accept", "text/html"));
            Answer home = fixture.send("GET", "/", "", fields);
            assertEquals(200, home.status());
            fields.put("X-Mayfly-Token", token(home));
            assertEquals(
                    403, fixture.send("POST", "/api/v1/ttl/pause", "", fields).status());
        }
    }

    @Test
    void settingsOfAFaceAreThoseItsClientsKnow() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Answer mongo = fixture.get("/api/v1/settings/mongo");
            assertTrue(mongo.json().path("perDocumentTtlEnabled").asBoolean(), mongo.body());
            Answer off = fixture.send("PUT", "/api/v1/settings/mongo", "{\"perDocumentTtlEnabled\": false}", Map.of());
            assertFalse(off.json().path("perDocumentTtlEnabled").asBoolean(true), off.body());
            String two = "{\"purgeIntervalDays\": 2, \"autoCompactionPercentage\": 40}";
            Answer couchbase = fixture.send("PUT", "/api/v1/settings/couchbase", two, Map.of());
            assertEquals(2.0, couchbase.json().path("purgeIntervalDays").asDouble(), couchbase.body());
            assertEquals(40, couchbase.json().path("autoCompactionPercentage").asInt());
            Answer refused =
                    fixture.send("PUT", "/api/v1/settings/couchbase", "{\"purgeIntervalDays\": 100}", Map.of());
            assertEquals(400, refused.status());
            assertEquals(
                    400,
                    fixture.send("PUT", "/api/v1/settings/cosmos", "{\"x\": 1}", Map.of())
                            .status());
        }
    }

    private static String field(Answer answer, String name) {
        return Objects.requireNonNull(answer.fields().get(name), name);
    }
}
