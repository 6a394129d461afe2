package dev.mayfly.face.cosmos.language.value;

import dev.mayfly.base.query.value.Dialect;
import dev.mayfly.base.query.value.NumberText;
import dev.mayfly.base.query.value.Weight;
import dev.mayfly.face.cosmos.CosmosException;

/** How the query language of Cosmos DB writes values, and refuses large ones. */
final class CosmosDialect {
    /** As JavaScript does. */
    static final NumberText NUMBERS = new NumberText("Infinity", "0", 1);

    /** An answer is far smaller than 16 MiB; whoever gets there is refused. */
    static final Dialect DIALECT = new Dialect(
            NUMBERS,
            16 << 20,
            () -> new CosmosException(413, 0, "RequestEntityTooLarge", "The answer is too large."),
            () -> CosmosException.badRequest(
                    "An expression of the query makes a value of more than " + Weight.PARTS_MAX + " parts."));

    private CosmosDialect() {}
}
