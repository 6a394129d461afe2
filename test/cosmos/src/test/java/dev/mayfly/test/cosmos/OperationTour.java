package dev.mayfly.test.cosmos;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Every operation of the REST protocol once, in an order in which each finds what it needs. */
final class OperationTour {
    private static final String DB = "/dbs/tour";
    private static final String COLL = DB + "/colls/c";
    private static final Map<String, String> IN_P = Map.of("x-ms-documentdb-partitionkey", "[\"p\"]");
    private static final Map<String, String> QUERY = Map.of(
            "x-ms-documentdb-isquery",
            "true",
            "x-ms-documentdb-query-enablecrosspartition",
            "true",
            "content-type",
            "application/query+json");
    private static final Map<String, String> NONE = Map.of();
    private static final String BATCH = "[{\"operationType\":\"Create\",\"id\":\"b\",\"partitionKey\":\"[\\\"p\\\"]\","
            + "\"resourceBody\":{\"id\":\"b\",\"pk\":\"p\"}}]";
    private static final String CONTAINER =
            "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},"
                    + "\"changeFeedPolicy\":{\"retentionDuration\":10}}";
    private static final String SCRIPT = "{\"id\":\"s\",\"body\":\"function() {}\"}";
    private static final String TRIGGER =
            "{\"id\":\"s\",\"body\":\"function() {}\",\"triggerOperation\":\"All\",\"triggerType\":\"Pre\"}";

    private OperationTour() {}

    /**
     * One operation.
     *
     * @param status that it must be answered with
     */
    record Operation(String name, String method, String path, Map<String, String> headers, String body, int status) {
        boolean isSupported() {
            return status < 400;
        }
    }

    static List<Operation> all() {
        List<Operation> tour = new ArrayList<>();
        tour.add(get("read the account", "/"));
        tour.add(post("create a database", "/dbs", "{\"id\":\"tour\"}"));
        tour.add(get("list databases", "/dbs"));
        tour.add(query("query databases", "/dbs"));
        tour.add(get("read a database", DB));
        tour.add(post("create a container", DB + "/colls", CONTAINER));
        tour.add(get("list containers", DB + "/colls"));
        tour.add(query("query containers", DB + "/colls"));
        tour.add(get("read a container", COLL));
        tour.add(new Operation("replace a container", "PUT", COLL, NONE, CONTAINER, 200));
        tour.add(get("list the partition key ranges", COLL + "/pkranges"));
        items(tour);
        for (String kind : List.of("sprocs", "triggers", "udfs")) {
            script(tour, kind);
        }
        tour.add(new Operation("execute a stored procedure", "POST", COLL + "/sprocs/s", IN_P, "[]", 200));
        users(tour);
        tour.add(get("list offers", "/offers"));
        tour.add(query("query offers", "/offers"));
        tour.add(get("list conflicts", COLL + "/conflicts"));
        tour.add(new Operation(
                "create an attachment", "POST", COLL + "/docs/b/attachments", IN_P, "{\"id\":\"x\"}", 404));
        tour.add(new Operation(
                "create a client encryption key", "POST", DB + "/clientencryptionkeys", NONE, "{\"id\":\"x\"}", 400));
        tour.add(delete("delete a container", COLL));
        tour.add(delete("delete a database", DB));
        return tour;
    }

