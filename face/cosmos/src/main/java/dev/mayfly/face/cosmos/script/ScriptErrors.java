package dev.mayfly.face.cosmos.script;

import dev.mayfly.base.script.ScriptException;
import dev.mayfly.face.cosmos.error.CosmosException;
import tools.jackson.databind.JsonNode;

/** The protocol's errors for what goes wrong with scripts. */
final class ScriptErrors {
    private static final int BAD_REQUEST = 400;
    private static final int FORBIDDEN = 403;
    private static final int TOO_MANY_REQUESTS = 429;

    private ScriptErrors() {}

    /** A script threw: its number, if it has one, is the substatus. */
    static CosmosException thrown(JsonNode failed) {
        return thrown(
                failed.path("message").asString(""),
                ScriptException.ownStack(failed.path("stack").asString("")),
                failed.path("number").asInt(0));
    }

    private static CosmosException thrown(String message, String stack, int number) {
        String said = "Encountered exception while executing Javascript. Exception = " + message + "\r\nStack trace: "
                + message + (stack.isEmpty() ? "" : "\n" + stack.stripTrailing());
        return new CosmosException(BAD_REQUEST, number, "BadRequest", said);
    }

    static CosmosException of(ScriptException failure) {
        return switch (failure.kind()) {
            case THROWN -> thrown(failure.getMessage(), failure.stack(), 0);
            case TIME ->
                new CosmosException(
                        FORBIDDEN,
                        0,
                        "Forbidden",
                        "The script exceeded the time that it may run, so nothing was written. Let it end when an"
                                + " operation is not accepted, and call it again.");
            case HOST_CALLS ->
                new CosmosException(
                        FORBIDDEN,
                        0,
                        "Forbidden",
                        "The script asked for more operations than one execution may, so nothing was written.");
            case MEMORY ->
                new CosmosException(
                        FORBIDDEN, 0, "Forbidden", "The script needs more memory than it may, so nothing was written.");
            case PROTOCOL ->
                CosmosException.badRequest(
                        "The script broke the objects that the server gave it: " + failure.getMessage());
            case BUSY ->
                new CosmosException(
                        TOO_MANY_REQUESTS, 0, "TooManyRequests", "Too many scripts are running; retry later.");
        };
    }

    static CosmosException off() {
        return CosmosException.badRequest("Scripts do not run here: the server was started with --scripts off.");
    }
}
