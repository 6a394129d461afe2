package dev.mayfly.engine.commit;

import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Has one writer of a collection write for all who wait: whoever finds the latch free takes what is waiting, in the order
 * in which it came, and tells each writer the outcome of its draft. Safe for concurrent use.
 */
public final class CommitQueue {
    /*
     * A writer that finds the latch free and nobody waiting writes its draft at once. Any other puts it into the queue and
     * then tries the latch: either it gets it, and writes a group of what waits, or somebody holds it. Whoever frees the
     * latch then wakes the first that still waits, so that a draft in the queue is never forgotten: it was there either
     * before the holder looked, or before its own writer tried the latch.
     *
     * A group is taken from the head of the queue, so each group brings every waiting draft nearer to being written. A
     * writer leads until its own draft is written, and no longer.
     */

    /** The number of drafts in a group. */
    static final int DRAFTS_MAX = 64;

    /** The number of bytes of documents, and of what is kept about them, from which on a group takes no more drafts. */
    static final long BYTES_MAX = 256 << 10;

    private final CommitLatch latch;
    private final Consumer<List<QueuedDraft>> writer;
    private final Queue<QueuedDraft> waiting = new ConcurrentLinkedQueue<>();

    /**
     * @param writer writes a group under the latch, and tells each draft its outcome; what it throws is the outcome of
     *     those that were not told
     */
    public CommitQueue(CommitLatch latch, Consumer<List<QueuedDraft>> writer) {
        this.latch = latch;
        this.writer = writer;
        latch.onRelease(this::wakeFirst);
    }

    /** A draft whose writer waits for its outcome. */
    public static final class QueuedDraft {
        private final PendingCommit draft;
        private final Thread thread = Thread.currentThread();
        private List<QueuedDraft> sharers = List.of();
        private boolean isSynced;
        private long version;
        private @Nullable Throwable failure;
        private boolean hasFailedHere;
        private volatile boolean isTaken;
        private volatile boolean isTold;

        QueuedDraft(PendingCommit draft) {
            this.draft = draft;
        }

        PendingCommit draft() {
            return draft;
        }

        /** The version of the commit, or 0 if the draft must be made again. */
        public long version() {
            return version;
        }

        void turnAway() {
            told();
        }

        void fail(Throwable why) {
            failure = why;
            hasFailedHere = thread.equals(Thread.currentThread());
            told();
        }

        /** Tells the drafts of a group that they are written. Of those that are to be synced, one does so for all. */
        static void tellWritten(List<QueuedDraft> group) {
            List<QueuedDraft> sharers = new ArrayList<>(0);
            QueuedDraft leader = null;
            for (QueuedDraft one : group) {
                one.version = one.draft.version();
                if (one.draft.durability() != Durability.SYNCED) {
                    one.told();
                } else if (leader == null) {
                    leader = one;
                } else {
                    sharers.add(one);
                }
            }
            if (leader != null) {
                leader.sharers = sharers;
                leader.told();
            }
        }

        private void told() {
            isTold = true;
            if (!thread.equals(Thread.currentThread())) {
                LockSupport.unpark(thread);
            }
        }

        /** Returns when the draft survives what it was to survive, or throws why it may not. */
        public void sync(Runnable sync) {
            if (isSynced || draft.durability() != Durability.SYNCED) {
                throwFailure();
                return;
            }
            Throwable why = null;
            try {
                sync.run();
            } catch (RuntimeException | Error thrown) {
                why = thrown;
                throw thrown;
            } finally {
                for (QueuedDraft sharer : sharers) {
                    sharer.isSynced = true;
                    sharer.failure = why;
                    sharer.told();
                }
            }
        }

        /** Throws the failure, of which each writer gets one of its own. */
        private void throwFailure() {
            switch (failure) {
                case null -> {}
                case RuntimeException own when hasFailedHere -> throw own;
                case Error own when hasFailedHere -> throw own;
                case EngineException refusal -> throw new EngineException(refusal.error(), refusal);
                case Throwable other -> throw new IllegalStateException("the commit has failed", other);
            }
        }
    }

    /** Returns the outcome of the draft, which is yet to be synced. */
    public QueuedDraft commit(PendingCommit draft) {
        QueuedDraft own = new QueuedDraft(draft);
        if (latch.isHeldByCurrentThread()) {
            write(List.of(own));
        } else if (waiting.isEmpty() && latch.tryLock()) {
            try {
                write(List.of(own));
                // Those who came meanwhile are written without a change of threads. One group is a bound of what this
                // writer does for others.
                if (!waiting.isEmpty()) {
                    write(next());
                }
            } finally {
                latch.unlock();
            }
        } else {
            await(own);
        }
        if (own.version == 0) {
            own.throwFailure();
        }
        return own;
    }

    private void await(QueuedDraft own) {
        waiting.add(own);
        boolean isInterrupted = false;
        while (!own.isTold) {
            if (!own.isTaken && latch.tryLock()) {
                try {
                    while (!own.isTaken) {
                        write(next());
                    }
                } finally {
                    latch.unlock();
                }
            } else {
                LockSupport.park(this);
                // A commit cannot be interrupted, and a thread that is would not park.
                isInterrupted |= Thread.interrupted();
            }
        }
        if (isInterrupted) {
            Thread.currentThread().interrupt();
        }
    }

    /** Takes the next group from the queue. */
    private List<QueuedDraft> next() {
        List<QueuedDraft> group = new ArrayList<>();
        long bytes = 0;
        while (group.size() < DRAFTS_MAX && bytes < BYTES_MAX) {
            QueuedDraft one = waiting.peek();
            boolean isAlone = one != null && one.draft.companion() != null;
            if (one == null || (isAlone && !group.isEmpty())) {
                break;
            }
            waiting.remove();
            one.isTaken = true;
            group.add(one);
            bytes += one.draft.weight();
            if (isAlone) {
                break;
            }
        }
        return group;
    }

    private void write(List<QueuedDraft> group) {
        try {
            writer.accept(group);
        } catch (RuntimeException | Error failure) {
            // A writer that is not told would wait for ever.
            for (QueuedDraft one : group) {
                if (!one.isTold) {
                    one.fail(failure);
                }
            }
        }
    }

    private void wakeFirst() {
        QueuedDraft first = waiting.peek();
        if (first != null) {
            LockSupport.unpark(first.thread);
        }
    }
}
