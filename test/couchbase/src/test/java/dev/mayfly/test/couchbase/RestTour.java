package dev.mayfly.test.couchbase;

import java.util.ArrayList;
import java.util.List;

/** Every REST call that clients and operators make, once, in an order in which each finds what it needs. */
final class RestTour {
    private static final String BUCKETS = "/pools/default/buckets";
    private static final String B = BUCKETS + "/tour";

    private RestTour() {}

    /**
     * One call.
     *
     * @param fields of its form, names and values in turn
     * @param status that it must be answered with
     */
    record Call(String name, String method, String path, List<String> fields, int status) {
        boolean isSupported() {
            return status < 400;
        }
    }

    static List<Call> all() {
        List<Call> tour = new ArrayList<>();
        get(tour, "what this server is", "/pools");
        get(tour, "the cluster", "/pools/default");
        get(tour, "versions", "/versions");
        get(tour, "services of the nodes", "/pools/default/nodeServices");
        get(tour, "the cluster in short", "/pools/default/terseClusterInfo");
        get(tour, "this node", "/nodes/self");
        get(tour, "health of the nodes", "/nodeStatuses");
        get(tour, "who I am", "/whoami");
        get(tour, "tasks", "/pools/default/tasks");
        get(tour, "remote clusters", "/pools/default/remoteClusters");
        get(tour, "settings of replications", "/settings/replications");
        post(tour, "change the settings of new replications", "/settings/replications", 200, "priority", "High");
        post(tour, "create a bucket", BUCKETS, 202, "name", "tour", "ramQuotaMB", "100", "flushEnabled", "1");
        get(tour, "list buckets", BUCKETS);
        get(tour, "read a bucket", B);
        post(tour, "change a bucket", B, 200, "maxTTL", "1000");
        get(tour, "the bucket's map in short", "/pools/default/b/tour");
        get(tour, "statistics of a bucket", B + "/stats");
        get(tour, "nodes of a bucket", B + "/nodes");
        post(tour, "flush a bucket", B + "/controller/doFlush", 200);
        post(tour, "compact a bucket", B + "/controller/compactBucket", 200);
        post(tour, "cancel a compaction", B + "/controller/cancelBucketCompaction", 200);
        get(tour, "list scopes", B + "/scopes");
        post(tour, "create a scope", B + "/scopes", 200, "name", "s");
        post(tour, "create a collection", B + "/scopes/s/collections", 200, "name", "c", "maxTTL", "10");
        call(tour, "change a collection", "PATCH", B + "/scopes/s/collections/c", 200, "maxTTL", "20");
        call(tour, "drop a collection", "DELETE", B + "/scopes/s/collections/c", 200);
        call(tour, "drop a scope", "DELETE", B + "/scopes/s", 200);
        users(tour);
        settings(tour);
        call(tour, "delete a bucket", "DELETE", B, 200);
        replications(tour);
        missing(tour);
        return tour;
    }

    private static void users(List<Call> tour) {
        String user = "/settings/rbac/users/local/tour";
        call(tour, "create or change a user", "PUT", user, 200, "password", "secret one", "roles", "admin");
        get(tour, "list users", "/settings/rbac/users");
        get(tour, "list users of a domain", "/settings/rbac/users/local");
        get(tour, "read a user", user);
        call(tour, "drop a user", "DELETE", user, 200);
        String external = "/settings/rbac/users/external/tour";
        call(tour, "create or change an external user", "PUT", external, 200, "roles", "ro_admin");
        get(tour, "read an external user", external);
        call(tour, "drop an external user", "DELETE", external, 200);
        get(tour, "list roles", "/settings/rbac/roles");
        String group = "/settings/rbac/groups/tour";
        call(tour, "create or change a group", "PUT", group, 200, "roles", "admin");
        get(tour, "list groups", "/settings/rbac/groups");
        get(tour, "read a group", group);
        call(tour, "drop a group", "DELETE", group, 200);
        post(tour, "check permissions", "/pools/default/checkPermissions", 200, "cluster.bucket[tour].data!read");
    }

    private static void settings(List<Call> tour) {
        get(tour, "read the settings of auditing", "/settings/audit");
        post(tour, "change the settings of auditing", "/settings/audit", 200, "auditdEnabled", "false");
        get(tour, "list the events of auditing", "/settings/audit/descriptors");
        get(tour, "read the settings of auto-compaction", "/settings/autoCompaction");
        post(
                tour,
                "change the settings of auto-compaction",
                "/controller/setAutoCompaction",
                200,
                "parallelDBAndViewCompaction",
                "false",
                "purgeInterval",
                "3");
    }

    /** Replications are made between two servers, which {@code ReplicationIT} has. */
    private static void replications(List<Call> tour) {
        get(tour, "read the settings of replications", "/settings/replications");
        get(tour, "list remote clusters", "/pools/default/remoteClusters");
    }

    private static void missing(List<Call> tour) {
        get(tour, "read the settings of the query service", "/settings/querySettings", 404);
        post(tour, "add a node", "/controller/addNode", 404, "hostname", "127.0.0.2");
        post(tour, "rebalance", "/controller/rebalance", 404, "knownNodes", "");
        get(tour, "views of a bucket", BUCKETS + "/default/ddocs", 404);
    }

    private static void get(List<Call> tour, String name, String path) {
        get(tour, name, path, 200);
    }

    private static void get(List<Call> tour, String name, String path, int status) {
        call(tour, name, "GET", path, status);
    }

    private static void post(List<Call> tour, String name, String path, int status, String... fields) {
        call(tour, name, "POST", path, status, fields);
    }

    private static void call(List<Call> tour, String name, String method, String path, int status, String... fields) {
        tour.add(new Call(name, method, path, List.of(fields), status));
    }

    static String markdown() {
        StringBuilder table = new StringBuilder("| call | | here |\n|---|---|---|\n");
        for (Call call : all()) {
            table.append("| ")
                    .append(call.name())
                    .append(" | `")
                    .append(call.method())
                    .append(' ');
            table.append(call.path())
                    .append("` | ")
                    .append(call.isSupported() ? "yes" : "404")
                    .append(" |\n");
        }
        return table.toString();
    }
}
