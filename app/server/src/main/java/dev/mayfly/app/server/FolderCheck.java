package dev.mayfly.app.server;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineCheck;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.engine.change.HistorySettings;
import dev.mayfly.engine.check.CheckFinding;
import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.event.EventSettings;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import dev.mayfly.store.rocksdb.LogRepair;
import dev.mayfly.store.rocksdb.RocksStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Verifies a data folder that no server has open; sweeps nothing meanwhile. */
public final class FolderCheck {
    private static final long STEADY_MILLIS = Duration.ofHours(1).toMillis();

    private static final Duration FOREVER = Duration.ofDays(36_500);

    private FolderCheck() {}

    /**
     * The result of a check.
     *
     * @param loss what a damaged log had to give up, or null if it is sound or was not repaired
     * @param problems the first problems found
     * @param found the number of all problems found
     */
    public record Outcome(
            @Nullable Loss loss,
            long documents,
            long indexEntries,
            long queueEntries,
            List<Problem> problems,
            long found) {
        public Outcome {
            problems = List.copyOf(problems);
        }

        static Outcome of(@Nullable Loss loss, CheckReport report) {
            return new Outcome(
                    loss,
                    report.documents(),
                    report.indexEntries(),
                    report.queueEntries(),
                    report.findings().stream().map(Problem::of).toList(),
                    report.found());
        }

        /** Returns true if the check found no problem. */
        public boolean isClean() {
            return found == 0;
        }

        /** Returns true if no problem remains after the repair. */
        public boolean isHealed() {
            return found == problems.size() && problems.stream().allMatch(Problem::healed);
        }
    }

    /** Something that does not fit, in words, and whether it was put right. */
    public record Problem(String words, boolean healed) {
        static Problem of(CheckFinding finding) {
            String what = finding.kind().name().toLowerCase(Locale.ROOT).replace('_', ' ');
            return new Problem(
                    finding.collection() + ": " + what
                            + (finding.subject() == 0 ? "" : " in " + finding.subject())
                            + (finding.key() == null ? "" : ", document " + finding.key()),
                    finding.healed());
        }
    }

    /**
     * The data given up by a repair.
     *
     * @param bytes the bytes behind the damage, all of them lost unless files held them already
     */
    public record Loss(Path log, long offset, long bytes, boolean filesHadSome) {
        static @Nullable Loss of(LogRepair found) {
            Path log = found.log();
            return log == null ? null : new Loss(log, found.offset(), found.bytesLost(), found.gap());
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
                return Outcome.of(loss, repair ? EngineCheck.repair(engine) : EngineCheck.check(engine));
            }
        } catch (StoreException failure) {
            throw StartupException.of(failure);
        }
    }

    static EngineSettings settings() {
        // The history is enabled, since a process without one would forget that it exists.
        return MayflyServer.engineSettings(
                        EngineSettings.DEFAULTS.expiry().changeGrace(), true, HistorySettings.NONE.retention())
                .withEvents(EventSettings.DEFAULTS.retaining(FOREVER).atMost(Long.MAX_VALUE));
    }

    /** The clock the folder lives on, and no timer ever fires. */
    static Engine.Machinery standingStill(Store store) {
        Optional<Instant> virtual = new VirtualMemory(store).load();
        Clock clock = virtual.isPresent() ? new VirtualClock(virtual.get()) : SystemClock.INSTANCE;
        ClockGuard.MarkStore marks = virtual.isPresent() ? ClockGuard.MarkStore.NONE : new HighestTimeSeen(store);
        ClockGuard guard = new ClockGuard(clock, marks, STEADY_MILLIS);
        return new Engine.Machinery(guard, UnwoundTimers.INSTANCE, Runnable::run, Pacer.UNPACED);
    }
}
