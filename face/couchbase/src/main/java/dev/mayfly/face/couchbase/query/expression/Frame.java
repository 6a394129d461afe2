package dev.mayfly.face.couchbase.query.expression;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution;
import java.util.Arrays;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * The row under way in one SELECT: a value for each name, those of loops in expressions too. It is filled anew for
 * every row, and nothing of it may be kept. Used by one thread.
 */
public final class Frame {
    private final N1qlValue[] values;
    private final @Nullable Meta[] metas;
    private final @Nullable Frame outer;
    private final StatementExecution execution;
    private final boolean correlated;
    private final Map<Object, Object> remembered;
    private @Nullable Map<Object, Long> sequences;

    /**
     * A frame without values.
     *
     * @param outer the row of the statement around this one, or null
     */
    public Frame(int slots, @Nullable Frame outer, StatementExecution execution) {
        this(slots, outer, execution, outer != null && outer.correlated);
    }

    /** @param correlated whether the statement depends on the row around it, and so runs again for each */
    public Frame(int slots, @Nullable Frame outer, StatementExecution execution, boolean correlated) {
        this.correlated = correlated;
        this.values = new N1qlValue[slots];
        this.metas = new @Nullable Meta[slots];
        this.outer = outer;
        this.execution = execution;
        this.remembered = outer == null ? new IdentityHashMap<>() : outer.remembered;
        Arrays.fill(values, N1qlValues.MISSING);
    }

    /** Returns whether this is a row of a subquery that depends on the row around it. */
    public boolean isCorrelated() {
        return correlated;
    }

    public StatementExecution execution() {
        return execution;
    }

    public N1qlValue get(int slot) {
        return values[slot];
    }

    public @Nullable Meta meta(int slot) {
        return metas[slot];
    }

    public void set(int slot, N1qlValue value) {
        values[slot] = value;
        metas[slot] = null;
    }

    public void set(int slot, N1qlValue value, @Nullable Meta meta) {
        values[slot] = value;
        metas[slot] = meta;
    }

    /** Begins another row, which takes sequence numbers of its own. */
    public void beginRow() {
        sequences = null;
    }

    /** Returns the sequence numbers that the row has taken, or null for none. */
    public @Nullable Map<Object, Long> taken() {
        return sequences;
    }

    /** Returns to a row that has taken sequence numbers before. */
    public void resumeRow(@Nullable Map<Object, Long> taken) {
        sequences = taken;
    }

    /** The number that the row has taken of a sequence, or null. */
    public @Nullable Long taken(Object sequence) {
        return sequences == null ? null : sequences.get(sequence);
    }

    /** The row has taken a number of a sequence, which every NEXTVAL of the row is. */
    public void take(Object sequence, long number) {
        if (sequences == null) {
            sequences = new HashMap<>();
        }
        sequences.put(sequence, number);
    }

    /** Computes a value once in a run of the whole statement, whatever the row. */
    public <T> T once(Object what, Class<T> type, Supplier<T> work) {
        Object known = remembered.get(what);
        if (known == null) {
            known = work.get();
            remembered.put(what, known);
        }
        return type.cast(known);
    }

    /** Returns the frame {@code depth} statements further out. */
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
