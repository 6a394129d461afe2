package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.mongodb.MongoException;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoCollection;
import dev.mayfly.test.harness.CommandProcess;
import dev.mayfly.test.harness.Launch;
import java.io.DataInputStream;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonBinaryWriter;
import org.bson.BsonDocument;
import org.bson.Document;
import org.bson.RawBsonDocument;
import org.bson.codecs.DocumentCodec;
import org.bson.codecs.EncoderContext;
import org.bson.io.BasicOutputBuffer;
import org.bson.types.Binary;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** On the least heap, whatever clients send is answered, waits its turn or is refused; the server goes on. */
final class LeastHeapIT {
    private static final int HEAP_MEGABYTES = 256;
    private static final int LARGE = 15_000_000;
    private static final int DOCUMENTS_OF_BATCH = 3;
    private static final int OP_MSG = 2013;

    /** The lengths and numbers of a message, its flags, and the kind of its first section. */
    private static final int MESSAGE_HEAD_BYTES = 21;

    /** The same without the length of the message. */
    private static final int REPLY_HEAD_BYTES = MESSAGE_HEAD_BYTES - Integer.BYTES;

    /** The errors for a request that would hold too much: by its size, by its share, by what an operator may. */
    private static final Set<Integer> REFUSALS = Set.of(10334, 146, 292, 17419, 50);

    private static final List<String> HOSTILE = List.of(
            project("{$reduce: {input: {$range: [0, 40]}, initialValue: 'xxxxxxxxxxxxxxxx',"
                    + " in: {$concat: ['$$value', '$$value']}}}"),
            project("{$reduce: {input: {$range: [0, 40]}, initialValue: [1, 2, 3],"
                    + " in: {$concatArrays: ['$$value', '$$value']}}}"),
            project("{$reduce: {input: {$range: [0, 60]}, initialValue: 'x', in: ['$$value', '$$value']}}"),
            project("{$map: {input: {$range: [0, 5000]}, in: {$range: [0, 5000]}}}"),
            "[{$group: {_id: null, all: {$push: '$$ROOT'}}}, {$project: {all: {$concatArrays: ['$all', '$all', '$all']}}}]",
            "[{$facet: {a: [{$match: {}}], b: [{$match: {}}], c: [{$sort: {pad: 1}}], d: [{$group: {_id: '$_id'}}]}}]",
            "[{$setWindowFields: {sortBy: {_id: 1}, output: {all: {$push: '$pad'}}}}, {$limit: 1}]");

    private final AtomicInteger inserted = new AtomicInteger();
    private final AtomicInteger refused = new AtomicInteger();
    private final AtomicInteger pings = new AtomicInteger();
    private final AtomicLong slowestPingMillis = new AtomicLong();

    @TempDir
    private Path folder = Path.of("");

    private static String project(String expression) {
        return "[{$limit: 1}, {$project: {x: " + expression + "}}]";
    }

    @Test
    void serverOnTheLeastHeapGoesOn() throws Exception {
        attack(20_000, 1, 2);
    }

    @Test
    @Tag("slow")
    void serverOnTheLeastHeapGoesOnForLong() throws Exception {
        attack(200_000, 4, 10);
    }

    @Test
    void serverDoesNotStartOnLess() throws Exception {
        try (CommandProcess small = CommandProcess.start(folder, Launch.asByTheLauncher(128), "serve", "--in-memory")) {
            small.awaitEnd();
            assertTrue(small.errors().contains("the heap may grow to 128 MiB, and a server needs 256"), small.errors());
        }
    }

    private void attack(int documents, int batches, int reads) throws Exception {
        try (ServerProcess server =
                        ServerProcess.start(folder, Launch.asByTheLauncher(HEAP_MEGABYTES), "--data", "data");
                MongoClient client = server.client();
                ScheduledExecutorService pinging = Executors.newSingleThreadScheduledExecutor();
                ExecutorService clients = Executors.newCachedThreadPool()) {
            MongoCollection<Document> large = fill(client, documents);
            pinging.scheduleAtFixedRate(() -> ping(client), 0, 50, TimeUnit.MILLISECONDS);
            List<Callable<Integer>> work = new ArrayList<>();
            byte[] message = insertMessage();
            for (int lane = 0; lane < 8; lane++) {
                int number = lane;
                work.add(() -> insert(server, message, batches));
                work.add(() -> read(large, number, reads));
            }
            for (String pipeline : HOSTILE) {
                work.add(() -> aggregate(client, pipeline, batches));
                work.add(() -> ask(server, pipeline, batches));
            }
            int done = 0;
            for (Future<Integer> each : clients.invokeAll(work)) {
                done += outcome(each, server);
            }
            pinging.shutdown();
            assertTrue(pinging.awaitTermination(30, TimeUnit.SECONDS));
            String told = done + " requests, " + inserted + " documents inserted, " + refused + " refused, " + pings
                    + " pings, the slowest after " + slowestPingMillis + " ms, " + (server.residentBytes() >> 20)
                    + " MiB resident";
            System.out.println(told);
            assertEquals(documents, client.getDatabase("d").getCollection("c").countDocuments(), told);
            assertEquals(
                    inserted.get(), client.getDatabase("d").getCollection("in").countDocuments(), told);
            assertTrue(pings.get() > 0 && slowestPingMillis.get() < 10_000, told);
        }
    }

    private static int outcome(Future<Integer> work, ServerProcess server) throws Exception {
        try {
            return work.get();
        } catch (ExecutionException failure) {
            throw new AssertionError(failure.getCause() + "; " + server.errors(), failure);
        }
    }

