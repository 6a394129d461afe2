package dev.mayfly.face.couchbase.access;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.bucket.Json;
import dev.mayfly.face.couchbase.session.Authentication;
import dev.mayfly.face.couchbase.session.ScramSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A user that was made by a request.
 *
 * @param id by which the user logs in
 * @param name by which people call the user; may be empty
 * @param secrets what is kept of the password, one for each mechanism; none for an external user
 * @param passwordChangedAt in milliseconds since the epoch; 0 for an external user
 * @param roles that are the user's own, as a client writes them
 * @param groups whose roles the user has too
 */
public record User(
        UserDomain domain,
        String id,
        String name,
        Map<ScramMechanism, ScramSecret> secrets,
        long passwordChangedAt,
        List<String> roles,
        List<String> groups) {
    private static final List<ScramMechanism> MECHANISMS =
            List.of(ScramMechanism.SCRAM_SHA_512, ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_1);
    private static final int SALT_BYTES = 32;

    public User {
        secrets = Map.copyOf(secrets);
        roles = List.copyOf(roles);
        groups = List.copyOf(groups);
    }

    public User withPassword(Map<ScramMechanism, ScramSecret> changed, long changedAt) {
        return new User(domain, id, name, changed, changedAt, roles, groups);
    }

    /** The same user outside of a group. */
    User outside(String group) {
        List<String> left = groups.stream().filter(each -> !each.equals(group)).toList();
        return new User(domain, id, name, secrets, passwordChangedAt, roles, left);
    }

    /** What is to be kept of a password. Takes its time. */
    public static Map<ScramMechanism, ScramSecret> secretsOf(String password, SecureRandom random) {
        Map<ScramMechanism, ScramSecret> secrets = new EnumMap<>(ScramMechanism.class);
        for (ScramMechanism mechanism : MECHANISMS) {
            secrets.put(mechanism, secretOf(mechanism, password, random));
        }
        return secrets;
    }

    static ScramSecret secretOf(ScramMechanism mechanism, String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return ScramSecret.of(mechanism, password, salt, Authentication.ITERATIONS);
    }

    byte[] toBytes() {
        ObjectNode json = Json.object().put("name", name).put("passwordChangedAt", passwordChangedAt);
        ArrayNode kept = json.putArray("secrets");
        for (ScramSecret secret : secrets.values()) {
            kept.addObject()
                    .put("mechanism", secret.mechanism().name())
                    .put("salt", secret.salt())
                    .put("iterations", secret.iterations())
                    .put("storedKey", secret.storedKey())
                    .put("serverKey", secret.serverKey());
        }
        roles.forEach(json.putArray("roles")::add);
        groups.forEach(json.putArray("groups")::add);
        return Json.bytes(json);
    }

    static User fromBytes(UserDomain domain, String id, byte[] bytes) {
        ObjectNode json = Json.kept(bytes);
        Map<ScramMechanism, ScramSecret> secrets = new EnumMap<>(ScramMechanism.class);
        for (JsonNode each : json.path("secrets")) {
            ScramMechanism mechanism =
                    ScramMechanism.valueOf(each.path("mechanism").asString());
            secrets.put(
                    mechanism,
                    new ScramSecret(
                            mechanism,
                            each.path("salt").binaryValue(),
                            each.path("iterations").asInt(),
                            each.path("storedKey").binaryValue(),
                            each.path("serverKey").binaryValue()));
        }
        return new User(
                domain,
                id,
                json.path("name").asString(),
                secrets,
                json.path("passwordChangedAt").asLong(),
                strings(json.path("roles")),
                strings(json.path("groups")));
    }

    static List<String> strings(JsonNode array) {
        List<String> strings = new ArrayList<>();
        array.forEach(each -> strings.add(each.asString()));
        return strings;
    }

    @Override
    public String toString() {
        return id;
    }
}
