package dev.mayfly.face.cosmos.feed;

import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;
import dev.mayfly.face.cosmos.http.RequestField;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerOperation;

/** Reads on in a change feed, in the mode that the client asks for. */
public final class ChangeFeed implements ContainerOperation {
    @Override
    public CosmosResponse answer(CosmosRequest request, Container container) {
        String mode = request.fields().given(RequestField.A_IM);
        if ("Incremental Feed".equalsIgnoreCase(mode)) {
            return LatestFeed.read(request, container);
        }
        if ("Full-Fidelity Feed".equalsIgnoreCase(mode)) {
            return FullFeed.read(request, container);
        }
        throw CosmosException.badRequest("Invalid value '" + mode + "' for the header 'a-im'.");
    }
}