    /** A collection of many small documents, and one of eight documents of 15 MB. */
    private static MongoCollection<Document> fill(MongoClient client, int documents) {
        MongoCollection<Document> small = client.getDatabase("d").getCollection("c");
        List<Document> batch = new ArrayList<>();
        for (int i = 0; i < documents; i++) {
            batch.add(new Document("_id", i).append("pad", "p".repeat(100)).append("n", i % 100));
            if (batch.size() == 5_000) {
                small.insertMany(batch);
                batch.clear();
            }
        }
        MongoCollection<Document> large = client.getDatabase("d").getCollection("large");
        for (int i = 0; i < 8; i++) {
            large.insertOne(new Document("_id", i).append("data", new Binary(new byte[LARGE])));
        }
        return large;
    }

    private void ping(MongoClient client) {
        long begun = System.nanoTime();
        client.getDatabase("admin").runCommand(new Document("ping", 1));
        long millis = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun);
        slowestPingMillis.accumulateAndGet(millis, Math::max);
        pings.incrementAndGet();
    }

    /** Each batch is one message of 45 MB, which most drivers would send as several. */
    private int insert(ServerProcess server, byte[] message, int batches) throws IOException {
        try (Socket socket = new Socket(InetAddress.getLoopbackAddress(), server.port())) {
            socket.setSoTimeout(120_000);
            DataInputStream input = new DataInputStream(socket.getInputStream());
            for (int batch = 0; batch < batches; batch++) {
                socket.getOutputStream().write(message);
                byte[] reply = new byte[Integer.reverseBytes(input.readInt()) - Integer.BYTES];
                input.readFully(reply);
                BsonDocument answer = new RawBsonDocument(reply, REPLY_HEAD_BYTES, reply.length - REPLY_HEAD_BYTES);
                if (answer.getNumber("ok").intValue() == 1) {
                    inserted.addAndGet(answer.getInt32("n").getValue());
                } else {
                    assertTrue(REFUSALS.contains(answer.getInt32("code").getValue()), answer::toJson);
                    refused.incrementAndGet();
                }
            }
        }
        return batches;
    }

    private static byte[] insertMessage() {
        byte[] command = bytes(new Document("insert", "in").append("$db", "d"));
        byte[] document = bytes(new Document("data", new Binary(new byte[LARGE])));
        byte[] field = "documents\0".getBytes(StandardCharsets.US_ASCII);
        int sequence = Integer.BYTES + field.length + DOCUMENTS_OF_BATCH * document.length;
        int length = MESSAGE_HEAD_BYTES + command.length + 1 + sequence;
        ByteBuffer message = ByteBuffer.allocate(length).order(ByteOrder.LITTLE_ENDIAN);
        message.putInt(length).putInt(1).putInt(0).putInt(OP_MSG).putInt(0);
        message.put((byte) 0).put(command).put((byte) 1).putInt(sequence).put(field);
        for (int i = 0; i < DOCUMENTS_OF_BATCH; i++) {
            message.put(document);
        }
        return message.array();
    }

    private static byte[] bytes(Document document) {
        try (BasicOutputBuffer out = new BasicOutputBuffer();
                BsonBinaryWriter writer = new BsonBinaryWriter(out)) {
            new DocumentCodec()
                    .encode(writer, document, EncoderContext.builder().build());
            return out.toByteArray();
        }
    }

    /** By id and as a walk; a reader whose turn does not come in time is refused. */
    private int read(MongoCollection<Document> large, int lane, int reads) {
        for (int i = 0; i < reads; i++) {
            readOne(large, new Document("_id", lane));
            readOne(large, new Document("_id", new Document("$gte", lane)));
        }
        return reads * 2;
    }

    private void readOne(MongoCollection<Document> large, Document filter) {
        try {
            Document found = Objects.requireNonNull(large.find(filter).first());
            assertEquals(LARGE, found.get("data", Binary.class).length());
        } catch (MongoException refusal) {
            assertTrue(REFUSALS.contains(refusal.getCode()), filter + ": " + refusal);
            refused.incrementAndGet();
        }
    }

    private static List<Document> stages(String pipeline) {
        return Document.parse("{p: " + pipeline + "}").getList("p", Document.class);
    }

    private int aggregate(MongoClient client, String pipeline, int times) {
        for (int i = 0; i < times; i++) {
            try {
                client.getDatabase("d")
                        .getCollection("c")
                        .aggregate(stages(pipeline))
                        .maxTime(20, TimeUnit.SECONDS)
                        .forEach(_ -> {});
            } catch (MongoException refusal) {
                assertTrue(REFUSALS.contains(refusal.getCode()), pipeline + ": " + refusal);
                refused.incrementAndGet();
            }
        }
        return times;
    }

    /** The same through the admin face. */
    private int ask(ServerProcess server, String pipeline, int times) throws Exception {
        URI query = URI.create(
                server.connectionString("admin").replaceFirst("/$", "") + "/api/v1/collections/mongo/d/c/query");
        String stages = new Document("pipeline", stages(pipeline)).toJson();
        String body = stages.substring(0, stages.length() - 1) + ", \"timeoutMillis\": 20000}";
        try (HttpClient http = HttpClient.newHttpClient()) {
            for (int i = 0; i < times; i++) {
                HttpRequest request = HttpRequest.newBuilder(query)
                        .header("Content-Type", "application/json")
                        .POST(HttpRequest.BodyPublishers.ofString(body))
                        .build();
                HttpResponse<String> answer = http.send(request, HttpResponse.BodyHandlers.ofString());
                assertTrue(answer.statusCode() < 500, pipeline + ": " + answer.body());
                refused.addAndGet(answer.statusCode() == 200 ? 0 : 1);
            }
        }
        return times;
    }
}
