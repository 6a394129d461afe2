package dev.mayfly.face.cosmos.partition;

import dev.mayfly.face.cosmos.error.CosmosException;

/** The refusals of requests about items, in the service's words where these are known. */
public final class ItemErrors {
    private ItemErrors() {}

    /** 400, worded as the service words what its back end refuses. */
    public static CosmosException invalid(String error) {
        return CosmosException.ofErrors(wrapped(error), error);
    }

    private static String wrapped(String error) {
        StringBuilder text = new StringBuilder("{\"Errors\":[\"");
        for (int at = 0; at < error.length(); at++) {
            char c = error.charAt(at);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else {
                text.append(c < ' ' ? ' ' : c);
            }
        }
        return text.append("\"]}").toString();
    }

    public static CosmosException payload() {
        return invalid("The request payload is invalid. Ensure to provide a valid request payload.");
    }
}
