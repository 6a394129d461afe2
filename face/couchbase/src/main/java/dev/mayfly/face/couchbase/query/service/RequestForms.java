package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlBoolean;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.nio.charset.StandardCharsets;

/** Brings the value of a parameter into its form. */
final class RequestForms {
    private RequestForms() {}

    /** Reads a value of a JSON body. A whole number may stand as a string, and so may a boolean. */
    static N1qlValue ofJson(RequestParameter parameter, N1qlValue value) {
        if (value.isUnknown()) {
            return value;
        }
        return switch (parameter.form()) {
            case TEXT -> text(parameter, value);
            case DURATION -> duration(parameter, text(parameter, value));
            case INTEGER -> {
                if (value instanceof N1qlNumber number && number.isLong()) {
                    yield value;
                }
                yield integer(parameter, text(parameter, value).stringValue());
            }
            case BOOLEAN -> value instanceof N1qlBoolean ? value : bool(parameter, wrong(parameter, "boolean", value));
            case JSON -> value;
        };
    }

    /** Reads a value of a form; an empty one is not given. */
    static N1qlValue ofText(RequestParameter parameter, String text) {
        if (text.isEmpty()) {
            return N1qlValues.MISSING;
        }
        return switch (parameter.form()) {
            case TEXT -> N1qlValues.of(unquoted(parameter, text));
            case DURATION -> duration(parameter, N1qlValues.of(text));
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

    private static N1qlString text(RequestParameter parameter, N1qlValue value) {
        if (value instanceof N1qlString text) {
            return text;
        }
        throw RequestErrors.wrongType(parameter.parameterName(), "string");
    }

    private static String wrong(RequestParameter parameter, String expected, N1qlValue value) {
        if (value instanceof N1qlString text) {
            return text.stringValue();
        }
        throw RequestErrors.wrongType(parameter.parameterName(), expected);
    }

    private static N1qlValue duration(RequestParameter parameter, N1qlString text) {
        try {
            Durations.parse(text.stringValue());
            return text;
        } catch (IllegalArgumentException _) {
            throw unreadableDuration(parameter, text.stringValue());
        }
    }

    private static N1qlException unreadableDuration(RequestParameter parameter, String text) {
        return RequestErrors.badValue(parameter.parameterName(), "Unable to parse duration: " + text);
    }

    private static N1qlValue integer(RequestParameter parameter, String text) {
        try {
            return N1qlValues.of(Long.parseLong(text));
        } catch (NumberFormatException _) {
            throw RequestErrors.badValue(parameter.parameterName(), text + " is invalid");
        }
    }

    private static N1qlValue bool(RequestParameter parameter, String text) {
        return switch (text) {
            case "1", "t", "T", "true", "TRUE", "True" -> N1qlValues.TRUE;
            case "0", "f", "F", "false", "FALSE", "False" -> N1qlValues.FALSE;
            default -> throw RequestErrors.badValue(parameter.parameterName(), "unable to parse tristate as a boolean");
        };
    }
}
