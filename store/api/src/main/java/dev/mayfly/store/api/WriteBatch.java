package dev.mayfly.store.api;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Writes of one partition that become visible together or not at all.
 *
 * <p>A batch holds at most one operation per key, and no put inside a range that it deletes; stores may rely on it. The
 * arrays belong to the batch from the moment they are given. Not safe for concurrent use.
 */
public final class WriteBatch {
    /** One write. A put has a value, a delete has none, a range delete has an end. */
    public sealed interface Write {
        Space space();

        byte[] key();
    }

    public record Put(Space space, byte[] key, byte[] value) implements Write {}

    public record Delete(Space space, byte[] key) implements Write {}

    /** Deletes every key from {@code key} until {@code until}, or to the partition's end in that space when it is null. */
    public record DeleteRange(Space space, byte[] key, byte @Nullable [] until) implements Write {}

    private final List<Write> writes = new ArrayList<>();
    private final long operationId;
    private long moment;
    private @Nullable Turn turn;
    private long schema;
    private byte @Nullable [] state;

    /** A batch that a store without retries needs no id for. */
    public WriteBatch() {
        this(0);
    }

    /** @param operationId the same for every attempt at the same batch, and for no other */
    public WriteBatch(long operationId) {
        this.operationId = operationId;
    }

    public WriteBatch put(Space space, byte[] key, byte[] value) {
        writes.add(new Put(space, key, value));
        return this;
    }

    public WriteBatch delete(Space space, byte[] key) {
        writes.add(new Delete(space, key));
        return this;
    }

    public WriteBatch deleteRange(Space space, KeyRange range) {
        if (!range.isEmpty()) {
            writes.add(new DeleteRange(space, range.from(), range.until()));
        }
        return this;
    }

    /** The writes in the order they were added; a live view. */
    public List<Write> writes() {
        return writes;
    }

    public boolean isEmpty() {
        return writes.isEmpty();
    }

    /**
     * Promises that everything the batch's commit expects was read, and found so, after this moment of the partition,
     * so that a store need not reread a key without later writes. 0 promises nothing.
     */
    public WriteBatch readSince(long momentOfPartition) {
        moment = momentOfPartition;
        return this;
    }

    public long readSince() {
        return moment;
    }

    /**
     * Stands the batch on a turn of its partition. Stores without turns do not look at it.
     *
     * @param last the last turn as far as the writer knows
     * @param nextSchema the schema of the batches after this one: that of the turn, or a greater number
     */
    public WriteBatch standOn(Turn last, long nextSchema) {
        turn = last;
        schema = nextSchema;
        return this;
    }

    /** The turn on which the batch stands, or null if it depends on none. */
    public @Nullable Turn turn() {
        return turn;
    }

    /**
     * Leaves a few bytes beside the turn that the batch makes, for whoever writes after it. What an earlier batch has left is
     * gone with that turn. Stores without turns do not look at it.
     */
    public WriteBatch leave(byte[] stateOfPartition) {
        state = stateOfPartition;
        return this;
    }

    /** What the batch leaves beside its turn, or null. */
    public byte @Nullable [] state() {
        return state;
    }

    /** Returns the turn that the batch makes, after this last one. */
    public Turn turnAfter(Turn last) {
        return turn == null ? last.next() : last.next().withSchema(schema);
    }

    public long operationId() {
        return operationId;
    }
}
