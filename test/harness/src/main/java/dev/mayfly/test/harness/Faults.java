package dev.mayfly.test.harness;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.foreign.Arena;
import java.lang.foreign.MemorySegment;
import java.lang.foreign.ValueLayout;
import java.nio.channels.FileChannel;
import java.nio.channels.FileChannel.MapMode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/**
 * Faults of the machine under a process of ours: a wall clock that is wrong, a disk that cannot sync, a loss of power.
 *
 * <p>They are made by a small library, {@code faults.c}, that is compiled here and loaded before the system's own. Only
 * the processes that are started with it have the faults, and they have them from then on or until they are changed.
 */
public final class Faults implements AutoCloseable {
    private static final int EIO = 5;
    private static final long CLOCK_NANOS = 0;
    private static final long CLOCK_PPM = 8;
    private static final long CLOCK_FROM = 16;
    private static final long SYNC_ERRNO = 24;
    private static final long SYNCS_FAILED = 32;
    private static final long BYTES = 40;
    private static final long NANOS_PER_SECOND = 1_000_000_000;

    private final Path library;
    private final Path page;
    private final Path synced;
    private final Arena arena = Arena.ofShared();
    private final MemorySegment memory;

    private Faults(Path folder) throws IOException {
        library = folder.resolve("libfaults.so");
        page = folder.resolve("faults");
        synced = folder.resolve("synced");
        try (FileChannel channel =
                FileChannel.open(page, StandardOpenOption.CREATE, StandardOpenOption.READ, StandardOpenOption.WRITE)) {
            memory = channel.map(MapMode.READ_WRITE, 0, BYTES, arena);
        }
    }

    /** Makes the library in a folder; skips the test, loudly, where there is no compiler for it. */
    public static Faults in(Path folder) throws IOException, InterruptedException {
        Files.createDirectories(folder);
        Faults faults = new Faults(folder);
        Path source = folder.resolve("faults.c");
        try (InputStream text = Objects.requireNonNull(Faults.class.getResourceAsStream("faults.c"))) {
            Files.copy(text, source);
        }
        boolean compiled = Commands.succeeds(
                "cc", "-shared", "-fPIC", "-O2", "-o", faults.library.toString(), source.toString(), "-ldl");
        if (!compiled) {
            faults.close();
            System.err.println("SKIPPED: faults of clock and disk cannot be tried here, since there is no C compiler");
        }
        assumeTrue(compiled, "there is no C compiler");
        return faults;
    }

    /** The same circumstances with these faults. */
    public Launch under(Launch launch) {
        return launch.with(Map.of("LD_PRELOAD", library.toString(), "MAYFLY_FAULTS", page.toString()));
    }

    /** The same, where nothing is synced really but {@link #cutPower} knows what was. */
    public Launch withoutPower(Launch launch) {
        return under(launch).with(Map.of("MAYFLY_SYNCED", synced.toString()));
    }

    /** Puts the wall clock this much ahead of the true one. */
    public void setClock(Duration ahead) {
        memory.set(ValueLayout.JAVA_LONG, CLOCK_NANOS, ahead.toNanos());
    }

    /** Lets the wall clock run fast from an instant of the true clock on, by a number of millionths. */
    public void drift(Instant from, int millionths) {
        long nanos = Math.addExact(Math.multiplyExact(from.getEpochSecond(), NANOS_PER_SECOND), from.getNano());
        memory.set(ValueLayout.JAVA_LONG, CLOCK_FROM, nanos);
        memory.set(ValueLayout.JAVA_LONG, CLOCK_PPM, millionths);
    }

    /** From now on every sync fails as that of a broken disk does, or none. */
    public void failSyncs(boolean fail) {
        memory.set(ValueLayout.JAVA_LONG, SYNC_ERRNO, fail ? EIO : 0);
    }

    /** The number of syncs that have failed. */
    public long failedSyncs() {
        return memory.get(ValueLayout.JAVA_LONG, SYNCS_FAILED);
    }

    /**
     * Leaves of every file below a folder what had been synced of it, as a loss of power may; the process must be dead.
     *
     * @return how many bytes were dropped
     */
    public long cutPower(Path folder) throws IOException {
        Map<Long, Long> lengths = syncedLengths();
        long dropped = 0;
        for (Path file : Folders.files(folder)) {
            long kept = lengths.getOrDefault((Long) Files.getAttribute(file, "unix:ino"), 0L);
            try (FileChannel channel = FileChannel.open(file, StandardOpenOption.WRITE)) {
                dropped += Math.max(0, channel.size() - kept);
                channel.truncate(kept);
            }
        }
        return dropped;
    }

    private Map<Long, Long> syncedLengths() throws IOException {
        Map<Long, Long> lengths = new HashMap<>();
        List<String> lines = Files.exists(synced) ? Files.readAllLines(synced) : List.of();
        for (String line : lines) {
            String[] words = line.split(" ", 2);
            lengths.put(Long.parseLong(words[0], 10), Long.parseLong(words[1], 10));
        }
        return lengths;
    }

    @Override
    public void close() {
        arena.close();
    }
}
