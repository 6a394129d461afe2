package dev.mayfly.store.rocksdb;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/**
 * A table of values by partition and key, in sets of eight places with a stamp each. A hot path: a value that is found costs
 * one volatile read, and writes nothing. Safe for use by any number of threads.
 */
final class StampedSets {
    /*
     * The stamp of a set counts the writes of its keys that have begun, above, and those that are under way, below; its
     * highest bit is the lock of the set. A reader does not use a set that is being written. A value that was read from the
     * database is put in only if the stamp is still what it was before that read, which the lock is taken with in one step:
     * no write was under way then, and none has begun since. A writer replaces the value, under the lock, after its write
     * and before it counts itself out. So a reader that comes after the write was acknowledged finds the new value or none.
     *
     * Places are read without the lock: an entry never changes but for its mark of use, and a hash that does not belong to
     * the entry beside it makes a miss, as the key is compared too.
     *
     * A deletion of a range concerns all sets. It is counted in a stamp of its own instead of in each of theirs.
     */
    private static final int WAYS = 8;
    private static final long UNDER_WAY = 0xffff;
    private static final long BEGUN = UNDER_WAY + 1;
    private static final long LOCKED = Long.MIN_VALUE;

    /** The bytes of the bound per set: its places are for entries of an eighth of it. */
    private static final int BYTES_OF_SET = 2 << 10;

    private static final int SPINS_MAX = 64;
    private static final long PARKED_NANOS = 1_000;

    /** The approximate size of an entry beside key and value. */
    private static final int ENTRY_BYTES = 96;

