package dev.mayfly.store.cassandra;

import dev.mayfly.store.api.Expectation;

/** What a statement expects of its row: an {@link Expectation} without its place. */
sealed interface CellCondition {
    record Absent() implements CellCondition {}

    record Version(long version) implements CellCondition {}

    static CellCondition of(Expectation expectation) {
        return switch (expectation) {
            case Expectation.Absent _ -> new Absent();
            case Expectation.Version(var _, var _, long version) -> new Version(version);
        };
    }
}
