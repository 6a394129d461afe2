package dev.mayfly.face.cosmos.language.function;

import dev.mayfly.face.cosmos.error.CosmosException;

/** Where queries find the functions that clients have made. */
@FunctionalInterface
public interface FunctionSource {
    /** A query for which there are none. */
    FunctionSource NONE = name -> {
        throw CosmosException.badRequest("The user defined function '" + name
                + "' cannot be called here: such functions run in the queries of clients alone.");
    };

    /** @throws CosmosException if there is none of this name */
    SqlEvaluator find(String name);
}
