package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;

/** Puts one value after the other into its slot of the frame. Safe for concurrent use. */
public interface Producer {
    /** Asks the body for each of them; false as soon as the body wants no more. */
    boolean each(Frame frame, JoinStep body);

    /** Returns the form that EXPLAIN shows. */
    N1qlValue explained();

    /** Returns whether whole documents are fetched behind it. */
    default boolean fetches() {
        return false;
    }
}
