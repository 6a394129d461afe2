package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.ArrayValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.transport.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** Who asks: by the header of HTTP, or else by the parameter {@code creds}. */
final class Credentials {
    private static final String BASIC = "Basic ";

    private final QueryServices.Logins logins;

    Credentials(QueryServices.Logins logins) {
        this.logins = logins;
    }

    /**
     * The name of the user.
     *
     * @throws QueryException when it is nobody who may
     */
    String userOf(HttpRequest http, QueryRequest request) {
        String header = http.field("Authorization");
        if (header != null && header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return basic(header.substring(BASIC.length()).strip());
        }
        if (request.value(RequestParameter.CREDS) instanceof ArrayValue creds
                && creds.element(0).field("user") instanceof StringValue user
                && creds.element(0).field("pass") instanceof StringValue password) {
            return admitted(user.stringValue(), password.stringValue());
        }
        throw RequestErrors.unauthorized();
    }

    private String basic(String encoded) {
        byte[] decoded;
        try {
            decoded = Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException _) {
            throw RequestErrors.unauthorized();
        }
        String pair = new String(decoded, StandardCharsets.UTF_8);
        int colon = pair.indexOf(':');
        if (colon < 0) {
            throw RequestErrors.unauthorized();
        }
        return admitted(pair.substring(0, colon), pair.substring(colon + 1));
    }

    private String admitted(String user, String password) {
        if (!logins.admits(user, password)) {
            throw RequestErrors.unauthorized();
        }
        return user;
    }
}