    private static void items(List<Operation> tour) {
        String docs = COLL + "/docs";
        String item = "{\"id\":\"a\",\"pk\":\"p\",\"n\":1}";
        tour.add(new Operation("create an item", "POST", docs, IN_P, item, 201));
        tour.add(with("upsert an item", "POST", docs, Map.of("x-ms-documentdb-is-upsert", "true"), item, 200));
        tour.add(new Operation("read an item", "GET", docs + "/a", IN_P, "", 200));
        tour.add(new Operation("replace an item", "PUT", docs + "/a", IN_P, item, 200));
        tour.add(new Operation(
                "patch an item", "PATCH", docs + "/a", IN_P, "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]", 200));
        tour.add(get("read feed of items", docs));
        tour.add(query("query items", docs));
        Map<String, String> plan = Map.of(
                "x-ms-cosmos-is-query-plan-request",
                "True",
                "x-ms-cosmos-supported-query-features",
                "Aggregate, OrderBy",
                "content-type",
                "application/query+json");
        tour.add(new Operation("plan a query", "POST", docs, plan, "{\"query\":\"SELECT * FROM c\"}", 200));
        Map<String, String> atomic = Map.of("x-ms-cosmos-is-batch-request", "True", "x-ms-cosmos-batch-atomic", "true");
        tour.add(with("batch in a transaction", "POST", docs, atomic, BATCH, 200));
        Map<String, String> bulk = Map.of(
                "x-ms-cosmos-is-batch-request",
                "True",
                "x-ms-cosmos-batch-atomic",
                "false",
                "x-ms-cosmos-batch-continue-on-error",
                "true",
                "x-ms-documentdb-partitionkeyrangeid",
                "0");
        tour.add(new Operation("bulk", "POST", docs, bulk, BATCH.replace("Create", "Upsert"), 200));
        tour.add(
                new Operation("change feed, latest version", "GET", docs, Map.of("A-IM", "Incremental Feed"), "", 200));
        Map<String, String> versions = Map.of(
                "A-IM",
                "Full-Fidelity Feed",
                "If-None-Match",
                "*",
                "x-ms-cosmos-changefeed-wire-format-version",
                "2021-09-15");
        tour.add(new Operation("change feed, all versions and deletes", "GET", docs, versions, "", 304));
        tour.add(new Operation("delete an item", "DELETE", docs + "/a", IN_P, "", 204));
        tour.add(new Operation(
                "delete the items of a partition", "POST", COLL + "/operations/partitionkeydelete", IN_P, "", 200));
    }

    private static void script(List<Operation> tour, String kind) {
        String one = switch (kind) {
            case "sprocs" -> "a stored procedure";
            case "triggers" -> "a trigger";
            default -> "a user defined function";
        };
        String body = kind.equals("triggers") ? TRIGGER : SCRIPT;
        String path = COLL + "/" + kind;
        tour.add(post("create " + one, path, body));
        tour.add(get("list " + one.replaceFirst("an? ", "") + "s", path));
        tour.add(get("read " + one, path + "/s"));
        tour.add(new Operation("replace " + one, "PUT", path + "/s", NONE, body, 200));
        if (!kind.equals("sprocs")) {
            tour.add(delete("delete " + one, path + "/s"));
        }
    }

    private static void users(List<Operation> tour) {
        String user = DB + "/users/u";
        tour.add(post("create a user", DB + "/users", "{\"id\":\"u\"}"));
        tour.add(get("list users", DB + "/users"));
        tour.add(get("read a user", user));
        tour.add(new Operation("replace a user", "PUT", user, NONE, "{\"id\":\"u\"}", 200));
        String permission = "{\"id\":\"r\",\"permissionMode\":\"Read\",\"resource\":\"dbs/tour/colls/c\"}";
        tour.add(post("create a permission", user + "/permissions", permission));
        tour.add(get("list permissions", user + "/permissions"));
        tour.add(get("read a permission", user + "/permissions/r"));
        tour.add(new Operation("replace a permission", "PUT", user + "/permissions/r", NONE, permission, 200));
        tour.add(delete("delete a permission", user + "/permissions/r"));
        tour.add(delete("delete a user", user));
    }

    private static Operation with(
            String name, String method, String path, Map<String, String> headers, String body, int status) {
        Map<String, String> all = new LinkedHashMap<>(IN_P);
        all.putAll(headers);
        return new Operation(name, method, path, all, body, status);
    }

    private static Operation get(String name, String path) {
        return new Operation(name, "GET", path, NONE, "", 200);
    }

    private static Operation post(String name, String path, String body) {
        return new Operation(name, "POST", path, NONE, body, 201);
    }

    private static Operation query(String name, String path) {
        return new Operation(name, "POST", path, QUERY, "{\"query\":\"SELECT * FROM root\"}", 200);
    }

    private static Operation delete(String name, String path) {
        return new Operation(name, "DELETE", path, NONE, "", 204);
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| operation | request | here |\n|---|---|---|\n");
        for (Operation operation : all()) {
            table.append("| ").append(operation.name());
            table.append(" | `").append(operation.method()).append(' ').append(operation.path());
            table.append("` | ")
                    .append(operation.isSupported() ? "yes" : operation.status() + ", and why")
                    .append(" |\n");
        }
        return table.toString();
    }
}
