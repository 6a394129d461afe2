package dev.mayfly.engine.read;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.format.ByteWriter;
import java.nio.ByteBuffer;
import org.jspecify.annotations.Nullable;

/**
 * The deadlines that a walk in their order covers.
 *
 * @param from the first, in milliseconds since the epoch
 * @param until the first beyond them
 * @param after the {@link DocumentCursor#position} of an earlier walk, behind which to begin, or null
 */
public record DeadlineRange(long from, long until, byte @Nullable [] after) {
    /** All there are. */
    public static final DeadlineRange ALL = new DeadlineRange(Long.MIN_VALUE, Deadlines.NO_DEADLINE, null);

    public DeadlineRange {
        if (after != null && after.length < 8) {
            throw new IllegalArgumentException("that is no position among deadlines");
        }
    }

    /** All from one instant to another. */
    public static DeadlineRange of(long from, long until) {
        return new DeadlineRange(from, until, null);
    }

    /** The same, from behind a position on. */
    public DeadlineRange behind(byte @Nullable [] position) {
        return new DeadlineRange(from, until, position);
    }

    /** Returns the position of a walk at a document that has a deadline. */
    public static byte[] position(Document document) {
        return position(document.deadline(), document.key().bytes());
    }

    static byte[] position(long deadline, byte[] document) {
        return new ByteWriter(8 + document.length)
                .put8(deadline ^ Long.MIN_VALUE)
                .put(document)
                .toBytes();
    }

    static long deadline(byte[] position) {
        return ByteBuffer.wrap(position).getLong() ^ Long.MIN_VALUE;
    }
}
