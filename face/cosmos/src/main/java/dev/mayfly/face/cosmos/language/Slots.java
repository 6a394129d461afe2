package dev.mayfly.face.cosmos.language;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of inputs: one for each source of a query, behind those of the queries around it. */
final class Slots {
    /** The item has the first place of all. */
    static final int ITEM = 0;

    private final @Nullable Slots outer;
    private final Counter counter;
    private final Map<String, Integer> byAlias = new HashMap<>();
    private Map<Expression, Integer> computed = Map.of();

    /** How many places there are in all; shared by all queries of a text. */
    private static final class Counter {
        private int next = ITEM + 1;
    }

    Slots() {
        this.outer = null;
        this.counter = new Counter();
    }

    private Slots(Slots outer) {
        this.outer = outer;
        this.counter = outer.counter;
    }

    Slots inner() {
        return new Slots(this);
    }

    /** A further place, which is given to no one else. */
    int take() {
        return counter.next++;
    }

    int takeFor(@Nullable String alias) {
        int slot = take();
        if (alias != null) {
            byAlias.put(alias, slot);
        }
        return slot;
    }

    int count() {
        return counter.next;
    }

    int of(String alias) {
        Integer slot = byAlias.get(alias);
        if (slot != null) {
            return slot;
        }
        if (outer == null) {
            throw new IllegalStateException("a source that was not looked up");
        }
        return outer.of(alias);
    }

    /** From now on these expressions are looked up instead of computed. */
    void replace(Map<Expression, Integer> expressions) {
        computed = expressions;
    }

    /** The place where an expression has been put, or -1. */
    int computed(Expression expression) {
        Integer slot = computed.isEmpty() ? null : computed.get(expression);
        if (slot != null) {
            return slot;
        }
        return outer == null || !outer.hasComputed() || isOwn(expression) ? -1 : outer.computed(expression);
    }

    private boolean hasComputed() {
        return !computed.isEmpty() || (outer != null && outer.hasComputed());
    }

    /** Whether it says something of a source of this query, which may have the name of one around. */
    private boolean isOwn(Expression expression) {
        return Trees.contains(
                expression, part -> part instanceof Expression.Input(String alias) && byAlias.containsKey(alias));
    }
}
