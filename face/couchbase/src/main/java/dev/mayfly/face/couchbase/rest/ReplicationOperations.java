package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.xdcr.RemoteCluster;
import dev.mayfly.face.couchbase.xdcr.Replication;
import dev.mayfly.face.couchbase.xdcr.ReplicationFilter;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Remote clusters, and the replications to them: shown, made, changed, paused and cancelled. */
final class ReplicationOperations {
    private static final String CLUSTERS = "/pools/default/remoteClusters";
    private static final String SETTINGS = "/settings/replications";

    /** What may be said of a replication and is not carried out; each is what the server has by default. */
    private static final Set<String> IGNORED =
            Set.of("replicationType", "type", "priority", "compressionType", "logLevel");

    private final Replications replications;

    ReplicationOperations(Replications replications) {
        this.replications = replications;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need readClusters = RestRoutes.cluster("xdcr.remote_clusters", "read");
        RestRoutes.Need writeClusters = RestRoutes.cluster("xdcr.remote_clusters", "write");
        RestRoutes.Need read = RestRoutes.cluster("xdcr.settings", "read");
        RestRoutes.Need write = RestRoutes.cluster("xdcr.settings", "write");
        routes.add("GET", CLUSTERS, readClusters, _ -> clusters())
                .add("POST", CLUSTERS, writeClusters, call -> guarded(() -> put(call)))
                .add("POST", CLUSTERS + "/{name}", writeClusters, call -> guarded(() -> put(call)))
                .add(
                        "DELETE",
                        CLUSTERS + "/{name}",
                        writeClusters,
                        call -> guarded(() -> {
                            replications.removeCluster(call.parameter("name"));
                            return RestReply.json(CouchbaseJson.tree("ok"));
                        }))
                .add("POST", "/controller/createReplication", write, call -> guarded(() -> create(call)))
                .add(
                        "DELETE",
                        "/controller/cancelXDCR/{id}",
                        write,
                        call -> guarded(() -> {
                            replications.remove(call.parameter("id"));
                            return RestReply.done();
                        }))
                .add("GET", SETTINGS, read, _ -> RestReply.json(settings(ReplicationFilter.NONE, false)))
                .add("GET", SETTINGS + "/{id}", read, call -> guarded(() -> shown(call.parameter("id"))))
                .add("POST", SETTINGS + "/{id}", write, call -> guarded(() -> change(call)));
    }

    private static HttpResponse guarded(Supplier<HttpResponse> action) {
        try {
            return action.get();
        } catch (Replications.ReplicationException refusal) {
            int status = refusal.field().equals("id") ? 404 : 400;
            return RestReply.error(status, refusal.field(), String.valueOf(refusal.getMessage()));
        }
    }

    private HttpResponse clusters() {
        ArrayNode json = CouchbaseJson.array();
        replications.clusters().forEach(each -> json.add(form(each)));
        return RestReply.json(json);
    }

    private static ObjectNode form(RemoteCluster cluster) {
        String uri = CLUSTERS + "/" + URLEncoder.encode(cluster.name(), StandardCharsets.UTF_8);
        return CouchbaseJson.object()
                .put("name", cluster.name())
                .put("uuid", cluster.uuid())
                .put("hostname", cluster.hostname())
                .put("username", cluster.user())
                .put("uri", uri)
                .put("validateURI", uri + "?just_validate=1")
                .put("demandEncryption", false)
                .put("deleted", false);
    }

    private HttpResponse put(RestCall call) {
        RestForm form = call.form();
        String name = required(form, "name");
        boolean isEncrypted = !Set.of("0", "off", "false").contains(form.get("demandEncryption", "0"))
                || !Set.of("none", "").contains(form.get("secureType", "none"));
        if (isEncrypted) {
            throw RestException.invalid("demandEncryption", "Encrypted replication is not supported here");
        }
        return RestReply.json(form(replications.put(
                name, required(form, "hostname"), required(form, "username"), form.get("password", ""))));
    }

    private static String required(RestForm form, String name) {
        String value = form.get(name, "");
        if (value.isEmpty()) {
            throw RestException.invalid(name, name + " is missing");
        }
        return value;
    }

