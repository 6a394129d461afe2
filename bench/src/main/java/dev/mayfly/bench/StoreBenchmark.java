package dev.mayfly.bench;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
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

/** Measures a store's calls, with documents of 200 bytes, an index entry and a queue entry each, and random keys. */
@State(Scope.Benchmark)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Fork(value = 1, jvmArgsAppend = "--enable-native-access=ALL-UNNAMED")
@Warmup(iterations = 2, time = 3)
@Measurement(iterations = 5, time = 3)
public class StoreBenchmark {
    private static final Partition PARTITION = new Partition(1);
    private static final int LOADED = 500_000;
    private static final int SCANNED = 1_000;
    private static final byte[] FILLER = new byte[92];

    @Param({"memory", "rocksdb"})
    public String kind = "memory";

    private final AtomicLong next = new AtomicLong();
    private @Nullable Path folder;
    private @Nullable Store store;

    @Setup(Level.Trial)
    public void open() throws IOException {
        if (kind.equals("memory")) {
            store = new MemoryStore();
        } else {
            folder = Files.createTempDirectory("mayfly-bench");
            store = RocksStore.open(folder);
        }
        for (int i = 0; i < LOADED; i++) {
            put(Durability.LOGGED);
        }
        store().compact();
    }

    @TearDown(Level.Trial)
    public void close() throws IOException {
        store().close();
        if (folder != null) {
            Folders.delete(folder);
        }
    }

    private Store store() {
        if (store == null) {
            throw new IllegalStateException("not open");
        }
        return store;
    }

    /** A document, an index entry and a queue entry in one batch, as an insert writes them. */
    @Benchmark
    public Object insert() {
        return put(Durability.LOGGED);
    }

    /** The same where the document must not exist. */
    @Benchmark
    public Object insertIfAbsent() {
        long number = next.getAndIncrement();
        byte[] key = key(number);
        return store().commit(
                        PARTITION,
                        batch(number, key),
                        List.of(new Expectation.Absent(Space.DOCUMENT, key)),
                        Durability.LOGGED);
    }

    /** The same, each of 32 threads waiting until it survives a loss of power. */
    @Benchmark
    @Threads(32)
    public Object insertSyncedBy32() {
        return put(Durability.SYNCED);
    }

    @Benchmark
    public byte @Nullable [] getHit() {
        return store().get(
                        PARTITION,
                        Space.DOCUMENT,
                        key(ThreadLocalRandom.current().nextInt(LOADED)));
    }

    @Benchmark
    @Threads(2)
    public byte @Nullable [] getHitBy2() {
        return getHit();
    }

    @Benchmark
    public byte @Nullable [] getMiss() {
        return store().get(
                        PARTITION,
                        Space.DOCUMENT,
                        key(-1L - ThreadLocalRandom.current().nextInt(LOADED)));
    }

    /** One entry of a long scan over documents. */
    @Benchmark
    @OperationsPerInvocation(SCANNED)
    public long scanDocuments() {
        return scan(Space.DOCUMENT, key(ThreadLocalRandom.current().nextInt(LOADED)), SCANNED);
    }

    /** One entry of a long scan over a queue. */
    @Benchmark
    @OperationsPerInvocation(SCANNED)
    public long scanQueue() {
        return scan(Space.EXPIRY, new byte[0], SCANNED);
    }

    /** A whole scan that finds one entry. */
    @Benchmark
    public long scanOne() {
        return scan(Space.DOCUMENT, key(ThreadLocalRandom.current().nextInt(LOADED)), 1);
    }

    private long scan(Space space, byte[] from, int limit) {
        long seen = 0;
        try (Cursor cursor = store().scan(PARTITION, space, new KeyRange(from, null), Direction.FORWARD, limit)) {
            while (cursor.next()) {
                seen += cursor.keyBuffer()[0] + cursor.valueLength();
            }
        }
        return seen + Reader.UNLIMITED;
    }

    private Object put(Durability durability) {
        long number = next.getAndIncrement();
        return store().commit(PARTITION, batch(number, key(number)), List.of(), durability);
    }

    private static WriteBatch batch(long number, byte[] key) {
        long mixed = mix(number + 7);
        byte[] document = ByteBuffer.allocate(200)
                .putLong(number)
                .putLong(mixed)
                .put(FILLER)
                .putLong(mix(mixed))
                .putLong(mix(mixed + 1))
                .putLong(mix(mixed + 2))
                .array();
        byte[] index = ByteBuffer.allocate(24).putLong(mixed).put(key).array();
        byte[] queue = ByteBuffer.allocate(24).putLong(number).put(key).array();
        return new WriteBatch()
                .put(Space.DOCUMENT, key, document)
                .put(Space.INDEX, index, new byte[8])
                .put(Space.EXPIRY, queue, new byte[28]);
    }

    private static byte[] key(long number) {
        return ByteBuffer.allocate(16).putLong(mix(number)).putLong(number).array();
    }

    private static long mix(long number) {
        long mixed = (number ^ (number >>> 30)) * 0xbf58476d1ce4e5b9L;
        mixed = (mixed ^ (mixed >>> 27)) * 0x94d049bb133111ebL;
        return mixed ^ (mixed >>> 31);
    }
}
