package dev.mayfly.face.cosmos.http;

/** Answers one kind of request. Safe for concurrent use. */
@FunctionalInterface
public interface RestOperation {
    /** @throws dev.mayfly.face.cosmos.error.CosmosException to answer with an error */
    CosmosResponse answer(CosmosRequest request);

    /** Returns true if answering this never waits and ends soon, so that it may run on the event loop itself. */
    default boolean isBounded(CosmosRequest request) {
        return false;
    }
}
