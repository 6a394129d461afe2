package dev.mayfly.app.server;

import dev.mayfly.app.console.WindableClock;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.node.LiveNodes;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantLock;
import org.jspecify.annotations.Nullable;

/** The clock of a server on virtual time: winds it, sweeps on the way, and records its progress in the folder. */
final class VirtualTime implements WindableClock, AutoCloseable {
    /*
     * Winding goes from one instant at which something falls due to the next, and sweeps at each, so that what expires
     * is announced in the order and near the instant of its deadline, however far time is wound. After `SLICES_MAX`
     * such slices the rest goes in coarse ones, so that winding ends.
     *
     * The folder remembers the instant before it is reached: after a crash, time may have stood a little ahead, never
     * behind.
     */
    private static final int SLICES_MAX = 10_000;
    private static final int COARSE_SLICES = 100;
    private static final long SLICE_MILLIS_MIN = 100;
    private static final Duration WOUND_MAX = Duration.ofDays(365 * 250L);
    private static final Duration RUN_EVERY = Duration.ofMillis(50);
    private static final Duration RUN_AHEAD = Duration.ofSeconds(5);

    /** The most by which the servers of a cluster lag behind one whose time runs. */
    private static final Duration SHARED_LAG = Duration.ofSeconds(1);

    private final VirtualClock clock;
    private final Instant start;
    private final VirtualMemory memory;
    private final Timers machine;
    private final Executor runner;
    private final ReentrantLock winding = new ReentrantLock();
    private @Nullable Engine engine;
    private volatile Runnable afterWinding = () -> {};
    private volatile @Nullable FollowedTime others;
    private Instant remembered;
    private boolean running;
    private long lastTick;

    /**
     * @param machine timers of the machine, which let time run
     * @param runner where it is wound then
     */
    VirtualTime(Instant start, VirtualMemory memory, Timers machine, Executor runner) {
        this.start = start;
        this.clock = new VirtualClock(start);
        this.memory = memory;
        this.machine = machine;
        this.runner = runner;
        this.remembered = start;
        memory.save(start);
    }

    VirtualClock clock() {
        return clock;
    }

    /** Makes later winding sweep this engine. */
    void setEngine(Engine opened) {
        engine = opened;
        sweep();
    }

    /** Has the clocks of the other servers of a cluster follow this one, and this one theirs. */
    void share(LiveNodes nodes) {
        FollowedTime shared = new FollowedTime(this, memory, nodes, machine, runner);
        others = shared;
        shared.start();
    }

    /** Winds this server to an instant that another one has kept; answers whether it was behind. */
    boolean follow(Instant instant) {
        winding.lock();
        try {
            boolean isBehind = instant.isAfter(remembered) && instant.isAfter(now());
            if (isBehind) {
                remembered = instant;
                windTo(instant);
            }
            return isBehind;
        } finally {
            winding.unlock();
        }
    }

    /** Adds work that must be done before winding returns. */
    void afterWinding(Runnable further) {
        afterWinding = further;
    }

    @Override
    public Instant now() {
        return Instant.ofEpochMilli(clock.wallMillis());
    }

    @Override
    public void advance(Duration duration) {
        if (duration.isNegative()) {
            throw new IllegalArgumentException("time never runs back");
        }
        wind(() -> windTo(now().plus(duration)));
    }

    @Override
    public void set(Instant instant) {
        wind(() -> {
            if (instant.isBefore(now())) {
                throw new IllegalArgumentException("it is " + now() + " already, and time never runs back");
            }
            windTo(instant);
        });
    }

    @Override
    public Optional<Instant> advanceToNextExpiry() {
        AtomicReference<@Nullable Instant> reached = new AtomicReference<>();
        wind(() -> {
            Engine known = engine;
            long next = known == null ? Deadlines.NO_DEADLINE : NextExpiry.of(known);
            if (next != Deadlines.NO_DEADLINE) {
                windTo(Instant.ofEpochMilli(next));
                reached.set(now());
            }
        });
        return Optional.ofNullable(reached.get());
    }

    /**
     * A caller that waits for others afterwards must not keep them from winding: they may have to before they answer.
     */
    private void wind(Runnable step) {
        winding.lock();
        try {
            step.run();
        } finally {
            winding.unlock();
        }
        FollowedTime followed = others;
        if (followed != null) {
            followed.awaitOthers(now());
            sweepAll();
        }
        afterWinding.run();
    }

    @Override
    public void freeze() {
        winding.lock();
        try {
            running = false;
            remember(now());
        } finally {
            winding.unlock();
        }
    }

    @Override
    public void resume() {
        winding.lock();
        try {
            if (!running) {
                running = true;
                lastTick = SystemClock.INSTANCE.tickNanos();
                scheduleRun();
            }
        } finally {
            winding.unlock();
        }
    }

    @Override
    public boolean isFrozen() {
        winding.lock();
        try {
            return !running;
        } finally {
            winding.unlock();
        }
    }

    private void scheduleRun() {
        machine.schedule(RUN_EVERY, () -> runner.execute(this::run));
    }

    private void run() {
        winding.lock();
        try {
            if (running) {
                long tick = SystemClock.INSTANCE.tickNanos();
                Duration passed = Duration.ofNanos(tick - lastTick);
                lastTick = tick;
                windTo(now().plus(passed));
                scheduleRun();
            }
        } finally {
            winding.unlock();
        }
    }

    private void windTo(Instant target) {
        if (Duration.between(start, target).compareTo(WOUND_MAX) > 0) {
            throw new IllegalArgumentException("one run is wound by at most 250 years");
        }
        if (running && others != null) {
            if (Duration.between(remembered, target).compareTo(SHARED_LAG) >= 0) {
                remember(target);
            }
        } else if (target.isAfter(remembered)) {
            remember(running ? target.plus(RUN_AHEAD) : target);
        }
        long until = target.toEpochMilli();
        sweep();
        for (int slices = 0; clock.wallMillis() < until; slices++) {
            long now = clock.wallMillis();
            long least = slices < SLICES_MAX ? SLICE_MILLIS_MIN : SLICE_MILLIS_MIN + (until - now) / COARSE_SLICES;
            long next = Math.min(until, Math.max(nextDue(), now + least));
            clock.advance(Duration.ofMillis(next - now));
            sweep();
        }
    }

    /** Returns the next due time of the sweeper; never, while it must not destroy anything. */
    private long nextDue() {
        Engine known = engine;
        return known == null || known.sweeper().isForbidden()
                ? Long.MAX_VALUE
                : known.sweeper().status().nextDue();
    }

    /** Where the servers of a cluster wind together, each sweeps its own shards. */
    private void sweep() {
        Engine known = engine;
        if (known != null && others != null) {
            known.sweeper().sweepOurs();
        } else {
            sweepAll();
        }
    }

    /** Also what servers left to each other that do not know of the same ones. */
    private void sweepAll() {
        Engine known = engine;
        if (known != null) {
            known.sweeper().sweepNow();
        }
    }

    private void remember(Instant instant) {
        memory.save(instant);
        remembered = instant;
    }

    @Override
    public void close() {
        freeze();
    }
}
