package dev.mayfly.face.couchbase.rest;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

/** Scopes and collections over the management service; clients find out by the words what went wrong. */
final class ScopeRequestsTest {
    private static final String SCOPES = "/pools/default/buckets/default/scopes";

    private static void says(String pattern, RestFixture.Reply reply, int status) {
        reply.require(status);
        String text = reply.json().path("errors").path("_").asString();
        assertTrue(Pattern.compile(pattern).matcher(text).find(), reply.body());
    }

    @Test
    void numberOfTheManifestIsHexadecimalAndGrows() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "{\"uid\":\"2\"}",
                    fixture.post(SCOPES, "name", "s").require(200).body());
            for (int index = 3; index < 17; index++) {
                assertEquals(
                        "{\"uid\":\"" + Integer.toHexString(index) + "\"}",
                        fixture.post(SCOPES + "/s/collections", "name", "c" + index)
                                .body());
            }
            assertEquals(
                    "{\"uid\":\"11\"}",
                    fixture.delete(SCOPES + "/s").require(200).body());
            JsonNode shown = fixture.get(SCOPES).json();
            assertEquals("11", shown.path("uid").asString());
            assertEquals("_default", shown.path("scopes").path(0).path("name").asString());
            assertEquals("0", shown.path("scopes").path(0).path("uid").asString());
        }
    }

    @Test
    void refusalsAreWordedAsClientsReadThem() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(SCOPES, "name", "s").require(200);
            fixture.post(SCOPES + "/s/collections", "name", "c").require(200);
            says("Scope.+already exists", fixture.post(SCOPES, "name", "s"), 400);
            says("Collection.+already exists", fixture.post(SCOPES + "/s/collections", "name", "c"), 400);
            says("Scope.+not found", fixture.post(SCOPES + "/none/collections", "name", "c"), 404);
            says("Scope.+not found", fixture.delete(SCOPES + "/none"), 404);
            says("Collection.+not found", fixture.delete(SCOPES + "/s/collections/none"), 404);
            says("Deleting _default scope is not allowed", fixture.delete(SCOPES + "/_default"), 400);
            says("Cannot create _default", defaultElsewhere(fixture), 400);
        }
    }

    private static RestFixture.Reply defaultElsewhere(RestFixture fixture) {
        String manifest = "{\"scopes\":[{\"name\":\"_default\",\"collections\":[]},"
                + "{\"name\":\"s\",\"collections\":[{\"name\":\"_default\"}]}]}";
        return fixture.send("Administrator:password", "PUT", SCOPES, manifest);
    }

    @Test
    void namesAreChecked() {
        try (RestFixture fixture = new RestFixture()) {
            assertEquals(
                    "First character must not be _ or %",
                    fixture.post(SCOPES, "name", "_s").error("name"));
            assertEquals("The value must be supplied", fixture.post(SCOPES).error("name"));
            assertEquals(
                    "Name length (252) must be in the range from 1 to 251, inclusive",
                    fixture.post(SCOPES, "name", "s".repeat(252)).error("name"));
            assertEquals(
                    "Can only contain characters A-Z, a-z, 0-9 and the following symbols _ - %",
                    fixture.post(SCOPES, "name", "s.t").error("name"));
        }
    }

    @Test
    void defaultCollectionMayBeDropped() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.delete(SCOPES + "/_default/collections/_default").require(200);
            fixture.delete(SCOPES + "/_default/collections/_default").require(404);
        }
    }

    @Test
    void wholeManifestIsSetInOneStep() {
        try (RestFixture fixture = new RestFixture()) {
            fixture.post(SCOPES, "name", "old").require(200);
            String wanted = "{\"scopes\":[{\"name\":\"_default\",\"collections\":[{\"name\":\"_default\"}]},"
                    + "{\"name\":\"s\",\"collections\":[{\"name\":\"a\",\"maxTTL\":5},{\"name\":\"b\"}]}]}";
            RestFixture.Reply set = fixture.send("Administrator:password", "PUT", SCOPES, wanted);
            assertEquals("{\"uid\":\"3\"}", set.require(200).body());
            RestFixture.Reply again = fixture.send("Administrator:password", "PUT", SCOPES, wanted);
            assertEquals("{\"uid\":\"3\"}", again.require(200).body());
            String shown = fixture.get(SCOPES).body();
            assertTrue(!shown.contains("old") && shown.contains("_system"), shown);
            says(
                    "validOnUid doesn't match",
                    fixture.send("Administrator:password", "PUT", SCOPES + "?validOnUid=2", wanted),
                    400);
            fixture.post(SCOPES + "/@ensureManifest/3").require(200);
            fixture.post(SCOPES + "/@ensureManifest/4").require(504);
        }
    }
}
