package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Which changes a replication leaves out, and what it takes off the others.
 *
 * @param skipsExpirations whether the copy of a document that has expired stays
 * @param skipsDeletions whether the copy of a document that was deleted stays
 * @param dropsExpiry whether copies have no expiry of their own
 * @param expression that keys must fulfil, or empty
 */
public record ReplicationFilter(
        boolean skipsExpirations, boolean skipsDeletions, boolean dropsExpiry, String expression) {
    public static final ReplicationFilter NONE = new ReplicationFilter(false, false, false, "");

    /** The one form of expression there is: a regular expression over the key. */
    private static final Pattern BY_KEY = Pattern.compile(
            "\\s*REGEXP_CONTAINS\\s*\\(\\s*META\\(\\)\\.id\\s*,\\s*(['\"])(.*)\\1\\s*\\)\\s*",
            Pattern.CASE_INSENSITIVE);

    /** Returns what is wrong with an expression, or null. */
    public static @Nullable String refusal(String expression) {
        if (expression.isEmpty()) {
            return null;
        }
        Matcher form = BY_KEY.matcher(expression);
        if (!form.matches()) {
            return "Only REGEXP_CONTAINS(META().id, '...') is supported";
        }
        try {
            Pattern.compile(form.group(2));
            return null;
        } catch (PatternSyntaxException wrong) {
            return "The regular expression is malformed: " + wrong.getDescription();
        }
    }

    /** The regular expression for keys; null for any key. */
    @Nullable
    Pattern keys() {
        Matcher form = BY_KEY.matcher(expression);
        return form.matches() ? Pattern.compile(form.group(2)) : null;
    }

    static boolean passes(@Nullable Pattern keys, byte[] key) {
        return keys == null
                || keys.matcher(new String(key, StandardCharsets.UTF_8)).find();
    }

    ObjectNode toJson() {
        return CouchbaseJson.object()
                .put("skipsExpirations", skipsExpirations)
                .put("skipsDeletions", skipsDeletions)
                .put("dropsExpiry", dropsExpiry)
                .put("expression", expression);
    }

    static ReplicationFilter fromJson(JsonNode json) {
        return new ReplicationFilter(
                json.path("skipsExpirations").asBoolean(false),
                json.path("skipsDeletions").asBoolean(false),
                json.path("dropsExpiry").asBoolean(false),
                json.path("expression").asString(""));
    }
}
