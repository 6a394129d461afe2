package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.xdcr.ClientIdentity;
import dev.mayfly.face.couchbase.xdcr.RemoteCluster;
import dev.mayfly.face.couchbase.xdcr.RemoteSecurity;
import dev.mayfly.face.couchbase.xdcr.Replication;
import dev.mayfly.face.couchbase.xdcr.ReplicationException;
import dev.mayfly.face.couchbase.xdcr.ReplicationSetting;
import dev.mayfly.face.couchbase.xdcr.ReplicationSettings;
import dev.mayfly.face.couchbase.xdcr.Replications;
import dev.mayfly.face.transport.http.HttpResponse;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Remote clusters, and the replications to them: shown, made, changed, paused and cancelled. */
final class ReplicationOperations {
    private static final String CLUSTERS = "/pools/default/remoteClusters";
    private static final String SETTINGS = "/settings/replications";

    /** What names a replication, and is no setting of it. */
    private static final Set<String> ENDS = Set.of("fromBucket", "toCluster", "toBucket");

    private static final String STATISTICS = "replications/";

    private final Replications replications;
    private final Clock machine;

    ReplicationOperations(Replications replications, Clock machine) {
        this.replications = replications;
        this.machine = machine;
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
                .add("GET", SETTINGS, read, _ -> RestReply.json(form(replications.defaults())))
                .add("POST", SETTINGS, write, call -> guarded(() -> changeDefaults(call)))
                .add(
                        "GET",
                        "/pools/default/buckets/{bucket}/stats/{statistic}",
                        RestRoutes.bucket("stats", "read"),
                        this::statistic)
                .add("GET", SETTINGS + "/{id}", read, call -> guarded(() -> shown(call.parameter("id"))))
                .add("POST", SETTINGS + "/{id}", write, call -> guarded(() -> change(call)));
    }

