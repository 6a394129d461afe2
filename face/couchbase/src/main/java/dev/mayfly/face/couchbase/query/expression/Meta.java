package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.Value;

/** What META() shows of a row's document. */
public interface Meta {
    /** One field, which is worked out alone; MISSING when there is none of this name. */
    Value field(String name);

    /** All that is shown, as an object. */
    Value all();
}
