package dev.mayfly.face.couchbase.admin;

import dev.mayfly.face.api.ClientExample;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.couchbase.language.function.N1qlFunctions;
import java.util.ArrayList;
import java.util.List;

/** Documents of this face have an expiry of their own, which the maxTTL of their collection limits. */
public enum CouchbaseDefinitions implements FaceDefinitions {
    INSTANCE;

    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "DISTINCT",
            "RAW",
            "FROM",
            "USE KEYS",
            "JOIN",
            "NEST",
            "UNNEST",
            "WHERE",
            "GROUP BY",
            "HAVING",
            "ORDER BY",
            "ASC",
            "DESC",
            "LIMIT",
            "OFFSET",
            "LET",
            "WITH",
            "ANY",
            "EVERY",
            "SATISFIES",
            "END",
            "BETWEEN",
            "LIKE",
            "IS NOT MISSING",
            "AND",
            "OR",
            "NOT");

    private static final String SYSTEM_SCOPE = "_system.";

    @Override
    public boolean hasPrimaryIndexes() {
        return true;
    }

    @Override
    public List<String> words() {
        List<String> words = new ArrayList<>(KEYWORDS);
        words.addAll(N1qlFunctions.names());
        return words;
    }

    @Override
    public boolean isSystem(String database, String collection) {
        return collection.startsWith(SYSTEM_SCOPE);
    }

    @Override
    public RuleForm ruleForm() {
        return RuleForm.LIMIT;
    }

    @Override
    public String language() {
        return "N1QL";
    }

    /** A statement by which each row tells its key. */
    @Override
    public String firstStatement(String database, String collection) {
        String name = collection.replace(".", "`.`");
        return "SELECT META(d).id, d.* FROM `" + database + "`.`" + name + "` AS d LIMIT 100";
    }

    @Override
    public String livesForever() {
        return "it was written without an expiry when no maxTTL gave it one";
    }

    @Override
    public String clients() {
        return "Couchbase SDKs";
    }

    @Override
    public List<ClientExample> examples(String connectionString, String password) {
        return List.of(
                new ClientExample("Connection string", connectionString, true),
                new ClientExample("Java", """
                        Cluster cluster = Cluster.connect("%s", "Administrator", "%s");
                        Collection cache = cluster.bucket("default").defaultCollection();
                        cache.upsert("page:1", JsonObject.create().put("hits", 1),
                            UpsertOptions.upsertOptions().expiry(Duration.ofSeconds(5)));
                        """.formatted(connectionString, password), false),
                new ClientExample("Node.js", """
                        import couchbase from "couchbase";
                        const cluster = await couchbase.connect("%s", { username: "Administrator", password: "%s" });
                        await cluster.bucket("default").defaultCollection().upsert("page:1", { hits: 1 }, { expiry: 5 });
                        """.formatted(connectionString, password), false),
                new ClientExample("Python", """
                        from datetime import timedelta
                        from couchbase.auth import PasswordAuthenticator
                        from couchbase.cluster import Cluster
                        from couchbase.options import ClusterOptions, UpsertOptions
                        cluster = Cluster("%s", ClusterOptions(PasswordAuthenticator("Administrator", "%s")))
                        cluster.bucket("default").default_collection().upsert("page:1", {"hits": 1}, UpsertOptions(expiry=timedelta(seconds=5)))
                        """.formatted(connectionString, password), false),
                new ClientExample(".NET", """
                        var cluster = await Cluster.ConnectAsync("%s", "Administrator", "%s");
                        var bucket = await cluster.BucketAsync("default");
                        await bucket.DefaultCollection().UpsertAsync("page:1", new { hits = 1 }, options => options.Expiry(TimeSpan.FromSeconds(5)));
                        """.formatted(connectionString, password), false),
                ClientExample.junit("COUCHBASE", "CouchbaseContainer", "Cluster cluster"));
    }
}
