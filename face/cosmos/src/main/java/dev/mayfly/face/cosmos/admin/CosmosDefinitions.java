package dev.mayfly.face.cosmos.admin;

import dev.mayfly.face.api.ClientExample;
import dev.mayfly.face.api.FaceDefinitions;
import dev.mayfly.face.cosmos.language.function.SqlFunctions;
import java.util.ArrayList;
import java.util.List;

/** Containers of this face live by their {@code defaultTtl}. */
public enum CosmosDefinitions implements FaceDefinitions {
    INSTANCE;

    private static final List<String> KEYWORDS = List.of(
            "SELECT",
            "DISTINCT",
            "TOP",
            "VALUE",
            "FROM",
            "JOIN",
            "IN",
            "WHERE",
            "GROUP BY",
            "ORDER BY",
            "ASC",
            "DESC",
            "OFFSET",
            "LIMIT",
            "BETWEEN",
            "LIKE",
            "AND",
            "OR",
            "NOT",
            "EXISTS");

    @Override
    public String idMember() {
        return "id";
    }

    @Override
    public String condition() {
        return "c.celsius > 20";
    }

    @Override
    public boolean hasPlans() {
        return false;
    }

    @Override
    public List<String> words() {
        List<String> words = new ArrayList<>(KEYWORDS);
        words.addAll(SqlFunctions.names());
        return words;
    }

    @Override
    public RuleForm ruleForm() {
        return RuleForm.DEFAULT;
    }

    @Override
    public String language() {
        return "SQL";
    }

    @Override
    public String firstStatement(String database, String collection) {
        return "SELECT * FROM c";
    }

    @Override
    public String noRule() {
        return "time to live is off for the container";
    }

    @Override
    public String firstRule() {
        return "Turning time to live on: a defaultTtl of the container; -1 lets only items with a ttl expire.";
    }

    @Override
    public String clients() {
        return "Azure Cosmos DB SDKs";
    }

    @Override
    public List<ClientExample> examples(String connectionString, String password) {
        String endpoint = between(connectionString, "AccountEndpoint=", ";");
        String key = between(connectionString, "AccountKey=", ";");
        return List.of(
                new ClientExample("Connection string", connectionString, true),
                new ClientExample("Java", """
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
                new ClientExample("Node.js", """
                        import { CosmosClient } from "@azure/cosmos";
                        const client = new CosmosClient({ endpoint: "%s", key: "%s" });
                        const { database } = await client.databases.createIfNotExists({ id: "app" });
                        await database.containers.createIfNotExists({ id: "readings", partitionKey: "/device", defaultTtl: 3600 });
                        """.formatted(endpoint, key), false),
                new ClientExample("Python", """
                        from azure.cosmos import CosmosClient, PartitionKey
                        client = CosmosClient("%s", "%s")
                        database = client.create_database_if_not_exists("app")
                        database.create_container_if_not_exists("readings", PartitionKey("/device"), default_ttl=3600)
                        """.formatted(endpoint, key), false),
                new ClientExample(".NET", """
                        CosmosClient client = new("%s", "%s", new CosmosClientOptions { ConnectionMode = ConnectionMode.Gateway });
                        Database database = await client.CreateDatabaseIfNotExistsAsync("app");
                        await database.CreateContainerIfNotExistsAsync(new ContainerProperties("readings", "/device") { DefaultTimeToLive = 3600 });
                        """.formatted(endpoint, key), false),
                new ClientExample(
                        "Trust the certificate", "curl -sk " + endpoint + "_explorer/emulator.pem > mayfly.pem", false),
                ClientExample.junit("COSMOS", "CosmosDBEmulatorContainer", "CosmosClient client"));
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
