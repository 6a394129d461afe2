package dev.mayfly.face.cosmos.resource;

import dev.mayfly.face.cosmos.http.CosmosRequest;
import dev.mayfly.face.cosmos.http.CosmosResponse;

/** Answers one kind of request about what is in a container. Safe for concurrent use. */
@FunctionalInterface
public interface ContainerOperation {
    /** @throws dev.mayfly.face.cosmos.error.CosmosException to answer with an error */
    CosmosResponse answer(CosmosRequest request, Container container);

    /** Returns true if answering this never waits and ends soon, so that it may run on the event loop itself. */
    default boolean isBounded(CosmosRequest request) {
        return false;
    }
}
