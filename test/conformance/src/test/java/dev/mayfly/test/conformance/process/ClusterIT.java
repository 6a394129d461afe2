package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.NodeClients;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers over one node of Cassandra, as {@code mayfly cluster} starts them. */
@Tag("slow")
final class ClusterIT {
    private static final int SIGTERM_EXIT = 128 + 15;
    private static final String SHELL = "node_modules/mongosh/bin/mongosh.js";

    @TempDir
    private Path folder = Path.of("");

    @Test
    void serversAreOneDatabaseAndOneGoesOnWithoutTheOther() throws Exception {
        try (ClusterProcess cluster = ClusterProcess.start(folder)) {
            try (MongoClient one = cluster.client(0);
                    MongoClient other = cluster.client(1);
                    MongoClient any = cluster.client()) {
                sessions(one)
                        .insertMany(List.of(
                                new Document("_id", 1).append("seen", Date.from(Instant.EPOCH)),
                                new Document("_id", 2)));
                assertEquals(List.of(1, 2), ids(other));
                sessions(one)
                        .createIndex(Indexes.ascending("seen"), new IndexOptions().expireAfter(60L, TimeUnit.SECONDS));
                assertEquals(List.of(2), ids(other));
                assertEquals(List.of(2), ids(any));
                cluster.kill(0);
                sessions(other).insertOne(new Document("_id", 3));
                assertEquals(List.of(2, 3), ids(other));
                assertEquals(List.of(2, 3), ids(any));
            }
            assertEquals(SIGTERM_EXIT, cluster.stop());
            cluster.awaitNothingLeft();
            assertFalse(Files.exists(cluster.folder()), "the folder is left");
            String told = "server 1, process " + cluster.pid(0) + ", has ended with exit code 137; its log is ";
            String errors = cluster.errors();
            assertTrue(errors.contains(told), errors);
        }
    }

    @Test
    void clusterThatIsKilledLeavesNothingRunningAndStartsAgainWithItsData() throws Exception {
        String data = "--data=" + folder.resolve("data");
        try (ClusterProcess cluster = ClusterProcess.start(folder, data)) {
            try (MongoClient client = cluster.client(0)) {
                sessions(client).insertOne(new Document("_id", 1));
            }
            cluster.killAll();
            cluster.awaitNothingLeft();
        }
        try (ClusterProcess cluster = ClusterProcess.start(folder, data)) {
            try (MongoClient client = cluster.client(1)) {
                assertEquals(List.of(1), ids(client));
            }
            assertEquals(SIGTERM_EXIT, cluster.stop());
            cluster.awaitNothingLeft();
            assertTrue(Files.isDirectory(cluster.folder()), "the folder is gone");
        }
    }

    @Test
    void serversTellOfEachOtherAndOfWhatTheyShare() throws Exception {
        try (ClusterProcess cluster = ClusterProcess.start(folder)) {
            Await.until("both are known", () -> nodes(cluster).size() == 2);
            for (Document node : nodes(cluster)) {
                assertEquals("127.0.0.1", node.getString("address"));
                assertEquals("ok", node.getString("state"), node.toJson());
                assertTrue(node.get("offsetMillis") != null, node.toJson());
            }
            try (MongoClient one = cluster.client(0);
                    MongoClient other = cluster.client(1)) {
                one.getDatabase("admin")
                        .runCommand(Document.parse(
                                "{shardCollection: 'test.sessions', key: {_id: 'hashed'}, numInitialChunks: 4}"));
                sessions(other)
                        .insertMany(IntStream.range(0, 100)
                                .mapToObj(id -> new Document("_id", id))
                                .toList());
                Document shards = other.getDatabase("admin").runCommand(new Document("listShards", 1));
                assertEquals(4, shards.getList("shards", Document.class).size());
                assertEquals(
                        4, one.getDatabase("config").getCollection("chunks").countDocuments());
                assertEquals(
                        2, one.getDatabase("config").getCollection("mongos").countDocuments());
                Document stats = one.getDatabase("test").runCommand(new Document("collStats", "sessions"));
                assertEquals(100, stats.get("count", Number.class).intValue());
                assertEquals(4, stats.get("shards", Document.class).size());
            }
            Document map = Document.parse(cluster.couchbase(0, "/pools/default/b/default"));
            Document vBuckets = map.get("vBucketServerMap", Document.class);
            assertEquals(2, vBuckets.getList("serverList", String.class).size());
            assertEquals(2, map.getList("nodesExt", Document.class).size());
            cluster.kill(1);
            Await.until("the other is forgotten", () -> nodes(cluster).size() == 1);
            Await.until(
                    "the map has one server",
                    () -> Document.parse(ask(() -> cluster.couchbase(0, "/pools/default/b/default")))
                                    .getList("nodesExt", Document.class)
                                    .size()
                            == 1);
            assertEquals(SIGTERM_EXIT, cluster.stop());
        }
    }

    /** What the shell prints, line by line: a command that does not work throws. */
    private static final String SHARDING = """
            sh.enableSharding('test');
            sh.shardCollection('test.sessions', {_id: 'hashed'}, false, {numInitialChunks: 4});
            for (let id = 0; id < 50; id++) db.sessions.insertOne({_id: id});
            const status = sh.status().value;
            print(status.shards.length, 'shards');
            const shown = status.databases.find(each => each.database._id === 'test').collections['test.sessions'];
            print(JSON.stringify(shown.shardKey), shown.chunks.length, 'chunks');
            print(sh.getBalancerState());
            print(Object.keys(db.sessions.getShardDistribution().value).length, 'distributed');
            const stats = db.sessions.stats();
            print(stats.sharded, stats.count, Object.keys(stats.shards).length);
            """;

    @Test
    void shellShowsHowCollectionsAreDivided() throws Exception {
        NodeClients.install();
        try (ClusterProcess cluster = ClusterProcess.start(folder)) {
            NodeClients.Outcome outcome =
                    NodeClients.node(folder, SHELL, cluster.mongo(0), "--quiet", "--eval", SHARDING.replace("\n", " "));
            assertEquals(0, outcome.exitCode(), outcome.printed());
            assertEquals("""
                    4 shards
                    {"_id":"hashed"} 4 chunks
                    true
                    5 distributed
                    true 50 4
                    """, outcome.printed());
            assertEquals(SIGTERM_EXIT, cluster.stop());
        }
    }

    private static List<Document> nodes(ClusterProcess cluster) {
        return Document.parse(ask(() -> cluster.admin(0, "/api/v1/nodes"))).getList("items", Document.class);
    }

    private static String ask(Callable<String> question) {
        try {
            return question.call();
        } catch (Exception failure) {
            throw new AssertionError(failure);
        }
    }

    private static MongoCollection<Document> sessions(MongoClient client) {
        return client.getDatabase("test").getCollection("sessions");
    }

    private static List<Integer> ids(MongoClient client) {
        return sessions(client)
                .find()
                .sort(Sorts.ascending("_id"))
                .map(document -> document.getInteger("_id"))
                .into(new ArrayList<>());
    }
}
