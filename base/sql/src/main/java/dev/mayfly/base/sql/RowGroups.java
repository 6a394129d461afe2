package dev.mayfly.base.sql;

import dev.mayfly.base.query.RequestGuard;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiPredicate;
import java.util.function.Supplier;

/**
 * The groups of rows by the values of their keys, in the order in which they came, within a bound of memory. Used by one
 * thread.
 *
 * @param <V> values, which are equal as their language says
 * @param <A> what is worked out of one group
 */
public final class RowGroups<V, A> {
    private static final int GROUP_BYTES = 200;

    private final Supplier<A> begin;
    private final RowMemory<V> memory;
    private final Map<List<V>, A> groups = new LinkedHashMap<>();

    /** @param keys how many a group has; without keys there is one group, even without rows */
    public RowGroups(int keys, Supplier<A> begin, RowMemory<V> memory) {
        this.begin = begin;
        this.memory = memory;
        if (keys == 0) {
            groups.put(List.of(), begin.get());
        }
    }

    /** Returns the group of these keys, a new one if there is none; the keys need not remain valid afterwards. */
    public A of(List<V> keys) {
        A known = groups.get(keys);
        if (known != null) {
            return known;
        }
        List<V> kept = new ArrayList<>(keys.size());
        for (V key : keys) {
            kept.add(memory.keep(key));
        }
        memory.take(GROUP_BYTES);
        A group = begin.get();
        groups.put(kept, group);
        return group;
    }

    /** Passes on each group with its keys as long as more are wanted; returns whether they are at the end. */
    public boolean each(BiPredicate<List<V>, A> next) {
        RequestGuard guard = RequestGuard.current();
        for (Map.Entry<List<V>, A> group : groups.entrySet()) {
            guard.step();
            long mark = guard.mark();
            boolean more = next.test(group.getKey(), group.getValue());
            guard.settle(mark, 0);
            if (!more) {
                return false;
            }
        }
        return true;
    }
}
