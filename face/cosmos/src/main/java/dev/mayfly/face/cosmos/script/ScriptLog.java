package dev.mayfly.face.cosmos.script;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;

/** What the scripts of one request have written to their console. Used by one thread. */
final class ScriptLog {
    private static final String FIELD = "x-ms-documentdb-script-log-results";

    /** It has to stand in a header field. */
    private static final int CHARACTERS_MAX = 4 << 10;

    private final StringBuilder text = new StringBuilder();

    void add(String more) {
        text.append(more, 0, Math.min(more.length(), CHARACTERS_MAX - text.length()));
    }

    /** Forgets what an attempt wrote that begins anew. */
    void clear() {
        text.setLength(0);
    }

    /** Adds it to an answer if the client has asked for it. */
    CosmosResponse showIn(CosmosResponse response, CosmosRequest request) {
        return request.fields().isTrue(RequestField.SCRIPT_LOGGING)
                ? response.with(
                        FIELD,
                        URLEncoder.encode(text.toString(), StandardCharsets.UTF_8)
                                .replace("+", "%20"))
                : response;
    }
}
