package dev.mayfly.bench;

import dev.mayfly.store.api.Durability;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Level;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OperationsPerInvocation;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.TearDown;
import org.openjdk.jmh.annotations.Threads;
import org.openjdk.jmh.annotations.Warmup;

/** Measures the engine's gets and puts on both stores, with an index and a TTL index. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
public class EngineBenchmark {
    private static final int LOADED = 200_000;
    private static final int BATCH = 100;

    @Param({Rig.MEMORY, "rocksdb"})
    public String kind = Rig.MEMORY;

    private final AtomicInteger next = new AtomicInteger(LOADED);
    private @Nullable Path folder;
    private @Nullable Rig rig;

    @Setup(Level.Trial)
    public void open() throws IOException {
        if (kind.equals(Rig.MEMORY)) {
            rig = Rig.frozen(Rig.MEMORY);
        } else {
            folder = Files.createTempDirectory("mayfly-bench");
            rig = Rig.frozen(folder.toString());
        }
        rig.load(0, LOADED);
        rig.store().compact();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        rig().close();
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    private Rig rig() {
        if (rig == null) {
            throw new IllegalStateException("not open");
        }
        return rig;
    }

    @Benchmark
    public boolean getHit() {
        return rig().isThere(ThreadLocalRandom.current().nextInt(LOADED));
    }

    @Benchmark
    public boolean getMiss() {
        return rig().isThere(-1 - ThreadLocalRandom.current().nextInt(LOADED));
    }

    @Benchmark
    public void insert() {
        rig().put(next.getAndIncrement());
    }

    /** One of a hundred in one request. */
    @Benchmark
    @OperationsPerInvocation(BATCH)
    public void insertMany() {
        int from = next.getAndAdd(BATCH);
        rig().putAll(from, from + BATCH);
    }

    @Benchmark
    public void replace() {
        rig().put(ThreadLocalRandom.current().nextInt(LOADED));
    }

    @Benchmark
    @Threads(32)
    public void insertSyncedBy32() {
        int number = next.getAndIncrement();
        rig().put(number, rig().dateOf(number), Durability.SYNCED);
    }
}
