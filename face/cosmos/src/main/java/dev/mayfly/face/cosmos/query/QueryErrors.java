package dev.mayfly.face.cosmos.query;

import dev.mayfly.face.cosmos.error.CosmosException;

/** The refusals of queries. */
final class QueryErrors {
    private QueryErrors() {}

    static CosmosException tooMuch() {
        return CosmosException.badRequest(
                "The query needs more memory than a query may have: it skips, sorts or tells apart"
                        + " too many rows. Ask for fewer of them, or add a filter.");
    }
}
