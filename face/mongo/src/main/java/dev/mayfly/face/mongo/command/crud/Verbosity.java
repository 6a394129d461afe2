package dev.mayfly.face.mongo.command.crud;

import java.util.Optional;
import java.util.stream.Stream;

/** The level of detail of explain. */
enum Verbosity {
    QUERY_PLANNER("queryPlanner"),
    EXECUTION_STATS("executionStats"),
    ALL_PLANS_EXECUTION("allPlansExecution");

    private final String word;

    Verbosity(String word) {
        this.word = word;
    }

    static Optional<Verbosity> of(String word) {
        return Stream.of(values())
                .filter(verbosity -> verbosity.word.equals(word))
                .findFirst();
    }

    boolean isExecuted() {
        return this != QUERY_PLANNER;
    }
}
