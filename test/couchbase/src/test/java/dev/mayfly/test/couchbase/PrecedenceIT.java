package dev.mayfly.test.couchbase;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.couchbase.client.java.Cluster;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;

/** Which of the expiry of a document and the maximum times to live of its collection and its bucket counts, by both releases. */
@Rows("precedence")
final class PrecedenceIT {
    private static final List<LocalServer> SERVERS = new ArrayList<>();
    private static final List<Cluster> CLUSTERS = new ArrayList<>();
    private static final long FAR = 100_000;

    @BeforeAll
    static void start() throws Exception {
        for (String release : List.of("7.6", "7.2")) {
            LocalServer server = LocalServer.start(Map.of(Setting.COUCHBASE_COMPAT, release));
            SERVERS.add(server);
            CLUSTERS.add(server.connect());
        }
    }

    @AfterAll
    static void close() {
        CLUSTERS.forEach(Cluster::disconnect);
        SERVERS.forEach(LocalServer::close);
    }

    /** Asserts what becomes of an expiry, by every way in which one is given. */
    private static void expect(TestInfo test, long document, String collection, int bucket, long outcome) {
        for (int at = 0; at < SERVERS.size(); at++) {
            expect(at, test, document, collection, bucket, outcome);
        }
    }

    private static void expect(int server, TestInfo test, long document, String collection, int bucket, long outcome) {
        Ground ground = Ground.of(SERVERS.get(server).server(), CLUSTERS.get(server), test);
        Ground ofBucket = ground.bucket(bucket);
        Ground asked = collection.equals("default") ? ofBucket : ofBucket.sibling(collection);
        try {
            asked.put("upserted", document);
            asked.insert("inserted", document);
            asked.send(Frame.store(Frame.ADD, "added", document, "1")).require(Wire.OK);
            asked.send(Frame.store(Frame.REPLACE, "added", document, "2")).require(Wire.OK);
            asked.send(Frame.set("absolute", document == 0 ? 0 : asked.now() + document, "1"))
                    .require(Wire.OK);
            asked.send(Frame.set("touched", 0, "1")).require(Wire.OK);
            asked.send(Frame.touch(Frame.TOUCH, "touched", document)).require(Wire.OK);
            asked.send(Frame.touch(Frame.GAT, "touched", document)).require(Wire.OK);
            asked.send(Frame.count(Frame.INCREMENT, "counted", 1, 1, document)).require(Wire.OK);
            long expected = outcome == 0 ? 0 : asked.now() + outcome;
            for (String key : List.of("upserted", "inserted", "added", "absolute", "touched", "counted")) {
                assertEquals(expected, asked.expiryOf(key), key);
            }
            if (outcome > 0) {
                asked.assertDiesAfter(outcome, "upserted");
            } else {
                asked.advance(FAR);
                asked.assertThere("upserted");
            }
        } finally {
            List.of(ground, ofBucket, asked).forEach(Ground::close);
            ground.rest().delete(ofBucket.path()).require(200);
        }
    }

    @Test
    @Row(number = 1, when = "document 0; collection unset or 0; bucket 0", then = "never expires")
    void nothingIsSet(TestInfo test) {
        expect(test, 0, "", 0, 0);
        expect(test, 0, "0", 0, 0);
        expect(test, 0, "default", 0, 0);
    }

    @Test
    @Row(number = 2, when = "document 0; collection unset or 0; bucket z", then = "z: 0 of a collection inherits")
    void bucketIsTheDefault(TestInfo test) {
        expect(test, 0, "", 30, 30);
        expect(test, 0, "0", 30, 30);
        expect(test, 0, "default", 30, 30);
    }

    @Test
    @Row(number = 3, when = "document 0; collection y; bucket anything", then = "y, also when y > z")
    void collectionIsTheDefault(TestInfo test) {
        expect(test, 0, "20", 0, 20);
        expect(test, 0, "20", 10, 20);
        expect(test, 0, "20", 30, 20);
    }

    @Test
    @Row(number = 4, when = "document x; collection unset, 0 or above x; bucket unset, 0 or above x", then = "x")
    void documentCounts(TestInfo test) {
        expect(test, 10, "", 0, 10);
        expect(test, 10, "0", 20, 10);
        expect(test, 10, "30", 0, 10);
        expect(test, 10, "30", 20, 10);
        expect(test, 10, "default", 20, 10);
    }

    @Test
    @Row(number = 5, when = "document x; collection y < x; bucket anything", then = "y")
    void collectionIsTheLimit(TestInfo test) {
        expect(test, 40, "20", 0, 20);
        expect(test, 40, "20", 10, 20);
        expect(test, 40, "20", 30, 20);
        expect(test, 40, "20", 50, 20);
    }

    @Test
    @Row(number = 6, when = "document x; collection unset or 0; bucket z < x", then = "z")
    void bucketIsTheLimit(TestInfo test) {
        expect(test, 40, "", 30, 30);
        expect(test, 40, "0", 30, 30);
        expect(test, 40, "default", 30, 30);
    }

    @Test
    @Row(
            number = 7,
            when = "document x; collection y > x; bucket z < x",
            then = "x: the collection's own replaces the bucket's, as default and as limit")
    void collectionReplacesTheBucket(TestInfo test) {
        expect(test, 20, "40", 10, 20);
        expect(test, 20, "20", 10, 20);
    }

    @Test
    @Row(number = 8, when = "document 0; collection -1, since 7.6; bucket z", then = "never expires")
    void unlimitedCollectionHasNoDefault(TestInfo test) {
        expect(0, test, 0, "-1", 30, 0);
    }

    @Test
    @Row(number = 9, when = "document x; collection -1, since 7.6; bucket anything", then = "x, without a limit")
    void unlimitedCollectionHasNoLimit(TestInfo test) {
        expect(0, test, 40, "-1", 30, 40);
        expect(0, test, 40, "-1", 0, 40);
    }
}
