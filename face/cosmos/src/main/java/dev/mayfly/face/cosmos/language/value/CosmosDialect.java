package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.Dialect;
import dev.mayfly.base.query.value.NumberText;
import dev.mayfly.base.query.value.Weight;
import dev.mayfly.face.cosmos.error.CosmosException;

/** The notation of values in the query language of Cosmos DB, and its refusal of large ones. */
final class CosmosDialect {
    /** The number format of JavaScript. */
    static final NumberText NUMBERS = new NumberText("Infinity", "0", 1);

    /** An answer is far smaller than 16 MiB; a query that reaches it is refused. */
    static final Dialect DIALECT = new Dialect(
            NUMBERS,
            16 << 20,
            () -> new CosmosException(413, 0, "RequestEntityTooLarge", "The answer is too large."),
            () -> CosmosException.badRequest(
                    "An expression of the query makes a value of more than " + Weight.PARTS_MAX + " parts."));

    private CosmosDialect() {}
}
