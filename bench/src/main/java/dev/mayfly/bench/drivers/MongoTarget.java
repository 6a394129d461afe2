package dev.mayfly.bench.drivers;

import com.mongodb.ConnectionString;
import com.mongodb.MongoClientSettings;
import com.mongodb.WriteConcern;
import com.mongodb.client.ClientSession;
import com.mongodb.client.MongoClient;
import com.mongodb.client.MongoClients;
import com.mongodb.client.MongoCollection;
import com.mongodb.client.MongoDatabase;
import com.mongodb.client.model.IndexOptions;
import com.mongodb.client.model.Indexes;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.bson.BsonDateTime;
import org.bson.Document;
import org.bson.types.ObjectId;

/** A server that the MongoDB Java driver talks to. */
final class MongoTarget implements Target<MongoWork> {
    private static final int CONNECTIONS = 64;
    private static final String DATABASE = "bench";

    private final String name;
    private final ServerProcess process;
    private final MongoClient client;
    private final MongoDatabase database;
    private final Queries queries;
    private final Scale scale;
    private final List<ObjectId> ids = new ArrayList<>();

    private MongoTarget(String name, ServerProcess process, int port, Scale scale) throws IOException {
        this.name = name;
        this.scale = scale;
        this.process = process;
        process.awaitReady(ServerProcess.port(port));
        this.client = MongoClients.create(MongoClientSettings.builder()
                .applyConnectionString(new ConnectionString("mongodb://127.0.0.1:" + port + "/?directConnection=true"))
                .applyToConnectionPoolSettings(pool -> pool.maxSize(CONNECTIONS))
                .build());
        this.database = client.getDatabase(DATABASE);
        this.queries = new Queries(database, scale);
    }

    /** Ours, by its launcher. */
    static MongoTarget mayfly(String name, Options options, Path folder, String... more) throws IOException {
        int port = ServerProcess.freePort();
        List<String> command = new ArrayList<>(List.of(
                options.launcher().toString(),
                "serve",
                "--data",
                folder.resolve(name + ".data").toString(),
                "--face",
                "mongo,admin",
                "--mongo-port",
                Integer.toString(port)));
        command.addAll(List.of(more));
        if (!command.contains("--http-port")) {
            command.addAll(List.of("--http-port", "0"));
        }
        return new MongoTarget(
                name, ServerProcess.start(folder.resolve(name + ".log"), command), port, options.scale());
    }

    /** The rival, with the heap that ours gets. */
    static MongoTarget javaServer(Options options, Path folder) throws IOException {
        int port = ServerProcess.freePort();
        List<String> command = List.of(
                ProcessHandle.current().info().command().orElseThrow(),
                "-XX:+UseG1GC",
                "-XX:MaxRAMPercentage=40",
                "-cp",
                ManagementFactory.getRuntimeMXBean().getClassPath(),
                MongoJavaServer.class.getName(),
                Integer.toString(port));
        return new MongoTarget(
                "mongo-java-server",
                ServerProcess.start(folder.resolve("mongo-java-server.log"), command),
                port,
                options.scale());
    }

    @Override
    public String name() {
        return name;
    }

    long pid() {
        return process.pid();
    }

    @Override
    public long serverCpuNanos() {
        return process.cpuNanos();
    }

    @Override
    public void prepare(MongoWork work) {
        if (work.isQueryOfMany()) {
            queries.prepare(work);
            return;
        }
        MongoCollection<Document> collection = collection(work);
        collection.drop();
        if (work == MongoWork.INSERT_PLAIN_INDEX) {
            collection.createIndex(Indexes.ascending(Samples.DATE));
        } else {
            collection.createIndex(Indexes.ascending(Samples.DATE), new IndexOptions().expireAfter(1L, TimeUnit.HOURS));
        }
        if (work != MongoWork.INSERT_PLAIN_INDEX && work != MongoWork.INSERT_TTL_INDEX) {
            collection.createIndex(Indexes.ascending(Samples.GROUP));
        }
        if (work.needsDocuments()) {
            load(collection);
        }
    }

