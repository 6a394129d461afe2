package dev.mayfly.face.couchbase.admin;

import dev.mayfly.engine.audit.Actor;
import dev.mayfly.face.api.FaceRefusal;
import dev.mayfly.face.api.FaceUsers;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.rest.InnerManagement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Local users of this face, by its management service. A role is {@code admin}, or {@code data_reader[BUCKET]}. */
public final class CouchbaseUsers implements FaceUsers {
    private static final JsonMapper JSON = new JsonMapper();
    private static final List<String> LOCAL = List.of("settings", "rbac", "users", "local");
    private static final int MISSING = 404;

    private final InnerManagement management;

    public CouchbaseUsers(InnerManagement management) {
        this.management = management;
    }

    private InnerManagement.Reply call(String method, List<String> path, Map<String, String> form) {
        return management.call(Actor.current(Buckets.FACE).who(), method, path, form);
    }

    private static List<String> path(String name) {
        List<String> path = new ArrayList<>(LOCAL);
        path.add(name);
        return path;
    }

    @Override
    public List<FaceUser> users() {
        List<FaceUser> users = new ArrayList<>();
        for (JsonNode user :
                JSON.readTree(required(call("GET", LOCAL, Map.of())).text())) {
            List<String> roles = new ArrayList<>();
            user.path("roles").forEach(role -> roles.add(text(role)));
            users.add(new FaceUser(user.path("id").asString(""), roles));
        }
        return users;
    }

    private static String text(JsonNode role) {
        StringBuilder text = new StringBuilder(role.path("role").asString(""));
        if (role.has("bucket_name")) {
            text.append('[').append(role.path("bucket_name").asString(""));
            for (String part : List.of("scope_name", "collection_name")) {
                String name = role.path(part).asString("*");
                text.append(name.equals("*") ? "" : ":" + name);
            }
            text.append(']');
        }
        return text.toString();
    }

    private static InnerManagement.Reply required(InnerManagement.Reply reply) {
        if (!reply.isDone()) {
            throw reply.status() == MISSING ? FaceRefusal.missing(reply.text()) : FaceRefusal.invalid(reply.text());
        }
        return reply;
    }

    @Override
    public void put(FaceUser user, @Nullable String password) {
        Map<String, String> form = new HashMap<>(Map.of("roles", String.join(",", user.roles())));
        if (password != null) {
            form.put("password", password);
        }
        required(call("PUT", path(user.name()), form));
    }

    @Override
    public boolean remove(String name) {
        InnerManagement.Reply reply = call("DELETE", path(name), Map.of());
        if (reply.status() == MISSING) {
            return false;
        }
        required(reply);
        return true;
    }
}
