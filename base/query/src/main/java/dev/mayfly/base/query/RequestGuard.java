package dev.mayfly.base.query;

import dev.mayfly.base.document.MemoryAccount;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Stands between a request and everything it makes grow or run long: the one thing that loops, expressions, sorts and
 * parsers call. Used by the thread that carries the request out; other threads reach only what a subclass makes safe.
 *
 * <p>How to call it:
 *
 * <ul>
 *   <li>{@link #step} in every loop whose length a client decides: an element of an array, an attempt of a pattern, a
 *       comparison of a sort, a row that no filter lets through. It costs a decrement; about every thousandth step asks
 *       {@link #check}, which throws the face's own error if the limit has passed, the request was killed or its client
 *       has gone.
 *   <li>{@link #charge} where something is built that a client can make large, before it is built if its size is known.
 *       It counts as steps, too: building takes time.
 *   <li>{@link #mark} before an expression is evaluated and {@link #settle} afterwards, with the size of what it left.
 *       Whatever its parts charged in between is garbage then; so nobody has to release the results of parts.
 *   <li>A loop asks for {@link #current} once, before it begins.
 * </ul>
 */
public abstract class RequestGuard extends MemoryAccount implements AutoCloseable {
    /** The number of steps between two checks of whether the request may go on. */
    private static final int STEPS = 1024;

    /** The number of bytes whose building or reading counts as one step. */
    private static final int STEP_BYTES = 256;

    /** The guard of all work that no client waits for: it always goes on, and nothing is counted. */
    private static final RequestGuard NONE = new RequestGuard(RequestMemory.uncounted(), false) {
        @Override
        public void check() {
            // There is no reason to end.
        }
    };

    private final boolean isCounting;
    private RequestMemory memory;
    private int stepsLeft = STEPS;
    private @Nullable Map<Class<?>, RequestResource> kept;

    /** @param memory what the request holds; the guard closes it */
    protected RequestGuard(RequestMemory memory) {
        this(memory, true);
    }

    private RequestGuard(RequestMemory memory, boolean isCounting) {
        this.memory = memory;
        this.isCounting = isCounting;
        if (isCounting) {
            memory.usedBy(this::check);
        }
    }

    /** The guard of the request that this thread carries out; of one that always goes on if there is none. */
    public static RequestGuard current() {
        return MemoryAccount.current() instanceof RequestGuard guard ? guard : NONE;
    }

    /** Does work that must come out the same however little the request has left, such as finding a document's keys. */
    public static <T> T unlimited(Supplier<T> work) {
        return NONE.during(work);
    }

    /** Throws the face's own error if the request shall not go on: out of time, killed, or its client has gone. */
    public abstract void check();

    /** A little work was done. Throws as {@link #check} does, about every thousandth time. */
    public final void step() {
        if (isCounting && --stepsLeft < 0) {
            look();
        }
    }

    /** Counts this number of steps at once. */
    public final void steps(long many) {
        if (isCounting) {
            if (many > stepsLeft) {
                look();
            } else {
                stepsLeft -= (int) many;
            }
        }
    }

    /** Counts the steps of going through this number of bytes or characters once. */
    public final void stepsOf(long bytes) {
        steps(bytes / STEP_BYTES);
    }

    private void look() {
        stepsLeft = STEPS;
        check();
    }

    /**
     * Counts bytes that the request is about to hold.
     *
     * @throws MemoryLimitExceeded if it, or all requests together, would hold too much
     */
    @Override
    public final void charge(long bytes) {
        memory.charge(bytes);
        stepsOf(bytes);
    }

    /**
     * Asks for room before something of this size is built, which counts itself then.
     *
     * @throws MemoryLimitExceeded if there is none
     */
    @Override
    public final void require(long bytes) {
        memory.charge(bytes);
        memory.release(bytes);
    }

    /**
     * Lets the request hold a large value that it is about to read, with all the copies that are made of it on its way to the
     * client. Such values come one after another, so the largest counts, until the request ends or leaves its cursor behind.
     */
    public final void admit(long bytes) {
        memory.admit(bytes);
    }

    /** The same only if there is plenty of room; returns whether there was. */
    public final boolean admitAtOnce(long bytes) {
        return memory.admitAtOnce(bytes);
    }

    /** Takes back a charge. */
    public final void release(long bytes) {
        memory.release(bytes);
    }

    /** Returns the amount charged now, for {@link #settle}. */
    public final long mark() {
        return memory.mark();
    }

    /** Reduces what was charged since the mark to this number of bytes, which are still held. */
    public final void settle(long mark, long bytes) {
        memory.settle(mark, bytes);
    }

    /** Reduces what was charged since the mark to at most this number of bytes. */
    public final void settleAtMost(long mark, long bytes) {
        settle(mark, Math.min(bytes, mark() - mark));
    }

    /**
     * Counts what an operator keeps while rows go by: a group, a row to be sorted. {@link #settle} does not release it.
     *
     * @throws MemoryLimitExceeded as {@link #charge}
     */
    public final void hold(long bytes) {
        memory.hold(bytes);
        stepsOf(bytes);
    }

    /** Returns the amount held now, for {@link #letGoUntil}. */
    public final long held() {
        return memory.held();
    }

    /** Takes back what was held. */
    public final void letGo(long bytes) {
        memory.letGo(bytes);
    }

    /** Takes back all that was held since then: operators have ended. */
    public final void letGoUntil(long held) {
        memory.letGo(memory.held() - held);
    }

    /**
     * Counts bytes in an account that outlasts the request, which waits for them if it must.
     *
     * @throws MemoryLimitExceeded as {@link #charge}
     */
    public final void charge(RequestMemory beside, long bytes) {
        beside.usedBy(this::check);
        beside.charge(bytes);
    }

    /** The memory of the request, for a caller that holds a part of it longer than a call. */
    public final RequestMemory memory() {
        return memory;
    }

    /**
     * Leaves what is held to the request's cursor, which closes it, or hands it to the request that goes on with it. The
     * values that were admitted are in the answer, and remain the request's until it ends.
     */
    public final RequestMemory leaveMemory() {
        RequestMemory left = memory;
        if (isCounting) {
            memory = left.split();
            memory.usedBy(this::check);
        }
        return left;
    }

    /** Says that the answer is made, and that of the values admitted nothing else is left. */
    public final void answering(long bytes) {
        memory.shrink(bytes);
    }

    /** Continues with the memory that an earlier request has left. */
    public final void takeOver(RequestMemory left) {
        if (isCounting) {
            memory.close();
            memory = left;
            memory.usedBy(this::check);
        }
    }

    /**
     * Returns what this request keeps of a kind, which is opened when it is first asked for and closed with the request.
     *
     * @throws IllegalStateException if there is no request that could keep it
     */
    public final <T extends RequestResource> T keep(Class<T> kind, Supplier<T> open) {
        if (!isCounting) {
            throw new IllegalStateException("nothing ends what is opened here");
        }
        Map<Class<?>, RequestResource> opened = kept;
        if (opened == null) {
            opened = new HashMap<>();
            kept = opened;
        }
        RequestResource there = opened.get(kind);
        if (there == null) {
            there = open.get();
            opened.put(kind, there);
        }
        return kind.cast(there);
    }

    /** Ends with its request. */
    @Override
    public final void close() {
        try {
            if (kept != null) {
                kept.values().forEach(RequestResource::close);
            }
        } finally {
            memory.close();
        }
    }
}
