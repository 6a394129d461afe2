package dev.mayfly.app.server;

import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ServerConfig;
import dev.mayfly.app.server.config.ServerConfig.ClockChoice;
import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.SystemTimers;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.store.api.Store;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** The clock that deadlines are compared with and the timers that wake the sweeper; owns the threads of both. */
final class ServerTime implements AutoCloseable {
    private static final Duration STEADY_MIN = Duration.ofHours(1);
    private static final int SWEEP_STOP_SECONDS = 3;

    private final Engine.Machinery machinery;
    private final Timers deadlineTimers;
    private final SystemTimers machine;
    private final ExecutorService sweeps;
    private final @Nullable VirtualTime virtual;

    private ServerTime(
            Engine.Machinery machinery,
            Timers deadlineTimers,
            SystemTimers machine,
            ExecutorService sweeps,
            @Nullable VirtualTime virtual) {
        this.machinery = machinery;
        this.deadlineTimers = deadlineTimers;
        this.machine = machine;
        this.sweeps = sweeps;
        this.virtual = virtual;
    }

    /** Chooses the clock, unless the folder was run on one of another kind. */
    static ServerTime of(ServerConfig config, Store store) throws ConfigException {
        VirtualMemory memory = new VirtualMemory(store);
        Optional<Instant> remembered = memory.load();
        return switch (config.clock()) {
            case ClockChoice.MachineClock _ -> {
                if (remembered.isPresent()) {
                    throw new ConfigException("--clock: this data folder lives on a virtual clock, at "
                            + remembered.get() + "; start it with --clock virtual, or choose another --data");
                }
                yield onMachine(config, store);
            }
            case ClockChoice.VirtualClock choice -> onVirtual(config, startOf(choice, remembered, store), memory);
        };
    }

    private static ServerTime onMachine(ServerConfig config, Store store) {
        SystemTimers timers = new SystemTimers("mayfly-deadlines");
        ExecutorService sweeps = sweeperThread();
        ClockGuard guard = guard(SystemClock.INSTANCE, new HighestTimeSeen(store), config);
        Engine.Machinery machinery = new Engine.Machinery(guard, timers, sweeps, Pacer.ofMachine());
        return new ServerTime(machinery, timers, timers, sweeps, null);
    }

    private static ServerTime onVirtual(ServerConfig config, Instant start, VirtualMemory memory) {
        SystemTimers timers = new SystemTimers("mayfly-virtual-time");
        ExecutorService runner = sweeperThread();
        VirtualTime time = new VirtualTime(start, memory, timers, runner);
        ClockGuard guard = guard(time.clock(), ClockGuard.MarkStore.NONE, config);
        Engine.Machinery machinery = new Engine.Machinery(guard, UnwoundTimers.INSTANCE, Runnable::run, Pacer.UNPACED);
        return new ServerTime(machinery, time.clock(), timers, runner, time);
    }

    private static Instant startOf(ClockChoice.VirtualClock choice, Optional<Instant> remembered, Store store)
            throws ConfigException {
        if (remembered.isEmpty() && new HighestTimeSeen(store).load().isPresent()) {
            throw new ConfigException("--clock: this data folder lives on the system clock, and a virtual one could"
                    + " destroy what is in it; choose another --data, or --in-memory");
        }
        Instant chosen = choice.start();
        if (chosen == null) {
            return remembered.orElseGet(() -> Instant.ofEpochMilli(SystemClock.INSTANCE.wallMillis()));
        }
        if (remembered.isPresent() && chosen.isBefore(remembered.get())) {
            throw new ConfigException("--clock: time never runs back, and this data folder is at " + remembered.get());
        }
        return chosen;
    }

    private static ClockGuard guard(Clock clock, ClockGuard.MarkStore marks, ServerConfig config) {
        Duration grace = config.expiry().changeGrace();
        Duration steady = grace.compareTo(STEADY_MIN) > 0 ? grace : STEADY_MIN;
        return new ClockGuard(clock, marks, steady.toMillis());
    }

    private static ExecutorService sweeperThread() {
        return Executors.newSingleThreadExecutor(
                Thread.ofPlatform().daemon().name("mayfly-sweeper").factory());
    }

    Engine.Machinery machinery() {
        return machinery;
    }

    /** Timers by the clock of deadlines. */
    Timers deadlineTimers() {
        return deadlineTimers;
    }

    @Nullable
    VirtualTime virtual() {
        return virtual;
    }

    @Override
    public void close() {
        machine.close();
        sweeps.shutdown();
        try {
            sweeps.awaitTermination(SWEEP_STOP_SECONDS, TimeUnit.SECONDS);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }
}
