package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.QueryException;

/** What can be wrong with a request before its statement is looked at, and the status of HTTP for every error. */
final class RequestErrors {
    static final int TIMED_OUT = 1080;
    static final int STOPPED = 5008;
    static final int INTERNAL = 5000;

    private static final int OK = 200;
    private static final int FAILED = 500;

    private RequestErrors() {}

    static QueryException readOnly() {
        return new QueryException(1000, "The server or request is read-only and cannot accept this write statement.");
    }

    static QueryException method(String method) {
        return new QueryException(1010, "Unsupported http method: " + method);
    }

    static QueryException notImplemented(String feature, String value) {
        return new QueryException(1020, value + " " + feature + " not yet implemented");
    }

    static QueryException unknownValue(String feature, String value) {
        return new QueryException(1030, "Unknown " + feature + " value: " + value);
    }

    static QueryException badValue(String feature, String fault) {
        return new QueryException(1040, "Error processing " + feature + " - cause: " + fault);
    }

    static QueryException missing(String feature) {
        return new QueryException(1050, "No " + feature + " value");
    }

    static QueryException multiple(String feature) {
        return new QueryException(1060, "Multiple values for " + feature + ".");
    }

    static QueryException unknownParameter(String name) {
        return new QueryException(1065, "Unrecognized parameter in request: " + name);
    }

    static QueryException wrongType(String feature, String expected) {
        return new QueryException(1070, feature + " has to be of type " + expected);
    }

    static QueryException clientId() {
        return new QueryException(1110, "forbidden character (\\ or \") in client_context_id");
    }

    static QueryException tooMany() {
        return new QueryException(1201, "Request queue full");
    }

    static QueryException unauthorized() {
        return new QueryException(10000, "Unable to authorize user.");
    }

    /** Of a request that was refused before it ran. */
    static int statusOfRefusal(int code) {
        int known = statusOf(code);
        return known == OK ? FAILED : known;
    }

    /** Of a request that ran; most errors of those are told in the answer alone. */
    static int statusOf(int code) {
        return switch (code) {
            case 1000 -> 403;
            case 1010 -> 405;
            case 1020, 1030, 1040, 1050, 1060, 1065, 1070, 3000 -> 400;
            case 1120 -> 406;
            case 1180, 1181, 1182 -> 503;
            case 1191, 1192, 1201 -> 429;
            case 4000, 4040 -> 404;
            case 4300 -> 409;
            case INTERNAL -> FAILED;
            case 5370 -> 422;
            case 10000, 13014, 2120 -> 401;
            case 12002, 12003, 12020 -> 424;
            default -> OK;
        };
    }

    /** Whether the same request may go well another time. */
    static boolean isPassing(int code) {
        return code == TIMED_OUT || code == 1201;
    }
}
