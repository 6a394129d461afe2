package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.session.Identity;
import dev.mayfly.face.transport.http.HttpRequest;
import java.nio.charset.StandardCharsets;
import java.util.Base64;

/** The user of a request: by the header of HTTP, or else by the parameter {@code creds}. */
final class Credentials {
    private static final String BASIC = "Basic ";

    private final QueryServices.Logins logins;

    Credentials(QueryServices.Logins logins) {
        this.logins = logins;
    }

    /** @throws N1qlException if the user is unknown */
    Identity userOf(HttpRequest http, QueryRequest request) {
        String header = http.field("Authorization");
        if (header != null && header.regionMatches(true, 0, BASIC, 0, BASIC.length())) {
            return basic(http, header.substring(BASIC.length()).strip());
        }
        if (request.value(RequestParameter.CREDS) instanceof N1qlArray creds
                && creds.element(0).field("user") instanceof N1qlString user
                && creds.element(0).field("pass") instanceof N1qlString password) {
            return admitted(http, user.stringValue(), password.stringValue());
        }
        throw RequestErrors.unauthorized();
    }

    private Identity basic(HttpRequest http, String encoded) {
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
        return admitted(http, pair.substring(0, colon), pair.substring(colon + 1));
    }

    private Identity admitted(HttpRequest http, String user, String password) {
        Identity identity =
                logins.check(user, password, http.connection().peer().getAddress());
        if (identity == null) {
            throw RequestErrors.unauthorized();
        }
        http.connection().loggedIn();
        return identity;
    }
}
