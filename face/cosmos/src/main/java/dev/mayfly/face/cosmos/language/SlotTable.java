package dev.mayfly.face.cosmos.language;

import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The places of inputs: one for each source of a query, behind those of the queries around it. */
final class SlotTable {
    /** The item has the first place of all. */
    static final int ITEM = 0;

    private final @Nullable SlotTable outer;
    private final Counter counter;
    private final Map<String, Integer> byAlias = new HashMap<>();
    private Map<SqlExpression, Integer> computed = Map.of();

    /** The number of slots in all; shared by all queries of a text. */
    private static final class Counter {
        private int next = ITEM + 1;
    }

    SlotTable() {
        this.outer = null;
        this.counter = new Counter();
    }

    private SlotTable(SlotTable outer) {
        this.outer = outer;
        this.counter = outer.counter;
    }

    SlotTable inner() {
        return new SlotTable(this);
    }

    /** Returns a further slot, unique within the text. */
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

    /** Makes later lookups of these expressions read a slot instead of computing the value. */
    void replace(Map<SqlExpression, Integer> expressions) {
        computed = expressions;
    }

    /** The place where an expression has been put, or -1. */
    int computed(SqlExpression expression) {
        Integer slot = computed.isEmpty() ? null : computed.get(expression);
        if (slot != null) {
            return slot;
        }
        return outer == null || !outer.hasComputed() || isOwn(expression) ? -1 : outer.computed(expression);
    }

    private boolean hasComputed() {
        return !computed.isEmpty() || (outer != null && outer.hasComputed());
    }

    /** Returns true if it refers to a source of this query, which may shadow an outer one. */
    private boolean isOwn(SqlExpression expression) {
        return Trees.contains(
                expression, part -> part instanceof SqlExpression.Input(String alias) && byAlias.containsKey(alias));
    }
}
