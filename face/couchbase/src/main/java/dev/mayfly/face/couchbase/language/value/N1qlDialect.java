package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.Dialect;
import dev.mayfly.base.query.value.NumberText;
import dev.mayfly.base.query.value.Weight;
import dev.mayfly.face.couchbase.language.QueryException;

/** How N1QL writes values, and refuses large ones. */
final class N1qlDialect {
    /** One row is far smaller; whoever gets here is refused. */
    private static final int BYTES_MAX = 64 << 20;

    static final NumberText NUMBERS = new NumberText("+Infinity", "-0", 2);

    static final Dialect DIALECT = new Dialect(
            NUMBERS,
            BYTES_MAX,
            () -> new QueryException(QueryException.MEMORY, "A result is larger than " + BYTES_MAX + " bytes."),
            () -> new QueryException(
                    QueryException.MEMORY, "An expression makes a value of more than " + Weight.PARTS_MAX + " parts."));

    private N1qlDialect() {}
}
