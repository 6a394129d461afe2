package dev.mayfly.face.cosmos.http;

/** Answers one kind of request. Safe for concurrent use. */
@FunctionalInterface
public interface Operation {
    /** @throws dev.mayfly.face.cosmos.CosmosException to answer with an error */
    CosmosResponse answer(CosmosRequest request);

    /** Whether answering this waits for nothing and ends soon, so that it may run on the event loop itself. */
    default boolean isBounded(CosmosRequest request) {
        return false;
    }
}
