package dev.mayfly.app.console.page;

import java.util.List;

/** Programs of a few lines for the clients of each face. */
final class Snippets {
    private Snippets() {}

    /** What is offered for one face. */
    record Group(String face, String title, String address, List<Snippet> snippets) {}

    /** @param open whether it is shown at once */
    record Snippet(String title, String text, boolean open) {}

    /** @param password of the couchbase face, or a word for it */
    static Group of(Facts face, String password) {
        String name = face.text("face");
        String string = face.text("connectionString");
        String address = face.text("address");
        return switch (name) {
            case "mongo" -> new Group(name, "MongoDB clients", address, mongo(string));
            case "cosmos" -> new Group(name, "Azure Cosmos DB SDKs", address, cosmos(string));
            case "couchbase" -> new Group(name, "Couchbase SDKs", address, couchbase(string, password));
            default -> new Group(name, "Admin API", address, admin(string));
        };
    }

    private static List<Snippet> mongo(String string) {
        return List.of(
                new Snippet("Connection string (Compass: New connection; every driver)", string, true),
                new Snippet("mongosh", """
                        mongosh "%s"
                        db.sessions.createIndex({expiresAt: 1}, {expireAfterSeconds: 0})
                        db.sessions.insertOne({user: "ada", expiresAt: new Date(Date.now() + 5000)})
                        """.formatted(string), false),
                new Snippet("Java", """
                        try (MongoClient client = MongoClients.create("%s")) {
                            MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
                            sessions.createIndex(Indexes.ascending("expiresAt"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
                            sessions.insertOne(new Document("user", "ada").append("expiresAt", Date.from(Instant.now().plusSeconds(5))));
                        }
                        """.formatted(string), false),
                new Snippet("Node.js", """
                        import { MongoClient } from "mongodb";
                        const client = await new MongoClient("%s").connect();
                        const sessions = client.db("app").collection("sessions");
                        await sessions.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
                        await sessions.insertOne({ user: "ada", expiresAt: new Date(Date.now() + 5000) });
                        """.formatted(string), false),
                new Snippet("Python", """
                        from datetime import datetime, timedelta, timezone
                        from pymongo import MongoClient
                        sessions = MongoClient("%s").app.sessions
                        sessions.create_index("expiresAt", expireAfterSeconds=0)
                        sessions.insert_one({"user": "ada", "expiresAt": datetime.now(timezone.utc) + timedelta(seconds=5)})
                        """.formatted(string), false),
                new Snippet(".NET", """
                        var client = new MongoClient("%s");
                        var sessions = client.GetDatabase("app").GetCollection<BsonDocument>("sessions");
                        var atTheDate = new CreateIndexOptions { ExpireAfter = TimeSpan.Zero };
                        await sessions.Indexes.CreateOneAsync(new CreateIndexModel<BsonDocument>(
                            Builders<BsonDocument>.IndexKeys.Ascending("expiresAt"), atTheDate));
                        await sessions.InsertOneAsync(new BsonDocument { { "user", "ada" }, { "expiresAt", DateTime.UtcNow.AddSeconds(5) } });
                        """.formatted(string), false),
                new Snippet("Spring Boot", "spring.data.mongodb.uri=" + string, false),
                junit("MONGO", "MongoDBContainer", "MongoClient client"));
    }

    private static List<Snippet> cosmos(String string) {
        String endpoint = between(string, "AccountEndpoint=", ";");
        String key = between(string, "AccountKey=", ";");
        return List.of(
                new Snippet("Connection string", string, true),
                new Snippet("Java", """
                        CosmosClient client = new CosmosClientBuilder()
                            .endpoint("%s")
                            .key("%s")
                            .gatewayMode()
                            .buildClient();
                        client.createDatabaseIfNotExists("app");
                        CosmosContainerProperties readings = new CosmosContainerProperties("readings", "/device");
                        readings.setDefaultTimeToLiveInSeconds(3600);
                        client.getDatabase("app").createContainerIfNotExists(readings);
                        """.formatted(endpoint, key), false),
                new Snippet("Node.js", """
                        import { CosmosClient } from "@azure/cosmos";
                        const client = new CosmosClient({ endpoint: "%s", key: "%s" });
                        const { database } = await client.databases.createIfNotExists({ id: "app" });
                        await database.containers.createIfNotExists({ id: "readings", partitionKey: "/device", defaultTtl: 3600 });
                        """.formatted(endpoint, key), false),
                new Snippet("Python", """
                        from azure.cosmos import CosmosClient, PartitionKey
                        client = CosmosClient("%s", "%s")
                        database = client.create_database_if_not_exists("app")
                        database.create_container_if_not_exists("readings", PartitionKey("/device"), default_ttl=3600)
                        """.formatted(endpoint, key), false),
                new Snippet(".NET", """
                        CosmosClient client = new("%s", "%s", new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });
                        Database database = await client.CreateDatabaseIfNotExistsAsync("app");
                        await database.CreateContainerIfNotExistsAsync(new ContainerProperties("readings", "/device") { DefaultTimeToLive = 3600 });
                        """.formatted(endpoint, key), false),
                new Snippet(
                        "Trust the certificate", "curl -sk " + endpoint + "_explorer/emulator.pem > mayfly.pem", false),
                junit("COSMOS", "CosmosDBEmulatorContainer", "CosmosClient client"));
    }

