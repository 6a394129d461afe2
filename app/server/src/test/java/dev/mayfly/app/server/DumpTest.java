package dev.mayfly.app.server;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.demo.Demo;
import dev.mayfly.app.server.transfer.DumpFolder;
import dev.mayfly.base.document.BsonEncoding;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

final class DumpTest {
    private static final String CODES = "/api/v1/collections/mongo/demo/codes";
    private static final String COPY = "/api/v1/collections/mongo/copy/codes";

    @TempDir
    Path folder;

    @Test
    void aDumpOfACollectionComesBackWithItsRules() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                HttpClient client = HttpClient.newHttpClient()) {
            Demo.load(fixture.server.engine());
            DumpFolder.Dumped place = new DumpFolder(folder).place("copy", "codes");
            byte[] documents = ask(client, fixture, CODES + "/dump", null);
            Files.write(place.documents(), documents);
            Files.writeString(
                    requireNonNull(place.metadata()),
                    fixture.get(CODES + "/dump/metadata").body());

            List<DumpFolder.Dumped> found = new DumpFolder(folder).all();
            assertEquals(List.of(place), found);
            String metadata = text(requireNonNull(found.getFirst().metadata()));
            assertTrue(metadata.contains("\"expireAfterSeconds\""), metadata);
            assertEquals(
                    200,
                    fixture.send("PUT", COPY + "/dump/metadata", metadata, Map.of())
                            .status());
            long written = json(ask(client, fixture, COPY + "/dump", documents))
                    .path("written")
                    .asLong();
            assertEquals(60, written);
            assertArrayEquals(documents, ask(client, fixture, COPY + "/dump", null));
            fixture.post("/api/v1/clock/advance?by=30s");
            assertEquals(
                    30,
                    fixture.get(COPY).json().path("live").asInt(),
                    fixture.get(COPY).body());
        }
    }

    @Test
    void whatHasExpiredIsDroppedIfAskedFor() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                HttpClient client = HttpClient.newHttpClient()) {
            Demo.load(fixture.server.engine());
            ByteArrayOutputStream dump = new ByteArrayOutputStream();
            for (int number = 1_000; number < 1_010; number++) {
                dump.write(BsonEncoding.encode(
                        new BsonDocument("_id", new BsonInt32(number)).append("expiresAt", new BsonDateTime(number))));
            }
            JsonNode outcome = json(ask(client, fixture, CODES + "/dump?expiry=drop", dump.toByteArray()));
            assertEquals(10, outcome.path("dropped").asInt(), outcome.toString());
        }
    }

    @Test
    void onlyMongoHasDumps() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            assertEquals(
                    409,
                    fixture.get("/api/v1/collections/couchbase/default/_default._default/dump")
                            .status());
            Answer refused = fixture.send("PUT", COPY + "/dump/metadata", "{\"indexes\":[1]}", Map.of());
            assertEquals(400, refused.status(), refused.body());
        }
    }

    @Test
    void filesAreReadPackedOrNot() throws Exception {
        Files.createDirectory(folder.resolve("d"));
        for (String name : List.of("c.bson", "c.metadata.json")) {
            try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("d/" + name + ".gz")))) {
                out.write(name.getBytes(StandardCharsets.UTF_8));
            }
        }
        DumpFolder.Dumped found = new DumpFolder(folder).all().getFirst();
        assertEquals("d", found.database());
        assertEquals("c", found.collection());
        assertEquals("c.bson", text(found.documents()));
        assertEquals("c.metadata.json", text(requireNonNull(found.metadata())));
    }

    @Test
    void aDumpThatIsCutOffIsRefusedButForWhatIsWhole() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            for (String bytes : List.of("\0", "\u0014\0\0\0\1\2", "\u007f\u007f\u007f\u007f", "\3\0\0\0")) {
                Answer refused = fixture.send("POST", CODES + "/dump", bytes, Map.of());
                assertEquals(400, refused.status(), refused.body());
                assertTrue(refused.body().contains("is not whole"), refused.body());
            }
        }
    }

    private static String text(Path file) throws IOException {
        try (InputStream in = DumpFolder.open(file)) {
            return new String(in.readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void namesLeadNowhereElse() throws Exception {
        DumpFolder dump = new DumpFolder(folder);
        for (String name : List.of("..", "../x", "a/b", "system", "ü$ x", ".", "a.b")) {
            DumpFolder.Dumped place = dump.place(name, name);
            assertEquals(
                    folder,
                    requireNonNull(place.documents().getParent()).normalize().getParent(),
                    name);
            Files.write(place.documents(), new byte[0]);
            assertTrue(dump.all().contains(new DumpFolder.Dumped(name, name, place.documents(), null)), name);
        }
    }

    private static JsonNode json(byte[] answer) {
        return new JsonMapper().readTree(answer);
    }

    private static byte[] ask(HttpClient client, ServerFixture fixture, String path, byte @Nullable [] body)
            throws Exception {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.ADMIN) + path));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofByteArray(body));
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        return response.body();
    }
}
