package dev.mayfly.face.mongo.admin;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.face.api.ClientExample;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.mongo.collection.IndexListing;
import java.util.List;
import java.util.Set;

/** Collections of this face live by TTL indexes, and may be as late as the monitor that looks at them. */
public enum MongoDefinitions implements FaceDefinitions {
    INSTANCE;

    private static final List<String> WORDS = List.of(
            "$eq",
            "$ne",
            "$gt",
            "$gte",
            "$lt",
            "$lte",
            "$in",
            "$nin",
            "$and",
            "$or",
            "$nor",
            "$not",
            "$exists",
            "$type",
            "$regex",
            "$expr",
            "$all",
            "$elemMatch",
            "$size",
            "$mod",
            "$date",
            "$oid",
            "$numberLong",
            "$numberDecimal",
            "$match",
            "$project",
            "$group",
            "$sort",
            "$limit",
            "$skip",
            "$unwind",
            "$lookup",
            "$count",
            "$addFields",
            "$set",
            "$unset",
            "$sortByCount",
            "$facet",
            "$bucket",
            "$sample",
            "$sum",
            "$avg",
            "$min",
            "$max",
            "$push",
            "$first",
            "$last",
            "$cond",
            "$ifNull",
            "$concat",
            "$dateToString",
            "$toLower",
            "$toUpper");

    private static final Set<String> OWN_DATABASES = Set.of("admin", "config", "local");

    @Override
    public String idMember() {
        return "_id";
    }

    @Override
    public boolean givesIds() {
        return true;
    }

    @Override
    public String condition() {
        return "{\"user\": \"ada\"}";
    }

    @Override
    public RuleForm ruleForm() {
        return RuleForm.DEFAULT_AND_FIELDS;
    }

    @Override
    public QueryForm queryForm() {
        return QueryForm.FILTER;
    }

    @Override
    public List<String> words() {
        return WORDS;
    }

    @Override
    public boolean isSystem(String database, String collection) {
        return collection.startsWith("system.") || OWN_DATABASES.contains(database);
    }

    @Override
    public boolean isMonitored() {
        return true;
    }

    @Override
    public String noRule() {
        return "the collection has no TTL index";
    }

    @Override
    public String firstRule() {
        return "A TTL index: createIndexes with expireAfterSeconds.";
    }

    @Override
    public List<String> ignoredRules(Collection collection) {
        return collection.record().indexes().stream()
                .filter(IndexListing::isIgnoredRule)
                .map(IndexDefinition::name)
                .toList();
    }

    @Override
    public String clients() {
        return "MongoDB clients";
    }

    @Override
    public List<ClientExample> examples(String connectionString, String password) {
        return List.of(
                new ClientExample("Connection string (Compass: New connection; every driver)", connectionString, true),
                new ClientExample("mongosh", """
                        mongosh "%s"
                        db.sessions.createIndex({expiresAt: 1}, {expireAfterSeconds: 0})
                        db.sessions.insertOne({user: "ada", expiresAt: new Date(Date.now() + 5000)})
                        """.formatted(connectionString), false),
                new ClientExample("Java", """
                        try (MongoClient client = MongoClients.create("%s")) {
                            MongoCollection<Document> sessions = client.getDatabase("app").getCollection("sessions");
                            sessions.createIndex(Indexes.ascending("expiresAt"), new IndexOptions().expireAfter(0L, TimeUnit.SECONDS));
                            sessions.insertOne(new Document("user", "ada").append("expiresAt", Date.from(Instant.now().plusSeconds(5))));
                        }
                        """.formatted(connectionString), false),
                new ClientExample("Node.js", """
                        import { MongoClient } from "mongodb";
                        const client = await new MongoClient("%s").connect();
                        const sessions = client.db("app").collection("sessions");
                        await sessions.createIndex({ expiresAt: 1 }, { expireAfterSeconds: 0 });
                        await sessions.insertOne({ user: "ada", expiresAt: new Date(Date.now() + 5000) });
                        """.formatted(connectionString), false),
                new ClientExample("Python", """
                        from datetime import datetime, timedelta, timezone
                        from pymongo import MongoClient
                        sessions = MongoClient("%s").app.sessions
                        sessions.create_index("expiresAt", expireAfterSeconds=0)
                        sessions.insert_one({"user": "ada", "expiresAt": datetime.now(timezone.utc) + timedelta(seconds=5)})
                        """.formatted(connectionString), false),
                new ClientExample(".NET", """
                        var client = new MongoClient("%s");
                        var sessions = client.GetDatabase("app").GetCollection<BsonDocument>("sessions");
                        var atTheDate = new CreateIndexOptions { ExpireAfter = TimeSpan.Zero };
                        await sessions.Indexes.CreateOneAsync(new CreateIndexModel<BsonDocument>(
                            Builders<BsonDocument>.IndexKeys.Ascending("expiresAt"), atTheDate));
                        await sessions.InsertOneAsync(new BsonDocument { { "user", "ada" }, { "expiresAt", DateTime.UtcNow.AddSeconds(5) } });
                        """.formatted(connectionString), false),
                new ClientExample("Spring Boot", "spring.data.mongodb.uri=" + connectionString, false),
                ClientExample.junit("MONGO", "MongoDBContainer", "MongoClient client"));
    }
}
