package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.expression.Variables;
import org.bson.BsonValue;

/** What a group gathers from its rows. Used by one thread. */
interface Accumulator {
    void add(View row, Variables variables);

    BsonValue result();

    /** All that it has gathered, for another of its kind to {@link #absorb}. */
    BsonValue state();

    /** Takes what another has gathered from rows that came later than its own. */
    void absorb(BsonValue state);

    /** How many bytes of rows it holds. */
    default long bytes() {
        return 0;
    }

    /** Makes the accumulator of one group, whose {@code _id} the view holds. */
    @FunctionalInterface
    interface Factory {
        Accumulator start(View group, Variables variables);
    }
}
