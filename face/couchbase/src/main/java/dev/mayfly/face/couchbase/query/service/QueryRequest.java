package dev.mayfly.face.couchbase.query.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.transaction.TransactionOptions;
import java.util.Locale;
import java.util.Map;

/**
 * The request to run a statement.
 *
 * @param given the parameters that it has, each in its form: a text, a number, a boolean, or any JSON
 * @param parameters of the statement
 */
record QueryRequest(Map<RequestParameter, N1qlValue> given, Parameters parameters) {
    /** The default number of errors of single documents after which a statement is stopped. */
    private static final int ERRORS_MAX = 16;

    /** The bit of {@code n1ql_feat_ctrl} that turns the present form of MERGE off. */
    private static final long NO_NEW_MERGE = 0x80000;

    static final QueryRequest EMPTY = new QueryRequest(Map.of(), Parameters.NONE);

    boolean has(RequestParameter parameter) {
        return given.containsKey(parameter);
    }

    N1qlValue value(RequestParameter parameter) {
        return given.getOrDefault(parameter, N1qlValues.MISSING);
    }

    /** Empty when it is not given. */
    String text(RequestParameter parameter) {
        return value(parameter) instanceof N1qlString text ? text.stringValue() : "";
    }

    boolean flag(RequestParameter parameter, boolean otherwise) {
        return value(parameter) instanceof N1qlBoolean flag ? flag.truth() : otherwise;
    }

    /** 0 when it is not given, or not above 0. */
    long timeoutNanos() {
        String text = text(RequestParameter.TIMEOUT);
        return text.isEmpty() ? 0 : Math.max(0, Durations.parse(text));
    }

    /** Returns the limit on the memory it holds; 0 if it gives none. */
    long memoryBytes() {
        long megabytes = value(RequestParameter.MEMORY_QUOTA) instanceof N1qlNumber number ? number.longValue() : 0;
        return megabytes <= 0 ? 0 : Math.min(megabytes, Integer.MAX_VALUE) << 20;
    }

    int errorsMax() {
        long most = value(RequestParameter.ERROR_LIMIT) instanceof N1qlNumber number ? number.longValue() : ERRORS_MAX;
        return most <= 0 ? Integer.MAX_VALUE : (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** @throws dev.mayfly.face.couchbase.language.value.N1qlException when it names no scope */
    QueryContext context() {
        return QueryContext.of(text(RequestParameter.QUERY_CONTEXT));
    }

    /**
     * Returns its part in transactions.
     *
     * @param user the sender
     */
    TransactionTurn.Asked transaction(String user) {
        String timeout = text(RequestParameter.TXTIMEOUT);
        String records = text(RequestParameter.ATRCOLLECTION);
        N1qlValue data = value(RequestParameter.TXDATA);
        TransactionOptions options = new TransactionOptions(
                timeout.isEmpty() ? TransactionOptions.TIMEOUT_NANOS : Durations.parse(timeout),
                durability(),
                records.isEmpty() ? null : records,
                data.isMissing() ? null : N1qlValues.json(data).getBytes(UTF_8));
        long number = value(RequestParameter.TXSTMTNUM) instanceof N1qlNumber given ? given.longValue() : 0;
        N1qlValue group = value(RequestParameter.TXGROUP);
        return new TransactionTurn.Asked(
                user,
                text(RequestParameter.TXID),
                group.isMissing() ? "" : N1qlValues.json(group),
                flag(RequestParameter.TXIMPLICIT, false),
                number,
                options,
                data);
    }

    /** Returns the level as records of transactions have it; the default is a majority. */
    private String durability() {
        return switch (text(RequestParameter.DURABILITY_LEVEL).toLowerCase(Locale.ROOT)) {
            case "none" -> "n";
            case "majorityandpersistactive" -> "pa";
            case "persisttomajority" -> "pm";
            default -> "m";
        };
    }

    boolean isLegacyMerge() {
        return value(RequestParameter.N1QL_FEAT_CTRL) instanceof N1qlNumber number
                && (number.longValue() & NO_NEW_MERGE) != 0;
    }

    boolean isDurable() {
        String level = text(RequestParameter.DURABILITY_LEVEL);
        return !level.isEmpty() && !level.equals("none");
    }
}