    private HttpResponse create(RestCall call) {
        RestForm form = call.form();
        ReplicationFilter filter = filter(form, ReplicationFilter.NONE, Set.of("fromBucket", "toCluster", "toBucket"));
        Replication made = replications.create(
                required(form, "fromBucket"), required(form, "toCluster"), required(form, "toBucket"), filter);
        return RestReply.json(CouchbaseJson.object().put("id", made.id()));
    }

    /** Returns the filter that a form asks for; refuses what is not carried out here. */
    private static ReplicationFilter filter(RestForm form, ReplicationFilter before, Set<String> others) {
        for (String name : form.names()) {
            boolean isKnown = others.contains(name)
                    || IGNORED.contains(name)
                    || Set.of("filterExpiration", "filterDeletion", "filterBypassExpiry", "filterExpression")
                            .contains(name);
            if (!isKnown) {
                throw RestException.invalid(name, "The setting is not supported here");
            }
        }
        String expression = form.get("filterExpression", before.expression());
        String refusal = ReplicationFilter.refusal(expression);
        if (refusal != null) {
            throw RestException.invalid("filterExpression", refusal);
        }
        return new ReplicationFilter(
                flag(form, "filterExpiration", before.skipsExpirations()),
                flag(form, "filterDeletion", before.skipsDeletions()),
                flag(form, "filterBypassExpiry", before.dropsExpiry()),
                expression);
    }

    private static boolean flag(RestForm form, String name, boolean before) {
        return switch (form.get(name, String.valueOf(before))) {
            case "true", "1" -> true;
            case "false", "0" -> false;
            default -> throw RestException.invalid(name, name + " must be a boolean");
        };
    }

    private HttpResponse shown(String id) {
        Replication replication = replications.require(id);
        return RestReply.json(settings(replication.filter(), replication.paused()));
    }

    private HttpResponse change(RestCall call) {
        Replication before = replications.require(call.parameter("id"));
        ReplicationFilter filter = filter(call.form(), before.filter(), Set.of("pauseRequested"));
        boolean paused = flag(call.form(), "pauseRequested", before.paused());
        Replication after = replications.change(before.id(), filter, paused);
        return RestReply.json(settings(after.filter(), after.paused()));
    }

    private static ObjectNode settings(ReplicationFilter filter, boolean paused) {
        return CouchbaseJson.object()
                .put("pauseRequested", paused)
                .put("filterExpiration", filter.skipsExpirations())
                .put("filterDeletion", filter.skipsDeletions())
                .put("filterBypassExpiry", filter.dropsExpiry())
                .put("filterExpression", filter.expression())
                .put("type", "xmem")
                .put("priority", "High");
    }

    /** Adds the replications to the list of tasks. */
    void addTasks(ArrayNode tasks) {
        for (Replications.State each : replications.states()) {
            Replication replication = each.replication();
            String id = URLEncoder.encode(replication.id(), StandardCharsets.UTF_8);
            ObjectNode task = tasks.addObject()
                    .put("type", "xdcr")
                    .put("id", replication.id())
                    .put("source", replication.source())
                    .put("target", "/remoteClusters/" + replication.cluster() + "/buckets/" + replication.target())
                    .put("continuous", true)
                    .put("replicationType", "xmem")
                    .put("status", replication.paused() ? "paused" : "running")
                    .put("pauseRequested", replication.paused())
                    .put("filterExpression", replication.filter().expression())
                    .put("cancelURI", "/controller/cancelXDCR/" + id)
                    .put("settingsURI", SETTINGS + "/" + id)
                    .put("vBucketsLeft", each.behind())
                    .put("docsWritten", each.counts().written())
                    .put("docsFiltered", each.counts().filtered())
                    .put("docsFailedCrSource", each.counts().behind())
                    .put("docsUnmapped", each.counts().unmapped());
            ArrayNode errors = task.putArray("errors");
            if (!each.failure().isEmpty()) {
                errors.add(each.failure());
            }
        }
    }
}
