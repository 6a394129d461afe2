package dev.mayfly.engine.format;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import java.util.Arrays;

/**
 * The expiry data of a queue entry, read into the same object entry after entry. Not safe for concurrent
 * use.
 *
 * <p>A hot path: a walk over a million entries allocates nothing here.
 */
public final class QueueHead {
    private long version;
    private int bytes;
    private int generation;
    private int count;
    private int[] queues = new int[8];
    private long[] at = new long[8];

    /** Takes the value of an entry; bytes may follow it. */
    public void read(byte[] value) {
        version = (long) Layout.LONG.get(value, 0);
        int position = 8;
        bytes = varint(value, position);
        position += varintLength(value, position);
        generation = varint(value, position);
        position += varintLength(value, position);
        int size = varint(value, position);
        position += varintLength(value, position);
        makeRoom(size);
        for (int index = 0; index < size; index++) {
            queues[index] = varint(value, position);
            position += varintLength(value, position);
            at[index] = (long) Layout.LONG.get(value, position);
            position += 8;
        }
        count = size;
    }

    /** Takes what a document says itself. */
    public void set(Instants instants, int size, int ofGeneration) {
        version = instants.version();
        bytes = size;
        generation = ofGeneration;
        makeRoom(instants.queues().length);
        count = instants.queues().length;
        System.arraycopy(instants.queues(), 0, queues, 0, count);
        System.arraycopy(instants.at(), 0, at, 0, count);
    }

    private void makeRoom(int size) {
        if (size > queues.length) {
            queues = new int[size];
            at = new long[size];
        }
    }

    private static int varint(byte[] value, int from) {
        int read = value[from];
        if (read >= 0) {
            return read;
        }
        read &= 0x7f;
        int position = from + 1;
        for (int shift = 7; shift < 35; shift += 7) {
            int next = value[position++];
            read |= (next & 0x7f) << shift;
            if (next >= 0) {
                return read;
            }
        }
        throw new IllegalStateException("a varint has at most five bytes");
    }

    private static int varintLength(byte[] value, int from) {
        int position = from;
        while (value[position] < 0) {
            position++;
        }
        return position + 1 - from;
    }

    public long version() {
        return version;
    }

    public int bytes() {
        return bytes;
    }

    public int generation() {
        return generation;
    }

    public int count() {
        return count;
    }

    public int queue(int position) {
        return queues[position];
    }

    public long at(int position) {
        return at[position];
    }

    /** The instant in a queue, or {@link Deadlines#NO_DEADLINE}. */
    public long in(int queue) {
        for (int position = 0; position < count; position++) {
            if (queues[position] == queue) {
                return at[position];
            }
        }
        return Deadlines.NO_DEADLINE;
    }

    /** Returns true if it says anything about the queue. */
    public boolean knows(int queue) {
        for (int position = 0; position < count; position++) {
            if (queues[position] == queue) {
                return true;
            }
        }
        return false;
    }

    public Instants instants() {
        return new Instants(version, Arrays.copyOf(queues, count), Arrays.copyOf(at, count));
    }
}
