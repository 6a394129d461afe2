package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.Frame;

/** What puts one thing after the other into its place of the frame. Safe for concurrent use. */
interface Producer {
    /** Asks the body for each of them; false as soon as the body wants no more. */
    boolean each(Frame frame, Step body);

    /** What EXPLAIN shows of it. */
    Value explained();

    /** Whether whole documents are fetched behind it. */
    default boolean fetches() {
        return false;
    }
}
