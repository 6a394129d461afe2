package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;

/** The content of META() for a row's document. */
public interface Meta {
    /** One field, which is worked out alone; MISSING when there is none of this name. */
    N1qlValue field(String name);

    /** One extended attribute, which must be asked for by its name; MISSING where there is none. */
    default N1qlValue attribute(String name, StatementExecution execution) {
        return N1qlValues.MISSING;
    }

    /** Returns everything that is shown, as an object. */
    N1qlValue all();
}