    private static final long MIX = 0x9E3779B97F4A7C15L;
    private static final VarHandle LONG = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);

    private final long bytesMax;
    private final int mask;
    private final AtomicLongArray stamps;
    private final AtomicLong rangeStamp = new AtomicLong();
    private final long[] hashes;
    private final @Nullable Entry[] entries;
    private final AtomicLong bytes = new AtomicLong();
    /** The set at which making room goes on. */
    private final AtomicInteger hand = new AtomicInteger();

    /** @param bytesMax how much memory the entries may take, about */
    StampedSets(long bytesMax) {
        int sets = Integer.highestOneBit(Math.clamp(bytesMax / BYTES_OF_SET, 1, 1 << 24));
        this.bytesMax = bytesMax;
        this.mask = sets - 1;
        this.stamps = new AtomicLongArray(sets);
        this.hashes = new long[sets * WAYS];
        this.entries = new Entry[sets * WAYS];
    }

    /** A value under its key. Arrays are owned by the table. */
    private static final class Entry {
        private final int partition;
        private final byte[] key;
        private final byte[] value;
        /** True if it was read since the hand passed; a hint, read and written by all without order. */
        private boolean isUsed;

        Entry(int partition, byte[] key, byte[] value) {
            this.partition = partition;
            this.key = key;
            this.value = value;
        }

        boolean isOf(int partition, byte[] key) {
            return this.partition == partition && Arrays.equals(this.key, key);
        }

        int bytes() {
            return key.length + value.length + ENTRY_BYTES;
        }
    }

    /** Keys differ in few of their last bits; the hash of arrays would give the same to several of them. */
    static long hash(int partition, byte[] key) {
        long hash = partition * MIX;
        int at = 0;
        for (; at + Long.BYTES <= key.length; at += Long.BYTES) {
            hash = (hash ^ (long) LONG.get(key, at)) * MIX;
            hash ^= hash >>> 32;
        }
        for (; at < key.length; at++) {
            hash = (hash ^ key[at]) * MIX;
        }
        hash ^= hash >>> 32;
        hash *= MIX;
        return hash ^ (hash >>> 32);
    }

    /** Returns what {@link #putIfUnchanged} asks for, to be read before the database is. */
    long stamp(long hash) {
        // Both counts only grow, so their sum is the same only if both are.
        return rangeStamp.get() + (stamps.get(set(hash)) & ~LOCKED);
    }

    /** Returns true if a write was under way when the stamp was read; the set must then be neither read nor filled. */
    static boolean isWritten(long stamp) {
        return (stamp & UNDER_WAY) != 0;
    }

    /** Returns the value, or null where there is none. */
    byte @Nullable [] get(long hash, int partition, byte[] key) {
        int first = set(hash) * WAYS;
        for (int place = first; place < first + WAYS; place++) {
            if (hashes[place] == hash) {
                Entry entry = entries[place];
                if (entry != null && entry.isOf(partition, key)) {
                    if (!entry.isUsed) {
                        entry.isUsed = true;
                    }
                    return entry.value;
                }
            }
        }
        return null;
    }

    /** Puts a value that was read from the database after this stamp was, unless its set was written since. */
    void putIfUnchanged(long hash, int partition, byte[] key, byte[] value, long stamp) {
        int set = set(hash);
        long range = rangeStamp.get();
        long own = stamp - range;
        if (!stamps.compareAndSet(set, own, own | LOCKED)) {
            return;
        }
        long added = 0;
        try {
            if (rangeStamp.get() == range) {
                added = putIn(set, hash, new Entry(partition, key.clone(), value));
            }
        } finally {
            unlock(set, 0);
        }
        grow(added);
    }

    /** Puts an entry into a free place or that of the least useful, and returns by how much the set has grown. */
    private long putIn(int set, long hash, Entry entry) {
        int first = set * WAYS;
        int victim = -1;
        for (int place = first; place < first + WAYS; place++) {
            Entry other = entries[place];
            if (other == null) {
                victim = place;
            } else if (other.isOf(entry.partition, entry.key)) {
                victim = place;
                break;
            }
        }
        if (victim < 0) {
            victim = leastUsed(first, hash);
        }
        Entry before = entries[victim];
        set(victim, hash, entry);
        return before == null ? entry.bytes() : (long) entry.bytes() - before.bytes();
    }

    private int leastUsed(int first, long hash) {
        int start = (int) (hash >>> 61);
        for (int step = 0; step < WAYS; step++) {
            int place = first + (start + step) % WAYS;
            Entry entry = entries[place];
            if (entry == null || !entry.isUsed) {
                return place;
            }
            entry.isUsed = false;
        }
        return first + start;
    }

    private void set(int place, long hash, @Nullable Entry entry) {
        hashes[place] = hash;
        entries[place] = entry;
    }

    /** Counts a write of this key in, before it. */
    void begin(long hash) {
        stamps.addAndGet(set(hash), BEGUN + 1);
    }

    /**
     * Replaces the value of a key that was written, if there is one, and counts the write out.
     *
     * @param value null if the key is gone, or its value is not known
     */
    void end(long hash, int partition, byte[] key, byte @Nullable [] value) {
        int set = set(hash);
        lock(set);
        long added = 0;
        try {
            int first = set * WAYS;
            for (int place = first; place < first + WAYS; place++) {
                Entry entry = entries[place];
                if (entry != null && entry.isOf(partition, key)) {
                    added = replace(place, hash, entry, value);
                    break;
                }
            }
        } finally {
            unlock(set, 1);
        }
        grow(added);
    }

    private long replace(int place, long hash, Entry entry, byte @Nullable [] value) {
        if (value == null) {
            set(place, 0, null);
            return -entry.bytes();
        }
        Entry next = new Entry(entry.partition, entry.key, value);
        next.isUsed = entry.isUsed;
        set(place, hash, next);
        return (long) value.length - entry.value.length;
    }

    /** Counts the deletion of a range in, before it. */
    void beginAll() {
        rangeStamp.addAndGet(BEGUN + 1);
    }

    /** Forgets everything, and counts the deletion of a range out. */
    void endAll() {
        for (int set = 0; set <= mask; set++) {
            removeFrom(set, true);
        }
        rangeStamp.decrementAndGet();
    }

    private void grow(long added) {
        if (added == 0 || bytes.addAndGet(added) <= bytesMax) {
            return;
        }
        // Each pass of the hand takes away marks of use, so the second one finds something.
        for (int sets = 0; sets <= 2 * mask + 1 && bytes.get() > bytesMax; sets++) {
            removeFrom(hand.getAndIncrement() & mask, false);
        }
    }

    /** Removes what was not used since the last time, or everything. */
    private void removeFrom(int set, boolean isAll) {
        lock(set);
        long removed = 0;
        try {
            int first = set * WAYS;
            for (int place = first; place < first + WAYS; place++) {
                Entry entry = entries[place];
                if (entry != null) {
                    if (isAll || !entry.isUsed) {
                        removed += entry.bytes();
                        set(place, 0, null);
                    }
                    entry.isUsed = false;
                }
            }
        } finally {
            unlock(set, 0);
        }
        if (removed != 0) {
            bytes.addAndGet(-removed);
        }
    }

    /** Takes the lock, which is held for some dozens of instructions: longer only by a thread that lost its processor. */
    private void lock(int set) {
        for (int tries = 0; ; tries++) {
            long stamp = stamps.get(set);
            if (stamp >= 0 && stamps.compareAndSet(set, stamp, stamp | LOCKED)) {
                return;
            }
            if (tries < SPINS_MAX) {
                Thread.onSpinWait();
            } else {
                LockSupport.parkNanos(PARKED_NANOS);
            }
        }
    }

    /** @param ended how many writes are over with it */
    private void unlock(int set, int ended) {
        stamps.addAndGet(set, LOCKED - ended);
    }

    private int set(long hash) {
        return (int) hash & mask;
    }

    /** The approximate memory of the entries. */
    long bytes() {
        return bytes.get();
    }
}
