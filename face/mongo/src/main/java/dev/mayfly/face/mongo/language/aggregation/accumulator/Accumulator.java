package dev.mayfly.face.mongo.language.aggregation.accumulator;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonValue;

/** The state that a group accumulates from its rows. Used by one thread. */
public interface Accumulator {
    void add(View row, Variables variables);

    BsonValue result();

    /** Returns the whole state, for another of its kind to {@link #absorb}. */
    BsonValue state();

    /** Adds the state that another accumulator has gathered from rows later than its own. */
    void absorb(BsonValue state);

    /** Returns the bytes of the rows it holds. */
    default long bytes() {
        return 0;
    }

    /** Makes the accumulator of one group, whose {@code _id} the view holds. */
    @FunctionalInterface
    interface Factory {
        Accumulator start(View group, Variables variables);
    }
}
