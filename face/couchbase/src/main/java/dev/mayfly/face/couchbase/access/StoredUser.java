package dev.mayfly.face.couchbase.access;

import com.ongres.scram.common.ScramMechanism;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.session.KvAuthentication;
import dev.mayfly.face.transport.scram.ScramSecret;
import java.security.SecureRandom;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A user made by a request.
 *
 * @param id the login name
 * @param name the display name; may be empty
 * @param secrets the stored secrets of the password, one for each mechanism; none for an external user
 * @param passwordChangedAt in milliseconds since the epoch; 0 for an external user
 * @param roles that are the user's own, as a client writes them
 * @param groups whose roles the user has too
 */
public record StoredUser(
        UserDomain domain,
        String id,
        String name,
        Map<ScramMechanism, ScramSecret> secrets,
        long passwordChangedAt,
        List<String> roles,
        List<String> groups) {
    private static final List<ScramMechanism> MECHANISMS =
            List.of(ScramMechanism.SCRAM_SHA_512, ScramMechanism.SCRAM_SHA_256, ScramMechanism.SCRAM_SHA_1);
    static final int SALT_BYTES = 32;

    public StoredUser {
        secrets = Map.copyOf(secrets);
        roles = List.copyOf(roles);
        groups = List.copyOf(groups);
    }

    public StoredUser withPassword(Map<ScramMechanism, ScramSecret> changed, long changedAt) {
        return new StoredUser(domain, id, name, changed, changedAt, roles, groups);
    }

    /** Returns the same user outside of a group. */
    StoredUser outside(String group) {
        List<String> left = groups.stream().filter(each -> !each.equals(group)).toList();
        return new StoredUser(domain, id, name, secrets, passwordChangedAt, roles, left);
    }

    /** Derives the secrets to be stored for a password. Slow. */
    public static Map<ScramMechanism, ScramSecret> secretsOf(String password, SecureRandom random) {
        Map<ScramMechanism, ScramSecret> secrets = new EnumMap<>(ScramMechanism.class);
        for (ScramMechanism mechanism : MECHANISMS) {
            secrets.put(mechanism, secretOf(mechanism, password, random));
        }
        return secrets;
    }

    private static ScramSecret secretOf(ScramMechanism mechanism, String password, SecureRandom random) {
        byte[] salt = new byte[SALT_BYTES];
        random.nextBytes(salt);
        return KvAuthentication.secretOf(mechanism, password, salt);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object().put("name", name).put("passwordChangedAt", passwordChangedAt);
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
        return CouchbaseJson.bytes(json);
    }

    static StoredUser fromBytes(UserDomain domain, String id, byte[] bytes) {
        ObjectNode json = CouchbaseJson.kept(bytes);
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
        return new StoredUser(
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
