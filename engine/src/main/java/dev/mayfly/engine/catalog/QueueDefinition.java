package dev.mayfly.engine.catalog;

import dev.mayfly.base.document.FieldPath;
import org.jspecify.annotations.Nullable;

/**
 * One expiry queue of a collection.
 *
 * @param id one of {@link dev.mayfly.engine.expiry.QueueIds}, or the number of the index that orders it
 * @param path the field whose earliest date is the instant, or the property that the queue is about where its instant is none
 *     in the document; null for the queues of lifetimes
 * @param partial the face's form of the filter that documents must pass to stand in it; empty when there is none
 * @param dropped the index that was dropped with its rule, for as long as that can be undone and the queue drains; or null
 * @param instant the instant taken from the path; without meaning for the queues of lifetimes
 * @param property the property that the queue is about; null for one about whole documents
 */
public record QueueDefinition(
        int id,
        @Nullable FieldPath path,
        byte[] partial,
        State state,
        @Nullable IndexDefinition dropped,
        FieldInstant instant,
        @Nullable PropertyTerm property) {
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
        this(id, path, partial, state, null, instant, null);
    }

    /** A queue about a property, which is being built. */
    public QueueDefinition(int id, FieldPath path, PropertyTerm property) {
        this(id, path, IndexDefinition.NO_BYTES, State.BUILDING, null, FieldInstant.EARLIEST_DATE, property);
    }

    public QueueDefinition in(State next) {
        return new QueueDefinition(id, path, partial, next, null, instant, property);
    }

    /** Draining, since this index was dropped. */
    public QueueDefinition without(IndexDefinition index) {
        return new QueueDefinition(id, path, partial, State.DRAINING, index, instant, property);
    }

    public boolean isKept() {
        return state != State.DRAINING;
    }
}
