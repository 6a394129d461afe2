package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Execution;
import java.util.Arrays;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The row under way in one SELECT: a value for each name, those of loops in expressions too. It is filled anew for
 * every row, and nothing of it may be kept. Used by one thread.
 */
public final class Frame {
    private final Value[] values;
    private final @Nullable Meta[] metas;
    private final @Nullable Frame outer;
    private final Execution execution;
    private final Map<Object, Object> remembered;

    /**
     * A frame without values.
     *
     * @param outer the row of the statement around this one, or null
     */
    public Frame(int slots, @Nullable Frame outer, Execution execution) {
        this.values = new Value[slots];
        this.metas = new @Nullable Meta[slots];
        this.outer = outer;
        this.execution = execution;
        this.remembered = outer == null ? new IdentityHashMap<>() : outer.remembered;
        Arrays.fill(values, Values.MISSING);
    }

    public Execution execution() {
        return execution;
    }

    public Value get(int slot) {
        return values[slot];
    }

    public @Nullable Meta meta(int slot) {
        return metas[slot];
    }

    public void set(int slot, Value value) {
        values[slot] = value;
        metas[slot] = null;
    }

    public void set(int slot, Value value, @Nullable Meta meta) {
        values[slot] = value;
        metas[slot] = meta;
    }

    /** What is worked out once in a run of the whole statement, whatever the row. */
    public <T> T once(Object what, Class<T> type, Supplier<T> work) {
        Object known = remembered.get(what);
        if (known == null) {
            known = work.get();
            remembered.put(what, known);
        }
        return type.cast(known);
    }

    /** The frame so many statements further out. */
    Frame at(int depth) {
        Frame frame = this;
        for (int i = 0; i < depth; i++) {
            Frame next = frame.outer;
            if (next == null) {
                throw new IllegalStateException("there is no statement around this one");
            }
            frame = next;
        }
        return frame;
    }
}
