package dev.mayfly.engine.sweep;

import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.node.NodeLeases;
import dev.mayfly.store.api.StoreException;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Announces what is hidden and destroys what is dead, a bounded amount at a time. Safe for concurrent use. */
public final class Sweeper {
    /*
     * Visibility never depends on this class: reads judge for themselves. A sweep may therefore stop after any batch,
     * run twice, or not run at all, and only disk use and the announcements can tell.
     *
     * A round is one pass over every collection. The collections take turns, one batch each, so that a large backlog
     * of one does not delay the others. The next round begins when the first document known falls due, but not before
     * the interval has passed, so that steady expiry is swept in batches. It destroys nothing while it is paused or
     * the clock is suspect.
     */
    private static final Logger LOG = LoggerFactory.getLogger(Sweeper.class);

    private final SweepContext context;
    private final Supplier<List<SweptCollection>> collections;
    private final Timers timers;
    private final Executor executor;
    private final Pacer pacer;
    private final LogTrim logs;
    private final ReentrantLock running = new ReentrantLock();
    private final AtomicLong wakeAt = new AtomicLong(Deadlines.NO_DEADLINE);
    private final Object scheduling = new Object();
    private Timers.@Nullable Timer timer;
    private long lastRound = Long.MIN_VALUE;
    private final SweepPause pause;
    private volatile boolean standby;
    private volatile boolean stopped;
    private volatile Status status = new Status(0, 0, 0, Deadlines.NO_DEADLINE, 0);

    public Sweeper(
            SweepContext context,
            Supplier<List<SweptCollection>> collections,
            SweepPause pause,
            Timers timers,
            Executor executor,
            Pacer pacer) {
        this.context = context;
        this.pause = pause;
        this.collections = collections;
        this.timers = timers;
        this.executor = executor;
        this.pacer = pacer;
        this.logs = new LogTrim(context);
        context.control().setAlarm(this::alarm);
        context.control().setBrake(this::isForbidden);
    }

    /** The shards that a round goes over, of those that several servers share. */
    private enum Share {
        ALL,
        OURS,
        /** Ours, each under a lease once something is found in it. */
        LEASED
    }

    /**
     * The progress of sweeping.
     *
     * @param rounds how many rounds were finished
     * @param destroyed how many documents were destroyed
     * @param lastRoundAt when the last round ended, in milliseconds since the epoch
     * @param nextDue when the next document falls due, as far as known
     * @param failures how many collections could not be swept in a round
     */
    public record Status(long rounds, long destroyed, long lastRoundAt, long nextDue, long failures) {}

    public Status status() {
        return status;
    }

    public void pause() {
        pause.set(true);
    }

    public void resume() {
        pause.set(false);
        alarm(Long.MIN_VALUE);
    }

    /** In standby, announces and destroys nothing: this server is not in charge of the documents. */
    public void setStandby(boolean stands) {
        standby = stands;
        if (stands) {
            awaitRound();
        } else {
            alarm(Long.MIN_VALUE);
        }
    }

    public boolean isStandby() {
        return standby;
    }

    /** Waits for the end of the current round, which holds the lock. */
    @SuppressWarnings("LockNotBeforeTry") // There is nothing to do while it is held.
    private void awaitRound() {
        running.lock();
        running.unlock();
    }

    /** Bounds by a budget what is destroyed in the collections of a face, but where somebody asks for it. */
    public void limitBy(String face, PurgeBudget budget) {
        context.budgets().set(face, budget);
    }

    public boolean isPaused() {
        return pause.isPaused();
    }

    /** Returns true if nothing may be destroyed now. */
    public boolean isForbidden() {
        return pause.isPaused() || standby || context.clock().isSuspect();
    }

    public void start() {
        alarm(Long.MIN_VALUE);
    }

    /** Waits for the batch in hand; nothing runs afterwards. */
    public void stop() {
        stopped = true;
        synchronized (scheduling) {
            if (timer != null) {
                timer.cancel();
            }
        }
        awaitRound();
        context.leases().releaseAll();
    }

    /** Makes sure that a round begins at this instant, or as soon after as the interval allows. */
    private void alarm(long instant) {
        if (instant >= wakeAt.get() || stopped) {
            return;
        }
        synchronized (scheduling) {
            if (instant >= wakeAt.get() || stopped) {
                return;
            }
            wakeAt.set(instant);
            schedule(instant);
        }
    }