    private void load(MongoCollection<Document> collection) {
        ids.clear();
        Samples samples = new Samples(0, scale);
        for (int missing = Samples.count(scale); missing > 0; missing -= MongoWork.DOCUMENTS_OF_MANY) {
            List<Document> chunk = samples.documents(Math.min(missing, MongoWork.DOCUMENTS_OF_MANY));
            collection.insertMany(chunk);
            chunk.forEach(document -> ids.add(document.getObjectId("_id")));
        }
    }

    private MongoCollection<Document> collection(MongoWork work) {
        return database.getCollection(work.collection());
    }

    @Override
    public Worker open(MongoWork work, int thread) {
        MongoCollection<Document> collection = collection(work);
        MongoCollection<Document> journaled = collection.withWriteConcern(WriteConcern.JOURNALED);
        Samples samples = new Samples(thread, scale);
        return switch (work) {
            case INSERT_ONE, INSERT_PLAIN_INDEX, INSERT_TTL_INDEX -> () -> collection.insertOne(samples.document());
            case INSERT_JOURNALED -> () -> journaled.insertOne(samples.document());
            case INSERT_MANY -> () -> collection.insertMany(samples.documents(MongoWork.DOCUMENTS_OF_MANY));
            case UPDATE_ONE ->
                () -> requireOne(collection
                        .updateOne(byId(samples), new Document("$inc", new Document("count", 1)))
                        .getMatchedCount());
            case POINT_MIX -> () -> pointMix(collection, samples);
            case UPDATE_DATE ->
                () -> requireOne(collection
                        .updateOne(
                                byId(samples),
                                new Document(
                                        "$set", new Document(Samples.DATE, new BsonDateTime(samples.dateMillis()))))
                        .getMatchedCount());
            case UPDATE_INDEXED_FIELD ->
                () -> requireOne(collection
                        .updateOne(byId(samples), new Document("$set", new Document(Samples.GROUP, samples.group())))
                        .getMatchedCount());
            case FOUR_WRITES -> () -> few(samples, collection::insertOne);
            case FOUR_IN_A_TRANSACTION -> transactions(collection, samples);
            case FIND_BY_ID -> () -> requireOne(collection.find(byId(samples)).first() == null ? 0 : 1);
            case FIND_BY_INDEXED_FIELD ->
                () -> {
                    List<Document> found = collection
                            .find(new Document(Samples.GROUP, samples.group()))
                            .into(new ArrayList<>());
                    requireOne(found.isEmpty() ? 0 : 1);
                };
            case GROUP_MATCHED, LOOKUP, DRAIN, SORT_INDEXED, SORT_INDEXED_PAGE -> queries.open(work);
        };
    }

    private Worker transactions(MongoCollection<Document> collection, Samples samples) {
        ClientSession session = client.startSession();
        return new Worker() {
            @Override
            public void request() {
                session.startTransaction();
                few(samples, document -> collection.insertOne(session, document));
                session.commitTransaction();
            }

            @Override
            public void close() {
                session.close();
            }
        };
    }

    /** A document that is written, read and changed. */
    private static void pointMix(MongoCollection<Document> collection, Samples samples) {
        Document document = samples.document();
        Document id = new Document("_id", document.getObjectId("_id"));
        collection.insertOne(document);
        requireOne(collection.find(id).first() == null ? 0 : 1);
        requireOne(collection
                .updateOne(id, new Document("$inc", new Document("count", 1)))
                .getMatchedCount());
    }

    private static void few(Samples samples, Consumer<Document> insert) {
        for (int count = 0; count < MongoWork.FEW; count++) {
            insert.accept(samples.document());
        }
    }

    MongoDatabase database() {
        return database;
    }

    private Document byId(Samples samples) {
        return new Document("_id", ids.get(samples.index()));
    }

    private static void requireOne(long found) {
        if (found != 1) {
            throw new IllegalStateException("found " + found + " documents");
        }
    }

    @Override
    public void close() {
        client.close();
        process.close();
    }
}
