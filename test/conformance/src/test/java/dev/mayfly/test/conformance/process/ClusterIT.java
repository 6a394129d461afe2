package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import com.mongodb.client.model.Sorts;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Servers over one node of Cassandra, as {@code mayfly cluster} starts them. */
@Tag("slow")
final class ClusterIT {
    private static final int SIGTERM_EXIT = 128 + 15;

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
