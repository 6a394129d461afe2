package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Every REST call that the page lists is answered as it says, and only to whom it may be. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class RestIT {
    @Test
    void callsAreAnsweredAsThePageSays(CouchbaseEndpoint endpoint) {
        Rest rest = new Rest(endpoint.management(), endpoint.user(), endpoint.password());
        List<String> wrong = new ArrayList<>();
        for (RestTour.Call call : RestTour.all()) {
            Rest.Answer answer =
                    rest.form(call.method(), call.path(), call.fields().toArray(String[]::new));
            if (answer.status() != call.status()) {
                wrong.add(call.name() + ": " + answer);
            }
        }
        assertEquals(List.of(), wrong);
    }

    @Test
    void callsWithoutLoginAreRefused(CouchbaseEndpoint endpoint) {
        for (Rest stranger : List.of(
                new Rest(endpoint.management(), "", ""), new Rest(endpoint.management(), "Administrator", "no"))) {
            stranger.get("/pools/default").require(401);
            stranger.post("/pools/default/buckets", "name", "x", "ramQuotaMB", "100")
                    .require(401);
        }
        Rest stranger = new Rest(endpoint.query(), "Administrator", "no");
        assertTrue(
                stranger.json("POST", "/query", "{\"statement\":\"SELECT 1\"}").status() == 401);
    }

    @Test
    void slashAtTheEndIsTheSameCall(CouchbaseEndpoint endpoint) {
        Rest rest = new Rest(endpoint.management(), endpoint.user(), endpoint.password());
        assertEquals(
                rest.get("/pools/default/buckets").require(200).list().size(),
                rest.get("/pools/default/buckets/").require(200).list().size());
    }
}
