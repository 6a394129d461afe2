package dev.mayfly.face.couchbase.query.service;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.QueryContext;
import dev.mayfly.face.couchbase.query.transaction.TransactionOptions;
import dev.mayfly.face.couchbase.query.transaction.TransactionTurn;
import java.util.Locale;
import java.util.Map;

/**
 * What a request asks for.
 *
 * @param given the parameters that it has, each in its form: a text, a number, a boolean, or any JSON
 * @param parameters of the statement
 */
record QueryRequest(Map<RequestParameter, Value> given, Parameters parameters) {
    /** Whoever sets none is stopped after so many errors of single documents. */
    private static final int ERRORS_MAX = 16;

    static final QueryRequest EMPTY = new QueryRequest(Map.of(), Parameters.NONE);

    boolean has(RequestParameter parameter) {
        return given.containsKey(parameter);
    }

    Value value(RequestParameter parameter) {
        return given.getOrDefault(parameter, Values.MISSING);
    }

    /** Empty when it is not given. */
    String text(RequestParameter parameter) {
        return value(parameter) instanceof StringValue text ? text.stringValue() : "";
    }

    boolean flag(RequestParameter parameter, boolean otherwise) {
        return value(parameter) instanceof BooleanValue flag ? flag.truth() : otherwise;
    }

    /** 0 when it is not given, or not above 0. */
    long timeoutNanos() {
        String text = text(RequestParameter.TIMEOUT);
        return text.isEmpty() ? 0 : Math.max(0, Durations.parse(text));
    }

    int errorsMax() {
        long most = value(RequestParameter.ERROR_LIMIT) instanceof NumberValue number ? number.longValue() : ERRORS_MAX;
        return most <= 0 ? Integer.MAX_VALUE : (int) Math.min(most, Integer.MAX_VALUE);
    }

    /** @throws dev.mayfly.face.couchbase.language.QueryException when it names no scope */
    QueryContext context() {
        return QueryContext.of(text(RequestParameter.QUERY_CONTEXT));
    }

    /**
     * What it has to do with transactions.
     *
     * @param user who sends it
     */
    TransactionTurn.Asked transaction(String user) {
        String timeout = text(RequestParameter.TXTIMEOUT);
        String records = text(RequestParameter.ATRCOLLECTION);
        Value data = value(RequestParameter.TXDATA);
        TransactionOptions options = new TransactionOptions(
                timeout.isEmpty() ? TransactionOptions.TIMEOUT_NANOS : Durations.parse(timeout),
                durability(),
                records.isEmpty() ? null : records,
                data.isMissing() ? null : Values.json(data).getBytes(UTF_8));
        long number = value(RequestParameter.TXSTMTNUM) instanceof NumberValue given ? given.longValue() : 0;
        Value group = value(RequestParameter.TXGROUP);
        return new TransactionTurn.Asked(
                user,
                text(RequestParameter.TXID),
                group.isMissing() ? "" : Values.json(group),
                flag(RequestParameter.TXIMPLICIT, false),
                number,
                options,
                data);
    }

    /** As records of transactions have it; a transaction that says nothing asks for a majority. */
    private String durability() {
        return switch (text(RequestParameter.DURABILITY_LEVEL).toLowerCase(Locale.ROOT)) {
            case "none" -> "n";
            case "majorityandpersistactive" -> "pa";
            case "persisttomajority" -> "pm";
            default -> "m";
        };
    }

    boolean isDurable() {
        String level = text(RequestParameter.DURABILITY_LEVEL);
        return !level.isEmpty() && !level.equals("none");
    }
}
