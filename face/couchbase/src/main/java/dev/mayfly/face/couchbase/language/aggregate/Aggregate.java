package dev.mayfly.face.couchbase.language.aggregate;

import dev.mayfly.face.couchbase.language.value.N1qlValue;

/** One aggregate of one group under way. Used by one thread. */
public interface Aggregate {
    /** One more row's argument; TRUE for each row of {@code COUNT(*)}. */
    void add(N1qlValue argument);

    /** Returns the aggregate of the rows so far. */
    N1qlValue result();

    /** Returns the approximate bytes held, for the memory bound of all groups. */
    long bytes();
}
