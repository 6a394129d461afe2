package dev.mayfly.store.api;

import java.util.Arrays;

/**
 * A position in an ordered read; where it stands is a key, so a new cursor can go on from there.
 *
 * <p>Sees the partition as it was when the cursor was opened, but for what {@link Capability#TURNS} says. The buffers are the cursor's own: their first
 * {@code keyLength()} or {@code valueLength()} bytes are valid until the cursor moves. Used by one thread at a time;
 * must be closed.
 */
public interface Cursor extends AutoCloseable {
    /** Moves to the next entry, or answers false when there is none or the limit is reached. */
    boolean next();

    byte[] keyBuffer();

    int keyLength();

    byte[] valueBuffer();

    int valueLength();

    /** A copy of the current key. */
    default byte[] key() {
        return Arrays.copyOf(keyBuffer(), keyLength());
    }

    /** A copy of the current value. */
    default byte[] value() {
        return Arrays.copyOf(valueBuffer(), valueLength());
    }

    @Override
    void close();
}
