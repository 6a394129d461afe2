package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Parameters;
import dev.mayfly.face.couchbase.query.QueryContext;
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

    boolean isDurable() {
        String level = text(RequestParameter.DURABILITY_LEVEL);
        return !level.isEmpty() && !level.equals("none");
    }
}
