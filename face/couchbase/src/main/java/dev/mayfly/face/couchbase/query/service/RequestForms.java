package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.BooleanValue;
import dev.mayfly.face.couchbase.language.value.NumberValue;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import java.nio.charset.StandardCharsets;

/** Brings the value of a parameter into its form. */
final class RequestForms {
    private RequestForms() {}

    /** Of a JSON body. A whole number may stand as a string, and so may a boolean. */
    static Value ofJson(RequestParameter parameter, Value value) {
        if (value.isUnknown()) {
            return value;
        }
        return switch (parameter.form()) {
            case TEXT -> text(parameter, value);
            case DURATION -> duration(parameter, text(parameter, value));
            case INTEGER -> {
                if (value instanceof NumberValue number && number.isLong()) {
                    yield value;
                }
                yield integer(parameter, text(parameter, value).stringValue());
            }
            case BOOLEAN -> value instanceof BooleanValue ? value : bool(parameter, wrong(parameter, "boolean", value));
            case JSON -> value;
        };
    }

    /** Of a form; what is empty is not given. */
    static Value ofText(RequestParameter parameter, String text) {
        if (text.isEmpty()) {
            return Values.MISSING;
        }
        return switch (parameter.form()) {
            case TEXT -> Values.of(unquoted(parameter, text));
            case DURATION -> duration(parameter, Values.of(text));
            case INTEGER -> integer(parameter, text);
            case BOOLEAN -> bool(parameter, text);
            case JSON -> RequestReader.json(parameter.parameterName(), text.getBytes(StandardCharsets.UTF_8));
        };
    }

    /** The name of a prepared statement may stand in quotes. */
    private static String unquoted(RequestParameter parameter, String text) {
        boolean quoted = parameter == RequestParameter.PREPARED
                && text.length() > 1
                && text.startsWith("\"")
                && text.endsWith("\"");
        return quoted ? text.substring(1, text.length() - 1) : text;
    }

    private static StringValue text(RequestParameter parameter, Value value) {
        if (value instanceof StringValue text) {
            return text;
        }
        throw RequestErrors.wrongType(parameter.parameterName(), "string");
    }

    private static String wrong(RequestParameter parameter, String expected, Value value) {
        if (value instanceof StringValue text) {
            return text.stringValue();
        }
        throw RequestErrors.wrongType(parameter.parameterName(), expected);
    }

    private static Value duration(RequestParameter parameter, StringValue text) {
        try {
            Durations.parse(text.stringValue());
            return text;
        } catch (IllegalArgumentException _) {
            throw unreadableDuration(parameter, text.stringValue());
        }
    }

    private static QueryException unreadableDuration(RequestParameter parameter, String text) {
        return RequestErrors.badValue(parameter.parameterName(), "Unable to parse duration: " + text);
    }

    private static Value integer(RequestParameter parameter, String text) {
        try {
            return Values.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw RequestErrors.badValue(parameter.parameterName(), text + " is invalid");
        }
    }

    private static Value bool(RequestParameter parameter, String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> Values.TRUE;
            case "0", "f", "F", "false", "FALSE", "False" -> Values.FALSE;
            default -> throw RequestErrors.badValue(parameter.parameterName(), "unable to parse tristate as a boolean");
        };
    }
}
