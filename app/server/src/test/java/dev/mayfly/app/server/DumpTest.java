package dev.mayfly.app.server;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.transfer.DumpFolder;
import dev.mayfly.app.server.transfer.DumpReader;
import dev.mayfly.app.server.transfer.LineFile;
import dev.mayfly.engine.catalog.CatalogCodec;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
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
            Files.writeString(requireNonNull(place.metadata()), fixture.get(CODES + "/dump/metadata").body());

            List<DumpFolder.Dumped> found = new DumpFolder(folder).all();
            assertEquals(List.of(place), found);
            String metadata = DumpReader.text(requireNonNull(found.getFirst().metadata()));
            assertTrue(metadata.contains("\"expireAfterSeconds\""), metadata);
            assertEquals(
                    200,
                    fixture.send("PUT", COPY + "/dump/metadata", metadata, Map.of())
                            .status());
            long written = 0;
            try (DumpReader reader = new DumpReader(place.documents(), 0)) {
                for (byte[] some = reader.next(1_000); some != null; some = reader.next(1_000)) {
                    assertTrue(some.length <= 1_000);
                    written += json(ask(client, fixture, COPY + "/dump", some)).path("written").asLong();
                }
                assertEquals(documents.length, reader.position());
            }
            assertEquals(60, written);
            assertArrayEquals(documents, ask(client, fixture, COPY + "/dump", null));
            fixture.post("/api/v1/clock/advance?by=30s");
            assertEquals(30, fixture.get(COPY).json().path("live").asInt(), fixture.get(COPY).body());
        }
    }

    @Test
    void whatHasExpiredIsDroppedIfAskedFor() throws Exception {
        try (ServerFixture fixture = new ServerFixture();
                HttpClient client = HttpClient.newHttpClient()) {
            Demo.load(fixture.server.engine());
            ByteArrayOutputStream dump = new ByteArrayOutputStream();
            for (int number = 1_000; number < 1_010; number++) {
                dump.write(CatalogCodec.encode(new BsonDocument("_id", new BsonInt32(number))
                        .append("expiresAt", new BsonDateTime(number))));
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
    void filesAreReadPackedOrNotFromAnyPosition() throws Exception {
        ByteArrayOutputStream dump = new ByteArrayOutputStream();
        for (int number = 0; number < 100; number++) {
            dump.write(CatalogCodec.encode(new BsonDocument("_id", new BsonInt32(number))));
        }
        Path packed = folder.resolve("a.bson.gz");
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(packed))) {
            out.write(dump.toByteArray());
        }
        ByteArrayOutputStream read = new ByteArrayOutputStream();
        long position;
        try (DumpReader reader = new DumpReader(packed, 0)) {
            read.write(requireNonNull(reader.next(100)));
            position = reader.position();
        }
        try (DumpReader reader = new DumpReader(packed, position)) {
            for (byte[] some = reader.next(500); some != null; some = reader.next(500)) {
                read.write(some);
            }
        }
        assertArrayEquals(dump.toByteArray(), read.toByteArray());
    }

    @Test
    void aFileThatIsCutOffIsRefused() throws Exception {
        Path file = folder.resolve("a.bson");
        Files.write(file, new byte[] {20, 0, 0, 0, 1, 2, 3});
        try (DumpReader reader = new DumpReader(file, 0)) {
            assertTrue(assertThrows(IOException.class, () -> reader.next(100)).toString().contains("not whole"));
        }
        Files.write(file, new byte[] {-1, -1, -1, -1});
        try (DumpReader reader = new DumpReader(file, 0)) {
            assertThrows(IOException.class, () -> reader.next(100));
        }
    }

    @Test
    void namesLeadNowhereElse() throws Exception {
        DumpFolder dump = new DumpFolder(folder);
        for (String name : List.of("..", "../x", "a/b", "system", "ü$ x", ".", "a.b")) {
            DumpFolder.Dumped place = dump.place(name, name);
            assertEquals(folder, requireNonNull(place.documents().getParent()).normalize().getParent(), name);
            Files.write(place.documents(), new byte[0]);
            assertTrue(dump.all().contains(new DumpFolder.Dumped(name, name, place.documents(), null)), name);
        }
    }

    @Test
    void anExportThatBrokeOffGoesOnBehindItsLastWholeLine() throws Exception {
        try (ServerFixture fixture = new ServerFixture()) {
            Demo.load(fixture.server.engine());
            String whole = fixture.get(CODES + "/export").body();
            Path file = folder.resolve("codes.jsonl");
            Files.writeString(file, whole.substring(0, whole.length() / 2));
            String last = LineFile.cutToLastLine(file);
            String rest = fixture.get(CODES + "/export?after=" + requireNonNull(last)).body();
            String joined = Files.readString(file) + rest.substring(rest.indexOf('\n') + 1);
            assertEquals(
                    whole.lines().filter(line -> !line.contains("mayfly")).toList(),
                    joined.lines().filter(line -> !line.contains("mayfly")).toList());
            Files.writeString(file, whole.substring(0, 10));
            assertNull(LineFile.cutToLastLine(file));
            assertEquals(0, Files.size(file));
        }
    }

    private static JsonNode json(byte[] answer) {
        return new JsonMapper().readTree(answer);
    }

    private static byte[] ask(HttpClient client, ServerFixture fixture, String path, byte @Nullable [] body) throws Exception {
        HttpRequest.Builder request = HttpRequest.newBuilder(
                URI.create("http://127.0.0.1:" + fixture.server.port(FaceName.ADMIN) + path));
        if (body != null) {
            request.POST(HttpRequest.BodyPublishers.ofByteArray(body));
        }
        HttpResponse<byte[]> response = client.send(request.build(), HttpResponse.BodyHandlers.ofByteArray());
        assertEquals(200, response.statusCode(), new String(response.body(), StandardCharsets.UTF_8));
        return response.body();
    }
}
