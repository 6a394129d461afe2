package dev.mayfly.face.cosmos.session;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.ResourceType;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.CosmosJson;
import dev.mayfly.face.cosmos.resource.StoredResources;
import java.util.Base64;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.node.ObjectNode;

/**
 * Makes and checks tokens that stand for one permission for a while. A token names the permission and is signed with
 * the account's first key; it allows what the permission says at the time of use, so a deleted permission allows
 * nothing any more. Safe for concurrent use.
 */
public final class ResourceTokens {
    private static final String PREFIX = "type=resource&ver=1&sig=";
    private static final int MILLIS_PER_SECOND = 1_000;

    private final SigningKey signer;
    private final RequestDates dates;
    private final StoredResources resources;
    private final Containers containers;

    /** @param machine by which tokens end */
    public ResourceTokens(CosmosKeys keys, Clock machine, StoredResources resources, Containers containers) {
        this.signer = keys.all().getFirst();
        this.dates = new RequestDates(machine);
        this.resources = resources;
        this.containers = containers;
    }

    /**
     * @param user the resource id of the user that has the permission
     * @param name the id of the user
     */
    String token(String user, String name, ObjectNode permission, int seconds) {
        long from = dates.now();
        ObjectNode facts = CosmosJson.object().put("user", user).put("name", name);
        facts.set("permission", permission.get("id"));
        facts.set("rid", permission.get("_rid"));
        facts.put("from", from).put("until", from + (long) seconds * MILLIS_PER_SECOND);
        byte[] signed = CosmosJson.bytes(facts);
        Base64.Encoder base64 = Base64.getEncoder();
        return PREFIX + base64.encodeToString(signer.sign(domain(signed))) + ";" + base64.encodeToString(signed) + ";";
    }

    /** A signature of a token can never be one of a request. */
    private static byte[] domain(byte[] facts) {
        return ("resource token\n" + new String(facts, UTF_8)).getBytes(UTF_8);
    }

    /**
     * @return the user of the token
     * @throws CosmosException if the token is invalid, has expired, or does not allow this
     */
    String admit(CosmosRequest request, String signature) {
        ObjectNode facts = facts(signature);
        if (facts == null) {
            throw Signatures.unauthorized(
                    "The resource token is malformed, or not signed with the key of this account.");
        }
        dates.requireWithin(facts.path("from").asLong(), facts.path("until").asLong());
        ObjectNode permission = resources.find(
                ResourceType.PERMISSION,
                facts.path("user").asString(),
                facts.path("permission").asString());
        if (permission == null
                || !permission.path("_rid").equals(facts.path("rid"))
                || !new PermissionScope(permission, containers).allows(request)) {
            throw RequestAuthenticator.insufficient();
        }
        return "user " + facts.path("name").asString("");
    }

    private @Nullable ObjectNode facts(String signature) {
        String[] parts = signature.split(";", -1);
        if (parts.length < 2) {
            return null;
        }
        try {
            byte[] signed = Base64.getDecoder().decode(parts[1]);
            boolean isOurs =
                    signer.hasSigned(domain(signed), Base64.getDecoder().decode(parts[0]));
            return isOurs ? CosmosJson.kept(signed) : null;
        } catch (IllegalArgumentException | JacksonException _) {
            return null;
        }
    }
}
