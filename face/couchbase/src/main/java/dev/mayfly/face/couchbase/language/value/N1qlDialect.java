package dev.mayfly.face.couchbase.language.value;

import dev.mayfly.base.query.value.Dialect;
import dev.mayfly.base.query.value.NumberText;
import dev.mayfly.base.query.value.Weight;

/** The JSON dialect of N1QL: writes values, and refuses large ones. */
final class N1qlDialect {
    /** One row is far smaller; a larger value is refused. */
    private static final int BYTES_MAX = 64 << 20;

    static final NumberText NUMBERS = new NumberText("+Infinity", "-0", 2);

    static final Dialect DIALECT = new Dialect(
            NUMBERS,
            BYTES_MAX,
            () -> new N1qlException(N1qlException.MEMORY, "A result is larger than " + BYTES_MAX + " bytes."),
            () -> new N1qlException(
                    N1qlException.MEMORY, "An expression makes a value of more than " + Weight.PARTS_MAX + " parts."));

    private N1qlDialect() {}
}
