package dev.mayfly.app.server;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.server.ServerFixture.Answer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import tools.jackson.databind.JsonNode;

/** One server for all tests of a class, in which each makes collections of its own, and how its documents are asked for. */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class DocumentFixture {
    ServerFixture fixture;
    ThreeFaces faces;

    @BeforeAll
    final void start() throws Exception {
        fixture = new ServerFixture();
        faces = new ThreeFaces(fixture);
    }

    @AfterAll
    final void stop() {
        fixture.close();
    }

    final Answer get(String path) throws Exception {
        return send("GET", path, "");
    }

    final Answer put(String path, String body) throws Exception {
        return send("PUT", path, body);
    }

    final Answer send(String method, String path, String body) throws Exception {
        return fixture.send(method, path, body, Map.of());
    }

    /** Returns every page of a list. */
    final List<Answer> pages(String path) throws Exception {
        List<Answer> pages = new ArrayList<>();
        String after = "";
        do {
            Answer page = get(path + after);
            assertEquals(200, page.status(), page.body());
            pages.add(page);
            JsonNode next = page.json().path("next");
            after = next.isNull() ? "" : "&after=" + next.asString();
        } while (!after.isEmpty());
        return pages;
    }

    /** Returns the ids of every page of a list. */
    final List<String> ids(String path) throws Exception {
        List<String> ids = new ArrayList<>();
        for (Answer page : pages(path)) {
            ids.addAll(ids(page));
        }
        return ids;
    }

    static List<String> ids(Answer page) {
        return page.json()
                .path("items")
                .valueStream()
                .map(item -> item.path("id").asString())
                .toList();
    }

    /** Returns an operation as it ended. */
    final JsonNode ended(JsonNode begun) throws Exception {
        JsonNode operation = begun;
        while (operation.path("state").asString().equals("running")) {
            operation =
                    get("/api/v1/operations/" + operation.path("id").asString()).json();
        }
        assertEquals("done", operation.path("state").asString(), operation.toString());
        return operation;
    }
}
