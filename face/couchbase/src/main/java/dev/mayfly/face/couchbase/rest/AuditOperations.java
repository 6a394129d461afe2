package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.StoredUsers;
import dev.mayfly.face.couchbase.access.UserDomain;
import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.audit.AuditSettings;
import dev.mayfly.face.couchbase.bucket.BucketRules;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Shows and sets what is audited. */
final class AuditOperations {
    private static final String PATH = "/settings/audit";
    private static final int ROTATE_SECONDS_MIN = 15 * 60;
    private static final int ROTATE_SECONDS_MAX = 7 * 24 * 60 * 60;
    private static final int ROTATE_BYTES_MIN = 1 << 20;
    private static final int ROTATE_BYTES_MAX = 500 << 20;
    private static final Set<String> KNOWN =
            Set.of("auditdEnabled", "logPath", "rotateInterval", "rotateSize", "disabled", "disabledUsers", "pruneAge");

    private final Audit audit;
    private final StoredUsers users;
    private final BucketRules rules;

    AuditOperations(Audit audit, StoredUsers users, BucketRules rules) {
        this.audit = audit;
        this.users = users;
        this.rules = rules;
    }

    void addTo(RestRoutes routes) {
        RestRoutes.Need read = RestRoutes.cluster("admin.security", "read");
        routes.add("GET", PATH, read, _ -> show())
                .add("POST", PATH, RestRoutes.cluster("admin.security", "write"), this::set)
                // Every event here is one that cannot be turned off.
                .add("GET", PATH + "/descriptors", read, _ -> descriptors(new AuditEvent[0]))
                .add("GET", PATH + "/nonFilterableDescriptors", read, _ -> descriptors(AuditEvent.values()));
    }

    private void requireEnterprise() {
        if (!rules.isEnterprise()) {
            throw new RestException(RestReply.notEnterprise());
        }
    }

    private HttpResponse show() {
        requireEnterprise();
        AuditSettings settings = audit.settings();
        ObjectNode json = CouchbaseJson.object()
                .put("auditdEnabled", settings.enabled())
                .put("rotateInterval", settings.rotateSeconds())
                .put("rotateSize", settings.rotateBytes());
        json.putArray("disabled");
        ArrayNode disabled = json.putArray("disabledUsers");
        for (String user : new TreeSet<>(settings.disabledUsers())) {
            int slash = user.lastIndexOf('/');
            disabled.addObject().put("name", user.substring(0, slash)).put("domain", user.substring(slash + 1));
        }
        json.put("logPath", String.valueOf(Objects.requireNonNullElse(audit.logFolder(), "")))
                .put("uid", Long.toString(settings.revision()));
        return RestReply.json(json);
    }

    private HttpResponse descriptors(AuditEvent[] events) {
        requireEnterprise();
        ArrayNode json = CouchbaseJson.array();
        for (AuditEvent event : events) {
            json.addObject()
                    .put("id", event.id())
                    .put("name", event.title())
                    .put("module", event == AuditEvent.CONFIGURED ? "auditd" : "ns_server")
                    .put("description", event.description());
        }
        return RestReply.json(json);
    }

    private HttpResponse set(RestCall call) {
        requireEnterprise();
        RestForm form = call.form();
        Map<String, String> errors = new TreeMap<>();
        form.names().stream()
                .filter(name -> !KNOWN.contains(name))
                .forEach(name -> errors.put(name, "Unsupported key"));
        if (form.names().isEmpty()) {
            errors.put("_", "There are no parameters");
        }
        AuditSettings before = audit.settings();
        boolean enabled = enabled(form.get("auditdEnabled"), before, errors);
        AuditSettings after = new AuditSettings(
                enabled,
                logPath(form.get("logPath"), before, enabled, errors),
                rotateSeconds(form.get("rotateInterval"), before, errors),
                rotateBytes(form.get("rotateSize"), before, errors),
                disabledUsers(form.get("disabledUsers"), before, errors),
                before.revision() + 1);
        checkDisabled(form.get("disabled"), errors);
        if (!errors.isEmpty()) {
            throw new RestException(RestReply.errors(400, errors));
        }
        ObjectNode details = CouchbaseJson.object()
                .put("auditd_enabled", after.enabled())
                .put("rotate_interval", after.rotateSeconds())
                .put("rotate_size", after.rotateBytes());
        if (!after.enabled()) {
            // The last that is written tells that nothing more will be.
            audit.log(AuditEvent.AUDIT_MODIFIED, AuditedEvents.actor(call), details);
        }
        audit.change(after);
        if (after.enabled()) {
            audit.log(AuditEvent.AUDIT_MODIFIED, AuditedEvents.actor(call), details);
        }
        return RestReply.empty(200);
    }

