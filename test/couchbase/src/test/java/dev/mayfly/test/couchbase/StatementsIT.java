package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.Cluster;
import com.couchbase.client.java.json.JsonArray;
import com.couchbase.client.java.json.JsonObject;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Every feature of N1QL that the page lists gives the rows that it should. */
@MayflyTest(faces = MayflyFace.COUCHBASE)
final class StatementsIT {
    @Test
    void statementsGiveWhatTheyShould(MayflyServer server, Cluster cluster, TestInfo test) {
        List<String> wrong = new ArrayList<>();
        try (Ground ground = Ground.of(server, cluster, test)) {
            for (QueryTour.Feature feature : QueryTour.all()) {
                String found = run(ground, feature.statement());
                boolean isRight = feature.isSupported()
                        ? !found.startsWith("error")
                                && (feature.rows().equals(QueryTour.ANY) || found.equals(rows(feature.rows())))
                        : found.startsWith("error");
                if (!isRight) {
                    wrong.add(feature.name() + ": " + found);
                }
            }
        }
        assertEquals(List.of(), wrong);
    }

    /** Rows as the answers below tell them. */
    private static String rows(String lines) {
        StringJoiner rows = new StringJoiner("\n");
        lines.lines()
                .forEach(line -> rows.add(JsonArray.fromJson("[" + line + "]").toString()));
        return rows.toString();
    }

    private static String run(Ground ground, String statement) {
        String body = JsonObject.create()
                .put("statement", statement.replace(QueryTour.KEYSPACE, ground.keyspace()))
                .put("scan_consistency", "request_plus")
                .toString();
        Rest.Answer answer = ground.query().json("POST", "/query", body);
        JsonObject json = answer.json();
        if (!"success".equals(json.getString("status"))) {
            return "error " + json.getArray("errors");
        }
        StringJoiner rows = new StringJoiner("\n");
        for (Object row : json.getArray("results")) {
            rows.add(JsonArray.create().add(row).toString());
        }
        return rows.toString();
    }
}