    private static HttpResponse guarded(Supplier<HttpResponse> action) {
        try {
            return action.get();
        } catch (ReplicationException refusal) {
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
        RemoteSecurity security = cluster.security();
        boolean isSecure = security.level() != RemoteSecurity.Level.NONE;
        ObjectNode json = CouchbaseJson.object()
                .put("name", cluster.name())
                .put("uuid", cluster.uuid())
                .put("hostname", cluster.hostname())
                .put("username", cluster.user())
                .put("uri", uri)
                .put("validateURI", uri + "?just_validate=1")
                .put("demandEncryption", isSecure)
                .put("secureType", security.level().word())
                .put("deleted", false);
        if (isSecure) {
            json.put("encryptionType", security.level().word()).put("certificate", security.certificate());
        }
        String shown = security.identity().certificate();
        return shown.isEmpty() ? json : json.put("clientCertificate", shown);
    }

    private HttpResponse put(RestCall call) {
        RestForm form = call.form();
        ClientIdentity identity = new ClientIdentity(form.get("clientCertificate", ""), form.get("clientKey", ""));
        boolean hasPassword = identity.equals(ClientIdentity.NONE);
        String user = hasPassword ? required(form, "username") : form.get("username", "");
        if (!hasPassword && !user.isEmpty()) {
            throw RestException.invalid("username", "A username and a client certificate exclude each other");
        }
        RemoteCluster asked = new RemoteCluster(
                required(form, "name"),
                "",
                required(form, "hostname"),
                user,
                form.get("password", ""),
                RemoteSecurity.of(level(form), form.get("certificate", ""), identity));
        boolean isOnlyValidated = "1".equals(call.query("just_validate"));
        return RestReply.json(form(isOnlyValidated ? replications.validated(asked) : replications.put(asked)));
    }

    /** Encryption that is demanded is that of everything, unless less is asked for. */
    private static RemoteSecurity.Level level(RestForm form) {
        boolean isDemanded = !Set.of("0", "off", "false").contains(form.get("demandEncryption", "0"));
        String asked = form.get("secureType", form.get("encryptionType", isDemanded ? "full" : "none"));
        for (RemoteSecurity.Level level : RemoteSecurity.Level.values()) {
            if (level.word().equals(asked)) {
                boolean isRefused = isDemanded && level == RemoteSecurity.Level.NONE;
                return isRefused ? RemoteSecurity.Level.FULL : level;
            }
        }
        throw RestException.invalid("secureType", "secureType must be none, half or full");
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
        Replication made = replications.create(
                required(form, "fromBucket"),
                required(form, "toCluster"),
                required(form, "toBucket"),
                changes(form, ENDS));
        return RestReply.json(CouchbaseJson.object().put("id", made.id()));
    }

    /** Returns the settings in a form; refuses what is not known here. */
    private static Map<ReplicationSetting, String> changes(RestForm form, Set<String> others) {
        Map<ReplicationSetting, String> changes = new EnumMap<>(ReplicationSetting.class);
        for (String name : form.names()) {
            ReplicationSetting setting = ReplicationSetting.of(name);
            if (setting != null) {
                changes.put(setting, form.get(name, ""));
            } else if (!others.contains(name)) {
                throw RestException.invalid(name, "The setting is not supported here");
            }
        }
        return changes;
    }

    private HttpResponse shown(String id) {
        return RestReply.json(form(replications.require(id).settings()));
    }

    private HttpResponse change(RestCall call) {
        Replication after = replications.change(call.parameter("id"), changes(call.form(), Set.of()));
        return RestReply.json(form(after.settings()));
    }

    private HttpResponse changeDefaults(RestCall call) {
        return RestReply.json(form(replications.changeDefaults(changes(call.form(), Set.of()))));
    }

    private static ObjectNode form(ReplicationSettings settings) {
        ObjectNode json = CouchbaseJson.object();
        settings.forEach((name, value) -> json.set(name, CouchbaseJson.tree(value)));
        return json;
    }

    /** Answers one statistic of a replication from the bucket, as it is now. */
    private HttpResponse statistic(RestCall call) {
        String asked = call.parameter("statistic");
        int end = asked.lastIndexOf('/');
        for (Replications.State each : replications.states()) {
            boolean isIt = asked.startsWith(STATISTICS)
                    && each.replication().source().equals(call.parameter("bucket"))
                    && asked.substring(STATISTICS.length(), Math.max(STATISTICS.length(), end))
                            .equals(each.replication().id());
            Double value = isIt ? each.statistics().get(asked.substring(end + 1)) : null;
            if (value != null) {
                return RestReply.json(sample(value));
            }
        }
        return RestReply.notFound();
    }

    private ObjectNode sample(double value) {
        long now = machine.wallMillis();
        ObjectNode json = CouchbaseJson.object()
                .put("samplesCount", 1)
                .put("isPersistent", true)
                .put("lastTStamp", now)
                .put("interval", 1_000);
        json.putArray("timestamp").add(now);
        json.putObject("nodeStats").putArray("127.0.0.1:8091").add(value);
        return json;
    }

    /** Adds the replications to the list of tasks. */
    void addTasks(ArrayNode tasks) {
        for (Replications.State each : replications.states()) {
            Replication replication = each.replication();
            boolean isPaused = replication.settings().isPaused();
            String id = URLEncoder.encode(replication.id(), StandardCharsets.UTF_8);
            ObjectNode task = tasks.addObject()
                    .put("type", "xdcr")
                    .put("id", replication.id())
                    .put("source", replication.source())
                    .put("target", "/remoteClusters/" + replication.cluster() + "/buckets/" + replication.target())
                    .put("continuous", true)
                    .put("replicationType", "xmem")
                    .put("status", isPaused ? "paused" : "running")
                    .put("pauseRequested", isPaused)
                    .put("filterExpression", replication.settings().text(ReplicationSetting.FILTER_EXPRESSION))
                    .put("cancelURI", "/controller/cancelXDCR/" + id)
                    .put("settingsURI", SETTINGS + "/" + id)
                    .put("changesLeft", number(each, "changes_left"))
                    .put("docsChecked", number(each, "docs_checked"))
                    .put("docsWritten", number(each, "docs_written"))
                    .put("docsFiltered", number(each, "docs_filtered"))
                    .put("docsFailedCrSource", number(each, "docs_failed_cr_source"))
                    .put("docsUnmapped", number(each, "docs_unmapped"));
            ArrayNode errors = task.putArray("errors");
            if (!each.failure().isEmpty()) {
                errors.add(each.failure());
            }
        }
    }

    private static long number(Replications.State state, String name) {
        return state.statistics().getOrDefault(name, 0.0).longValue();
    }
}
