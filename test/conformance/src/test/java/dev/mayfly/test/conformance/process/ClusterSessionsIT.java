package dev.mayfly.test.conformance.process;

import static java.util.Objects.requireNonNull;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.client.MongoChangeStreamCursor;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.model.Filters;
import com.mongodb.client.model.Updates;
import com.mongodb.client.model.changestream.ChangeStreamDocument;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.bson.BsonDocument;
import org.bson.Document;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Drivers that know two servers of a cluster, of which one is killed under load. */
@Tag("slow")
final class ClusterSessionsIT {
    private static final int WRITERS = 6;
    private static final int WRITES = 60;
    private static final int JOBS = WRITERS * WRITES;

    @TempDir
    private Path folder = Path.of("");

    private static void shard(MongoClient client, String collection) {
        client.getDatabase("admin")
                .runCommand(Document.parse(
                        "{shardCollection: 'test." + collection + "', key: {_id: 'hashed'}, numInitialChunks: 4}"));
    }

    private static MongoCollection<Document> of(MongoClient client, String collection) {
        return client.getDatabase("test").getCollection(collection);
    }

    /**
     * Each writer has a client of its own. Whatever was on its way when the server died the driver sends again, through the other
     * one, and it counts once.
     */
    @Test
    void writesThatDriversSendAgainAreCarriedOutOnce() throws Exception {
        try (ClusterProcess cluster = ClusterProcess.start(folder)) {
            try (MongoClient any = cluster.client()) {
                shard(any, "jobs");
                shard(any, "counters");
                of(any, "jobs")
                        .insertMany(IntStream.range(0, JOBS)
                                .mapToObj(id -> new Document("_id", id).append("state", "new"))
                                .toList());
            }
            AtomicInteger done = new AtomicInteger();
            List<Future<Set<Integer>>> writers = new ArrayList<>();
            try (ExecutorService executor = Executors.newFixedThreadPool(WRITERS)) {
                for (int number = 0; number < WRITERS; number++) {
                    int writer = number;
                    writers.add(executor.submit(() -> work(cluster, writer, done)));
                }
                for (Future<Set<Integer>> writer : writers) {
                    writer.get();
                }
            }
            Set<Integer> taken = new HashSet<>();
            for (Future<Set<Integer>> writer : writers) {
                for (int job : writer.get()) {
                    assertTrue(taken.add(job), "two have got job " + job);
                }
            }
            try (MongoClient left = cluster.client(1)) {
                for (int writer = 0; writer < WRITERS; writer++) {
                    Document counter =
                            of(left, "counters").find(Filters.eq("_id", writer)).first();
                    assertEquals(WRITES, counter == null ? 0 : counter.getInteger("n"), "writer " + writer);
                    assertEquals(WRITES, of(left, "logs").countDocuments(Filters.eq("writer", writer)));
                }
                assertEquals(JOBS, taken.size());
                assertEquals(JOBS, of(left, "jobs").countDocuments(Filters.eq("state", "taken")));
            }
        }
    }

    private static Set<Integer> work(ClusterProcess cluster, int writer, AtomicInteger done) throws Exception {
        Set<Integer> taken = new HashSet<>();
        try (MongoClient client = cluster.client()) {
            MongoCollection<Document> counters = of(client, "counters");
            counters.insertOne(new Document("_id", writer).append("n", 0));
            for (int write = 0; write < WRITES; write++) {
                counters.updateOne(Filters.eq("_id", writer), Updates.inc("n", 1));
                Document job =
                        of(client, "jobs").findOneAndUpdate(Filters.eq("state", "new"), Updates.set("state", "taken"));
                taken.add(job.getInteger("_id"));
                of(client, "logs").insertOne(new Document("writer", writer).append("write", write));
                if (done.incrementAndGet() == JOBS / 2) {
                    cluster.kill(0);
                }
            }
        }
        return taken;
    }

    @Test
    void changeStreamsGoOnThroughTheOtherServer() throws Exception {
        try (ClusterProcess cluster = ClusterProcess.start(folder);
                MongoClient any = cluster.client();
                MongoClient other = cluster.client(1)) {
            shard(any, "events");
            List<Integer> told = new ArrayList<>();
            BsonDocument begin;
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> stream =
                    of(any, "events").watch().cursor()) {
                of(any, "events").insertOne(new Document("_id", -1));
                assertEquals(-1, id(stream.next()));
                begin = requireNonNull(stream.getResumeToken());
                for (int id = 0; id < WRITES; id++) {
                    of(id % 2 == 0 ? any : other, "events").insertOne(new Document("_id", id));
                    if (id == WRITES / 2) {
                        cluster.kill(0);
                    }
                    told.add(id(stream.next()));
                }
            }
            List<Integer> all = IntStream.range(0, WRITES).boxed().toList();
            assertEquals(all, told);
            try (MongoChangeStreamCursor<ChangeStreamDocument<Document>> again =
                    of(other, "events").watch().resumeAfter(begin).cursor()) {
                for (int id : all) {
                    assertEquals(id, id(again.next()));
                }
            }
        }
    }

    private static int id(ChangeStreamDocument<Document> event) {
        BsonDocument key = event.getDocumentKey();
        return key == null ? -1 : key.getInt32("_id").getValue();
    }
}
