package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.query.PreparedStatement;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The known facts of a request before it runs; neither its arguments nor its credentials.
 *
 * @param clientContextId empty where the client gives none
 * @param statement its text; empty where a prepared statement is executed by a parameter of the request
 * @param type of the statement, such as {@code SELECT}; empty where there is none yet
 * @param prepared the statement it executes, or null
 * @param queryContext empty for none
 * @param atMillis its arrival in milliseconds since the epoch
 * @param timeoutNanos 0 for none
 */
public record RequestFacts(
        String id,
        String clientContextId,
        String statement,
        String type,
        @Nullable PreparedStatement prepared,
        String queryContext,
        String scanConsistency,
        String user,
        String remoteAddress,
        String userAgent,
        long atMillis,
        long timeoutNanos) {

    /** A statement may be long, and says at its beginning what it is. */
    private static final int HEAD_CHARS = 256;

    private static final Set<String> READS = Set.of("WITH", "FROM", "(");
    private static final Set<String> DEFINITIONS = Set.of("CREATE", "DROP", "ALTER", "BUILD", "FLUSH", "START");

    /** Returns the server's name for the type of a statement with this text. */
    public static String typeOf(String text) {
        String head = text.substring(0, Math.min(HEAD_CHARS, text.length())).strip();
        String[] words = head.split("[\\s;]+", 3);
        String first = words[0].startsWith("(") ? "(" : words[0].toUpperCase(Locale.ROOT);
        if (READS.contains(first)) {
            return "SELECT";
        }
        return DEFINITIONS.contains(first) && words.length > 1
                ? first + "_" + words[1].toUpperCase(Locale.ROOT)
                : first;
    }

    /** Returns the time of its arrival, in the form of answers. */
    public String requestTime() {
        return RequestRow.time(atMillis);
    }

    /** Every fact but the times of the run, which the caller adds. */
    void addTo(RequestRow row) {
        row.put("requestId", id);
        row.putIfAny("clientContextID", clientContextId);
        row.putIfAny("statement", statement);
        row.putIfAny("statementType", type);
        row.putIfAny("queryContext", queryContext);
        row.put("scanConsistency", scanConsistency);
        row.put("requestTime", requestTime());
        if (prepared != null) {
            row.put("preparedName", prepared.name());
            row.put("preparedText", prepared.text());
        }
        if (timeoutNanos > 0) {
            row.put("timeout", Durations.text(timeoutNanos));
        }
        row.put("n1qlFeatCtrl", PreparedStatement.FEATURE_CONTROLS);
        row.putIfAny("users", user);
        row.putIfAny("remoteAddr", remoteAddress);
        row.putIfAny("userAgent", userAgent);
    }

    /** About what it takes to keep this. */
    long bytes() {
        int prepared = this.prepared == null ? 0 : this.prepared.text().length();
        return 1_024L + 2L * (statement.length() + prepared + clientContextId.length() + userAgent.length());
    }
}
