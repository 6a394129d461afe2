package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import dev.mayfly.app.server.ServerFixture.Answer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.face.cosmos.session.CosmosKeys;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** Users of the databases of cosmos, their permissions and tokens, and the keys of the account. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class CosmosAccountsTest {
    private static final String ANN = "/api/v1/users/cosmos/access%2Fann";

    private final HttpClient client =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private ServerFixture fixture;

    @BeforeAll
    void start() throws Exception {
        fixture = new ServerFixture();
        ThreeFaces faces = new ThreeFaces(fixture);
        faces.cosmos("access", "carts", "");
        faces.cosmos("access", "others", "");
        String item = "{\"id\": \"1\", \"pk\": \"a\"}";
        assertEquals(
                201,
                send("POST", ThreeFaces.path("cosmos", "access", "carts") + "/documents", item)
                        .status());
    }

    @AfterAll
    void stop() {
        fixture.close();
    }

    private Answer send(String method, String path, String body) throws Exception {
        return fixture.send(method, path, body, Map.of());
    }

    /** Returns the status of the read of an item by a client that presents a token. */
    private int read(String container, String token) throws Exception {
        return asked(container, token, "GET", "/1", "");
    }

    private int asked(String container, String token, String method, String rest, String body) throws Exception {
        String date = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()).atZone(ZoneOffset.UTC));
        String url = "http://127.0.0.1:" + fixture.server.port(FaceName.COSMOS) + "/dbs/access/colls/" + container
                + "/docs" + rest;
        HttpRequest request = HttpRequest.newBuilder(URI.create(url))
                .header("x-ms-date", date)
                .header("x-ms-documentdb-partitionkey", "[\"a\"]")
                .header("authorization", URLEncoder.encode(token, StandardCharsets.UTF_8))
                .method(method, HttpRequest.BodyPublishers.ofString(body))
                .build();
        return client.send(request, HttpResponse.BodyHandlers.discarding()).statusCode();
    }

    private JsonNode tokens(String user) throws Exception {
        Answer made = send("POST", user + "/tokens", "{\"validFor\": \"10m\"}");
        assertEquals(200, made.status(), made.body());
        return made.json().path("items");
    }

    private List<String> roles() throws Exception {
        List<String> roles = new ArrayList<>();
        fixture.get("/api/v1/users/cosmos")
                .json()
                .path("items")
                .forEach(user -> user.path("roles")
                        .forEach(role -> roles.add(user.path("name").asString() + " " + role.asString())));
        return roles;
    }

    @Test
    void userActsByTokensAsItsPermissionsSay() throws Exception {
        Answer made = send("PUT", ANN, "{\"roles\": [\"read@carts\"]}");
        assertEquals(201, made.status(), made.body());
        String token = tokens(ANN).path(0).path("token").asString();
        assertEquals(200, read("carts", token));
        assertEquals(403, read("others", token));
        String item = "{\"id\": \"2\", \"pk\": \"a\"}";
        assertEquals(403, asked("carts", token, "POST", "", item));
        assertEquals(
                200,
                send("PUT", ANN, "{\"roles\": [\"all@carts[\\\"a\\\"]\", \"read@others\"]}")
                        .status());
        assertEquals(List.of("access/ann all@carts[\"a\"]", "access/ann read@others"), roles());
        assertEquals(403, read("carts", token), "the permission of the token is gone");
        assertEquals(201, asked("carts", tokens(ANN).path(0).path("token").asString(), "POST", "", item));
        assertEquals(200, send("DELETE", ANN, "").status());
        assertEquals(404, send("DELETE", ANN, "").status());
        assertEquals(404, send("POST", ANN + "/tokens", "{}").status());
        assertEquals(List.of(), roles());
    }

    @Test
    void whatMakesNoSenseIsRefusedAndChangesNothing() throws Exception {
        String ben = "/api/v1/users/cosmos/access%2Fben";
        assertEquals(404, send("PUT", ben, "{\"roles\": [\"read@missing\"]}").status());
        assertEquals(400, send("PUT", ben, "{\"roles\": [\"write@carts\"]}").status());
        assertEquals(400, send("PUT", ben, "{\"roles\": [\"read@carts[\"]}").status());
        assertEquals(
                400,
                send("PUT", ben, "{\"roles\": [\"read@carts\"], \"password\": \"p\"}")
                        .status());
        assertEquals(
                400,
                send("PUT", "/api/v1/users/cosmos/ben", "{\"roles\": [\"read@carts\"]}")
                        .status());
        assertEquals(
                404,
                send("PUT", "/api/v1/users/cosmos/missing%2Fben", "{\"roles\": [\"read@carts\"]}")
                        .status());
        assertEquals(404, send("DELETE", ben, "").status());
        assertEquals(400, send("POST", "/api/v1/users/mongo/ann/tokens", "{}").status());
    }

    @Test
    void keysAreToldApartAndNotShown() throws Exception {
        Answer keys = fixture.get("/api/v1/keys/cosmos");
        assertEquals(1, keys.json().path("items").size(), keys.body());
        assertEquals(
                16,
                keys.json().path("items").path(0).path("fingerprint").asString().length());
        assertFalse(keys.body().contains(CosmosKeys.EMULATOR.substring(0, 10)));
        assertEquals(0, fixture.get("/api/v1/keys/mongo").json().path("items").size());
    }
}