    private void schedule(long instant) {
        long now = context.clock().wallMillis();
        long interval = context.settings().interval().toMillis();
        long earliest = lastRound == Long.MIN_VALUE ? now : lastRound + interval;
        long delay = Math.max(Math.max(instant, earliest), now) - now;
        if (timer != null) {
            timer.cancel();
        }
        Duration wait = Duration.ofMillis(Math.min(delay, context.idleMax().toMillis()));
        timer = timers.schedule(wait, this::wake);
    }

    private void wake() {
        try {
            executor.execute(this::round);
        } catch (RejectedExecutionException closing) {
            LOG.debug("no more sweeps: the engine is closing");
        }
    }

    private void round() {
        if (stopped) {
            return;
        }
        wakeAt.set(Deadlines.NO_DEADLINE);
        if (!running.tryLock()) {
            // A manual sweep is running; what it leaves over is looked at after the interval.
            rest(Long.MIN_VALUE);
            return;
        }
        long next = Deadlines.NO_DEADLINE;
        try {
            pause.look();
            if (isForbidden()) {
                // Writes still announce what they replace.
                logs.trimFull();
            } else {
                next = sweepOnce(Share.LEASED);
            }
        } finally {
            running.unlock();
            lastRound = context.clock().wallMillis();
            rest(next);
        }
    }

    private void rest(long next) {
        synchronized (scheduling) {
            long instant = Math.min(next, wakeAt.get());
            wakeAt.set(instant);
            if (!stopped) {
                schedule(instant);
            }
        }
    }

    /** Sweeps until nothing is due any more, on the calling thread; does nothing while that is forbidden. */
    public void sweepNow() {
        sweepAll(Share.ALL);
    }

    /** The same for the shards alone that this server sweeps, in a cluster where every server is asked to. */
    public void sweepOurs() {
        sweepAll(Share.OURS);
    }

    private void sweepAll(Share share) {
        running.lock();
        try {
            long due = Long.MIN_VALUE;
            while (!isForbidden() && !stopped && due <= context.clock().wallMillis()) {
                long before = status.destroyed;
                due = sweepOnce(share);
                if (status.destroyed == before) {
                    break;
                }
            }
        } finally {
            running.unlock();
        }
    }

    /**
     * Sweeps what is due now, as soon as possible, on the sweep executor; then runs {@code ended}, also if sweeping is
     * forbidden. What falls due meanwhile is left to the next round, so it ends however much that is.
     */
    public void sweepThen(Runnable ended) {
        try {
            executor.execute(() -> {
                running.lock();
                try {
                    if (!stopped && !isForbidden()) {
                        sweepOnce(Share.LEASED);
                    }
                } finally {
                    running.unlock();
                    ended.run();
                }
            });
        } catch (RejectedExecutionException closing) {
            LOG.debug("no more sweeps: the engine is closing");
        }
    }

    /** One round over the collections; answers when the next document falls due. */
    private long sweepOnce(Share share) {
        logs.trim(collections);
        context.leases().releaseOthers();
        long refused = Deadlines.NO_DEADLINE;
        Deque<CollectionSweep> sweeps = new ArrayDeque<>();
        List<CollectionSweep> ended = new ArrayList<>();
        int failures = 0;
        RoundShards shards = RoundShards.of(context, wanted(share));
        for (SweptCollection collection : shards.swept()) {
            CollectionSweep sweep = new CollectionSweep(context, collection, DeletionCause.SWEEP);
            if (guarded(sweep, sweep::begin)) {
                (sweep.hasEnded() ? ended : sweeps).add(sweep);
            } else {
                // A sweep that has not begun has not ended: it proves nothing about the graves.
                failures++;
            }
        }
        long destroyed = 0;
        context.control().foreground().look();
        while (!sweeps.isEmpty() && !stopped && !isForbidden()) {
            CollectionSweep sweep = sweeps.removeFirst();
            // A first batch without a lease saves one for each shard in which nothing is due.
            if (share == Share.LEASED && sweep.hasWorked() && !isHeld(sweep)) {
                refused = Math.min(refused, Deadlines.plus(context.clock().wallMillis(), NodeLeases.RENEWAL_MILLIS));
                continue;
            }
            if (!sweep.isAffordable()) {
                refused = Math.min(refused, Deadlines.plus(context.clock().wallMillis(), PurgeBudgets.WAIT_MILLIS));
                continue;
            }
            long before = sweep.destroyed();
            boolean fine = step(sweep);
            destroyed += sweep.destroyed() - before;
            failures += fine ? 0 : 1;
            if (fine) {
                (sweep.hasEnded() ? ended : sweeps).add(sweep);
            }
        }
        long next = Math.min(Math.min(refused, shards.idleUntil()), finish(ended));
        Status last = status;
        status = new Status(
                last.rounds + 1,
                last.destroyed + destroyed,
                context.clock().wallMillis(),
                next,
                last.failures + failures);
        return failures > 0 ? context.clock().wallMillis() : next;
    }

