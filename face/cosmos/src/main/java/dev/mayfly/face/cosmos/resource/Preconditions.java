package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.error.CosmosErrors;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import tools.jackson.databind.node.ObjectNode;

/** The conditions of requests about resources other than items. */
final class Preconditions {
    private Preconditions() {}

    /** Refuses a change of another state than the client knows. */
    static void require(CosmosRequest request, ObjectNode resource) {
        String known = request.ifMatch();
        if (known != null && !Etag.matches(known, etag(resource))) {
            throw CosmosErrors.preconditionFailed();
        }
    }

    /** Returns true if a reader has this state already. */
    static boolean isKnown(CosmosRequest request, ObjectNode resource) {
        String known = request.ifNoneMatch();
        return known != null && Etag.matches(known, etag(resource));
    }

    static String etag(ObjectNode resource) {
        return resource.get("_etag").stringValue();
    }
}