    private static List<Snippet> couchbase(String string, String password) {
        return List.of(
                new Snippet("Connection string", string, true),
                new Snippet("Java", """
                        Cluster cluster = Cluster.connect("%s", "Administrator", "%s");
                        Collection cache = cluster.bucket("default").defaultCollection();
                        cache.upsert("page:1", JsonObject.create().put("hits", 1),
                            UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(5)));
                        """.formatted(string, password), false),
                new Snippet("Node.js", """
                        import couchbase from "couchbase";
                        const cluster = await couchbase.connect("%s", { username: "Administrator", password: "%s" });
                        await cluster.bucket("default").defaultCollection().upsert("page:1", { hits: 1 }, { expiry: 5 });
                        """.formatted(string, password), false),
                new Snippet("Python", """
                        from datetime import timedelta
                        from couchbase.auth import PasswordAuthenticator
                        from couchbase.cluster import Cluster
                        from couchbase.options import ClusterOptions, UpsertOptions
                        cluster = Cluster("%s", ClusterOptions(PasswordAuthenticator("Administrator", "%s")))
                        cluster.bucket("default").default_collection().upsert("page:1", {"hits": 1}, UpsertOptions(expiry=timedelta(seconds=5)))
                        """.formatted(string, password), false),
                new Snippet(".NET", """
                        var cluster = await Cluster.ConnectAsync("%s", "Administrator", "%s");
                        var bucket = await cluster.BucketAsync("default");
                        await bucket.DefaultCollection().UpsertAsync("page:1", new { hits = 1 }, options => options.Expiry(TimeSpan.FromSeconds(5)));
                        """.formatted(string, password), false),
                junit("COUCHBASE", "CouchbaseContainer", "Cluster cluster"));
    }

    private static List<Snippet> admin(String string) {
        return List.of(
                new Snippet("Address", string, true),
                new Snippet("curl", "curl " + string + "/api/v1/status", false),
                new Snippet("Events", "curl -N " + string + "/api/v1/events", false),
                new Snippet("Prometheus", """
                        scrape_configs:
                          - job_name: mayfly
                            static_configs:
                              - targets: ["%s"]
                        """.formatted(string.replaceFirst("^https?://", "")), false),
                new Snippet("Wind the clock of a test, in any language", """
                        ./mayfly serve --in-memory --clock virtual@2026-01-01T00:00:00Z
                        curl -X POST '%s/api/v1/clock/advance?by=30m'
                        """.formatted(string), false),
                new Snippet("Testcontainers", """
                        // Your application in a container, Mayfly outside: ./mayfly serve --hosts host.testcontainers.internal
                        Testcontainers.exposeHostPorts(27017, 8081);
                        GenericContainer<?> application = new GenericContainer<>("your/application")
                            .withEnv("MONGODB_URI", "mongodb://host.testcontainers.internal:27017/?directConnection=true")
                            .withEnv("COSMOS_ENDPOINT", "https://host.testcontainers.internal:8081/");
                        """, false));
    }

    /** A test with a server of its own, where there was a container. */
    private static Snippet junit(String face, String container, String client) {
        return new Snippet("JUnit, in place of " + container, """
                @MayflyTest(faces = FaceName.%s, clock = "2026-01-01T00:00:00Z")    // dev.mayfly:mayfly-junit
                class ExpiryTest {
                    @Test
                    void sessionEnds(MayflyServer server, MayflyClock clock, %s) {
                        // ... write what lives for 30 minutes
                        clock.advance(Duration.ofMinutes(30));
                        // ... it is gone
                    }
                }
                """.formatted(face, client), false);
    }

    private static String between(String text, String start, String end) {
        int from = text.indexOf(start);
        if (from < 0) {
            return "";
        }
        int until = text.indexOf(end, from + start.length());
        return text.substring(from + start.length(), until < 0 ? text.length() : until);
    }
}
