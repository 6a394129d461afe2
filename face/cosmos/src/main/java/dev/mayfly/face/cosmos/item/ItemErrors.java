package dev.mayfly.face.cosmos.item;

import dev.mayfly.face.cosmos.CosmosException;

/** What requests about items are refused with, in the service's words where these are known. */
final class ItemErrors {
    private ItemErrors() {}

    /** 400, worded as the service words what its back end refuses. */
    static CosmosException invalid(String error) {
        return CosmosException.badRequest(wrapped(error));
    }

    private static String wrapped(String error) {
        StringBuilder text = new StringBuilder("Message: {\"Errors\":[\"");
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

    static CosmosException payload() {
        return invalid("The request payload is invalid. Ensure to provide a valid request payload.");
    }
}
