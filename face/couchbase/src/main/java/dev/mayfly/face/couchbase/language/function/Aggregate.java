package dev.mayfly.face.couchbase.language.function;

import dev.mayfly.face.couchbase.language.value.Value;

/** One aggregate of one group under way. Used by one thread. */
public interface Aggregate {
    /** One more row's argument; TRUE for each row of {@code COUNT(*)}. */
    void add(Value argument);

    /** What the rows so far amount to. */
    Value result();

    /** About how many bytes this holds, for whoever bounds the memory of all groups. */
    long bytes();
}
