package dev.mayfly.face.cosmos.language;

import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names that may be referred to inside a query and its subqueries. */
final class Scope {
    private final @Nullable Scope outer;
    private final Set<String> aliases = new HashSet<>();
    private boolean aggregates;
    private boolean insideAggregate;

    Scope(@Nullable Scope outer) {
        this.outer = outer;
    }

    boolean isOutermost() {
        return outer == null;
    }

    /** False when the query itself has it already. */
    boolean declare(String alias) {
        return aliases.add(alias);
    }

    /** Returns true if there is nothing to refer to yet. */
    boolean isEmpty() {
        return aliases.isEmpty() && (outer == null || outer.isEmpty());
    }

    boolean knows(String alias) {
        return aliases.contains(alias) || (outer != null && outer.knows(alias));
    }

    boolean aggregates() {
        return aggregates;
    }

    boolean insideAggregate() {
        return insideAggregate;
    }

    void enterAggregate() {
        aggregates = true;
        insideAggregate = true;
    }

    void leaveAggregate() {
        insideAggregate = false;
    }
}
