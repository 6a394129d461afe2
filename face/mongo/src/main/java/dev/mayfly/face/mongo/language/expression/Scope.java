package dev.mayfly.face.mongo.language.expression;

import java.util.HashSet;
import java.util.Set;

/** The user's variables that may be read at one place of an expression. Immutable. */
record Scope(Set<String> variables) {
    static final Scope EMPTY = new Scope(Set.of());

    Scope {
        variables = Set.copyOf(variables);
    }

    Scope with(String variable) {
        Set<String> more = new HashSet<>(variables);
        more.add(variable);
        return new Scope(more);
    }
}
