package dev.mayfly.face.cosmos.http;

import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpResponse;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The header fields that every answer has. Hot. */
final class ResponseFields {
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss.SSS 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);

    /** The constant fields: no replicas that lag. */
    private static final List<Map.Entry<String, String>> CONSTANT = List.of(
            Map.entry("Cache-Control", "no-store, no-cache"),
            Map.entry("Pragma", "no-cache"),
            Map.entry("x-ms-schemaversion", "1.18"),
            Map.entry("x-ms-serviceversion", "version=2.14.0.0"),
            Map.entry("x-ms-gatewayversion", "version=2.14.0"),
            Map.entry("x-ms-number-of-read-regions", "0"));

    private final HttpFields always;

    /** @param startedAt since when the account is served, in milliseconds since the epoch */
    ResponseFields(long startedAt) {
        List<Map.Entry<String, String>> fields = new ArrayList<>(CONSTANT);
        fields.add(Map.entry("x-ms-last-state-change-utc", DATE.format(Instant.ofEpochMilli(startedAt))));
        this.always = HttpFields.shared(fields);
    }

    /** @param lsn the version given out last: it never goes down */
    HttpResponse complete(CosmosResponse response, String activityId, long lsn) {
        String version = Long.toString(response.lsn().orElse(lsn));
        List<Map.Entry<String, String>> fields = new ArrayList<>(16);
        if (response.body().length > 0) {
            fields.add(Map.entry("Content-Type", response.type()));
        }
        fields.add(Map.entry("x-ms-activity-id", activityId));
        fields.add(Map.entry("x-ms-request-charge", RequestUnits.text(response.charge())));
        String range = Integer.toString(response.range());
        fields.add(Map.entry("x-ms-documentdb-partitionkeyrangeid", range));
        fields.add(Map.entry("x-ms-session-token", range + ":-1#" + version));
        fields.add(Map.entry("lsn", version));
        fields.add(Map.entry("x-ms-cosmos-llsn", version));
        fields.add(Map.entry("x-ms-global-committed-lsn", version));
        add(fields, "etag", response.etag());
        add(fields, "x-ms-alt-content-path", response.altContentPath());
        add(fields, "x-ms-content-path", response.contentPath());
        fields.addAll(response.fields());
        return new HttpResponse(response.status(), always.followedBy(fields), new HttpBody.Bytes(response.body()));
    }

    private static void add(List<Map.Entry<String, String>> fields, String name, @Nullable String value) {
        if (value != null) {
            fields.add(Map.entry(name, value));
        }
    }
}
