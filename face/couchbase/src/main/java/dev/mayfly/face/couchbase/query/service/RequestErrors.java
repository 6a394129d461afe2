package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.MemoryLimitExceeded;
import dev.mayfly.face.couchbase.language.value.N1qlException;

/** The errors of a request before its statement is looked at, and the HTTP status for every error. */
final class RequestErrors {
    static final int TIMED_OUT = 1080;
    static final int STOPPED = 5008;
    static final int INTERNAL = 5000;

    private static final int OK = 200;
    private static final int FAILED = 500;

    private RequestErrors() {}

    static N1qlException readOnly() {
        return new N1qlException(1000, "The server or request is read-only and cannot accept this write statement.");
    }

    static N1qlException method(String method) {
        return new N1qlException(1010, "Unsupported http method: " + method);
    }

    static N1qlException notImplemented(String feature, String value) {
        return new N1qlException(1020, value + " " + feature + " not yet implemented");
    }

    static N1qlException unknownValue(String feature, String value) {
        return new N1qlException(1030, "Unknown " + feature + " value: " + value);
    }

    static N1qlException badValue(String feature, String fault) {
        return new N1qlException(1040, "Error processing " + feature + " - cause: " + fault);
    }

    static N1qlException missing(String feature) {
        return new N1qlException(1050, "No " + feature + " value");
    }

    static N1qlException multiple(String feature) {
        return new N1qlException(1060, "Multiple values for " + feature + ".");
    }

    static N1qlException unknownParameter(String name) {
        return new N1qlException(1065, "Unrecognized parameter in request: " + name);
    }

    static N1qlException wrongType(String feature, String expected) {
        return new N1qlException(1070, feature + " has to be of type " + expected);
    }

    static N1qlException clientId() {
        return new N1qlException(1110, "forbidden character (\\ or \") in client_context_id");
    }

    /** Returns the error of a request that needs more memory than it may use, or than is left. */
    static N1qlException memory(MemoryLimitExceeded exceeded) {
        return new N1qlException(
                N1qlException.MEMORY, "Request has exceeded memory quota (limit: " + exceeded.limitBytes() + ")");
    }

    static N1qlException tooMany() {
        return new N1qlException(1201, "Request queue full");
    }

    static N1qlException unauthorized() {
        return new N1qlException(10000, "Unable to authorize user.");
    }

    /** Returns the HTTP status of a request that was refused before it ran. */
    static int statusOfRefusal(int code) {
        int known = statusOf(code);
        return known == OK ? FAILED : known;
    }

    /** Returns the HTTP status of a request that ran; most errors of those are told in the answer alone. */
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

    /** Returns whether the same request may succeed another time. */
    static boolean isPassing(int code) {
        return code == TIMED_OUT || code == 1201;
    }
}
