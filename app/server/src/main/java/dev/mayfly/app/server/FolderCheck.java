package dev.mayfly.app.server;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.ClockMark;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.rocksdb.RocksStore;
import dev.mayfly.store.rocksdb.Salvage;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies a data folder that no server has open; sweeps nothing meanwhile. */
public final class FolderCheck {
    private static final long STEADY_MILLIS = Duration.ofHours(1).toMillis();

    private FolderCheck() {}

    /**
     * What came out.
     *
     * @param loss what a damaged log had to give up, or null if it is sound or was not repaired
     */
    public record Outcome(@Nullable Loss loss, EngineCheck.Report report) {}

    /**
     * What was given up.
     *
     * @param bytes how much lay behind the damage, all of it lost unless files held it already
     */
    public record Loss(Path log, long offset, long bytes, boolean filesHadSome) {
        static @Nullable Loss of(Salvage salvage) {
            Path log = salvage.log();
            return log == null ? null : new Loss(log, salvage.offset(), salvage.bytesLost(), salvage.gap());
        }
    }

    /** @param repair whether to open a damaged log up to its last good record, and to heal what can be healed */
    public static Outcome run(Path folder, boolean repair) throws StartupException {
        if (Files.notExists(folder.resolve("format"))) {
            throw new StartupException(folder + " is no data folder", new IllegalArgumentException("no format file"));
        }
        try {
            Loss loss = repair ? Loss.of(RocksStore.salvage(folder)) : null;
            try (Store store = RocksStore.open(folder);
                    Engine engine = Engine.open(store, standingStill(store), settings())) {
                return new Outcome(loss, repair ? EngineCheck.repair(engine) : EngineCheck.check(engine));
            }
        } catch (StoreException failure) {
            throw new StartupException(String.valueOf(failure.getMessage()), failure);
        }
    }

    private static EngineSettings settings() {
        return MayflyServer.engineSettings(EngineSettings.DEFAULTS.changeGrace());
    }

    /** The clock the folder lives on, and no timer ever fires. */
    private static Engine.Machinery standingStill(Store store) {
        Optional<Instant> virtual = new VirtualMemory(store).load();
        Clock clock = virtual.isPresent() ? new VirtualClock(virtual.get()) : SystemClock.INSTANCE;
        ClockGuard.MarkStore marks = virtual.isPresent() ? NoMark.INSTANCE : new ClockMark(store);
        ClockGuard guard = new ClockGuard(clock, marks, STEADY_MILLIS);
        return new Engine.Machinery(guard, UnwoundTimers.INSTANCE, Runnable::run, Pacer.UNPACED);
    }
}