    private static boolean enabled(@Nullable String given, AuditSettings before, Map<String, String> errors) {
        if (given == null) {
            return before.enabled();
        }
        if (!given.equals("true") && !given.equals("false")) {
            errors.put("auditdEnabled", "The value must be one of the following: [true,false]");
        }
        return given.equals("true");
    }

    private String logPath(@Nullable String given, AuditSettings before, boolean enabled, Map<String, String> errors) {
        if (given == null) {
            if (enabled && audit.logFolder() == null) {
                errors.put("logPath", "This server keeps nothing on disk, so it has no place for a log");
            }
            return before.logPath();
        }
        try {
            if (audit.mayLogTo(Path.of(given))) {
                return given;
            }
        } catch (InvalidPathException _) {
            // It is refused like any other that is no folder of ours.
        }
        errors.put("logPath", "The value must be a valid directory");
        return before.logPath();
    }

    private static int rotateSeconds(@Nullable String given, AuditSettings before, Map<String, String> errors) {
        if (given == null) {
            return before.rotateSeconds();
        }
        if (Numbers.whole(given) == null) {
            errors.put("rotateInterval", "The value must be an integer");
        } else if (!Numbers.isBetween(given, ROTATE_SECONDS_MIN, ROTATE_SECONDS_MAX)) {
            errors.put("rotateInterval", "The value must be in range from 15 minutes to 7 days");
        } else if (Integer.parseInt(given) % 60 != 0) {
            errors.put("rotateInterval", "Value must not be a fraction of minute");
        } else {
            return Integer.parseInt(given);
        }
        return before.rotateSeconds();
    }

    private static long rotateBytes(@Nullable String given, AuditSettings before, Map<String, String> errors) {
        if (given == null) {
            return before.rotateBytes();
        }
        if (Numbers.whole(given) == null) {
            errors.put("rotateSize", "The value must be an integer");
        } else if (!Numbers.isBetween(given, ROTATE_BYTES_MIN, ROTATE_BYTES_MAX)) {
            errors.put(
                    "rotateSize",
                    "The value must be in range from " + ROTATE_BYTES_MIN + " to " + ROTATE_BYTES_MAX + " (inclusive)");
        } else {
            return Long.parseLong(given);
        }
        return before.rotateBytes();
    }

    private Set<String> disabledUsers(@Nullable String given, AuditSettings before, Map<String, String> errors) {
        if (given == null) {
            return before.disabledUsers();
        }
        Set<String> named = new TreeSet<>();
        Set<String> unknown = new TreeSet<>();
        Arrays.stream(given.split(","))
                .map(String::trim)
                .filter(each -> !each.isEmpty())
                .forEach(each -> {
                    int slash = each.lastIndexOf('/');
                    boolean isKnown = slash > 0
                            && switch (each.substring(slash + 1)) {
                                case "local" -> users.find(UserDomain.LOCAL, each.substring(0, slash)) != null;
                                case "external", "unknown" -> true;
                                default -> false;
                            };
                    (isKnown ? named : unknown).add(each);
                });
        if (!unknown.isEmpty()) {
            errors.put("disabledUsers", "Unrecognized users: " + String.join(",", unknown));
        }
        return named;
    }

    private static void checkDisabled(@Nullable String given, Map<String, String> errors) {
        if (given == null || given.isEmpty()) {
            return;
        }
        boolean areNumbers = Arrays.stream(given.split(",")).allMatch(each -> Numbers.whole(each) != null);
        errors.put(
                "disabled",
                areNumbers
                        ? "Following events are either unknown or not modifiable: " + given
                        : "All event id's must be integers");
    }
}