    private List<SweptCollection> wanted(Share share) {
        return share == Share.ALL
                ? collections.get()
                : collections.get().stream()
                        .filter(shard -> context.leases().isOurs(shard.lease()))
                        .toList();
    }

    /** Returns true if the shard is not being swept by another server. */
    private boolean isHeld(CollectionSweep sweep) {
        boolean[] held = {false};
        guarded(sweep, () -> held[0] = context.leases().hold(sweep.lease()));
        return held[0];
    }

    /** One batch of one collection; answers whether it went well. */
    private boolean step(CollectionSweep sweep) {
        int[] count = {0};
        boolean fine = guarded(sweep, () -> count[0] = sweep.step());
        logs.trimFull();
        makeRoom(count[0]);
        return fine;
    }

    /**
     * Sweeps these collections, whatever their pace, on the calling thread; does nothing while that is forbidden.
     *
     * @return how many documents were destroyed
     */
    public long compact(List<SweptCollection> wanted) {
        running.lock();
        try {
            long destroyed = 0;
            for (SweptCollection collection : wanted) {
                destroyed += compact(collection);
            }
            Status last = status;
            status = new Status(last.rounds, last.destroyed + destroyed, last.lastRoundAt, last.nextDue, last.failures);
            return destroyed;
        } finally {
            running.unlock();
        }
    }

    /**
     * Takes away all tombstones of these collections, however young they are, and the events of what expired there; does
     * nothing while sweeping is forbidden.
     */
    public void purge(List<SweptCollection> wanted) {
        running.lock();
        try {
            for (SweptCollection collection : wanted) {
                TombstonePass pass = new TombstonePass(context, collection.committer(), true);
                pass.begin();
                while (!pass.hasEnded() && !stopped && !isForbidden()) {
                    makeRoom(pass.step());
                }
                if (pass.hasEnded()) {
                    context.events().purge(collection.committer().partition());
                }
            }
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        } finally {
            running.unlock();
        }
    }

    private long compact(SweptCollection collection) {
        if (isForbidden() || stopped) {
            return 0;
        }
        CollectionSweep sweep = new CollectionSweep(context, collection, DeletionCause.COMPACTION);
        boolean fine = guarded(sweep, sweep::begin);
        while (fine && !sweep.hasEnded() && !stopped && !isForbidden()) {
            fine = step(sweep);
        }
        if (fine && sweep.hasEnded()) {
            guarded(sweep, sweep::end);
            guarded(sweep, () -> context.events().trim(collection.committer().partition()));
        }
        alarm(sweep.nextDue());
        return sweep.destroyed();
    }

    private void makeRoom(int destroyed) {
        context.control().foreground().look();
        if (context.control().foreground().isBusy()) {
            pacer.spend(destroyed, context.settings().ratePerSecond());
        }
    }

    private long finish(List<CollectionSweep> ended) {
        long next = Deadlines.NO_DEADLINE;
        boolean forbidden = isForbidden();
        for (CollectionSweep sweep : ended) {
            if (!forbidden) {
                guarded(sweep, sweep::end);
            }
            next = Math.min(next, sweep.nextDue());
        }
        return next;
    }

    /** One bad collection must not stop the others. */
    private static boolean guarded(CollectionSweep sweep, Runnable work) {
        try {
            work.run();
            return true;
        } catch (EngineException failure) {
            boolean gone = failure.error() instanceof EngineError.CollectionMissing;
            if (!gone) {
                LOG.warn("the collection {} could not be swept", sweep.collection(), failure);
            }
            return gone;
        } catch (RuntimeException failure) {
            LOG.error("the collection {} could not be swept", sweep.collection(), failure);
            return false;
        }
    }
}
