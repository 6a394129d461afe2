package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * One expiry queue of a collection.
 *
 * @param id one of {@link dev.mayfly.engine.expiry.QueueIds}, or the number of the index that orders it
 * @param path the field whose earliest date is the instant; null for the queues of lifetimes
 * @param partial the face's form of the filter that documents must pass to stand in it; empty when there is none
 * @param dropped the index that was dropped with its rule, for as long as that can be undone and the queue drains; or null
 * @param instant the instant taken from the path; without meaning for the queues of lifetimes
 */
public record QueueDefinition(
        int id,
        @Nullable FieldPath path,
        byte[] partial,
        State state,
        @Nullable IndexDefinition dropped,
        FieldInstant instant) {
    /** The life of a queue. */
    public enum State {
        /** Writers keep it; it may lack documents written before it was made. */
        BUILDING,
        /** It holds every document that has an instant. */
        READY,
        /** No rule rests on it any more; writers only remove entries, until nothing needs it. */
        DRAINING
    }

    public QueueDefinition(int id, @Nullable FieldPath path, byte[] partial, State state) {
        this(id, path, partial, state, FieldInstant.EARLIEST_DATE);
    }

    public QueueDefinition(int id, @Nullable FieldPath path, byte[] partial, State state, FieldInstant instant) {
        this(id, path, partial, state, null, instant);
    }

    public QueueDefinition in(State next) {
        return new QueueDefinition(id, path, partial, next, instant);
    }

    /** Draining, since this index was dropped. */
    public QueueDefinition without(IndexDefinition index) {
        return new QueueDefinition(id, path, partial, State.DRAINING, index, instant);
    }

    public boolean isKept() {
        return state != State.DRAINING;
    }
}
