package dev.mayfly.bench;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.base.document.KeyPart;
import dev.mayfly.base.document.KeyWriter;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.base.document.Stamp;
import dev.mayfly.base.document.TreeView;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.ClockMark;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Decision;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.IndexRequest;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.store.rocksdb.RocksStore;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import org.bson.BsonBinary;
import org.bson.BsonDateTime;
import org.bson.BsonDocument;
import org.bson.BsonInt32;
import org.bson.BsonObjectId;
import org.bson.types.ObjectId;
import org.jspecify.annotations.Nullable;

/**
 * Loads, reads, changes and sweeps a collection of 200-byte documents with an index and a TTL index, engine and store
 * alone, and prints rates with the processor time of the whole process.
 *
 * <p>{@code EngineLoad FOLDER|memory [DOCUMENTS]}
 */
public final class EngineLoad {
    private static final long START = 1_767_225_600_000L;
    private static final CollectionName NAME = new CollectionName("bench", "db", "c");

    private final VirtualClock clock = new VirtualClock(START);
    private final Store store;
    private final Engine engine;
    private final Collection collection;
    private final int documents;
    private final List<DocumentKey> keys = new ArrayList<>();
    private final List<byte[]> bodies = new ArrayList<>();

    private EngineLoad(Store store, int documents) {
        this.store = store;
        this.documents = documents;
        ClockGuard guard =
                new ClockGuard(clock, new ClockMark(store), Duration.ofHours(1).toMillis());
        engine = Engine.open(
                store,
                new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withChangeGrace(Duration.ZERO));
        collection = engine.catalog()
                .create(
                        NAME,
                        new Catalog.CollectionOptions(
                                DocumentFormat.BSON, BaseInstant.MODIFIED, new byte[0], List.of(), Policy.NONE));
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        int documents = arguments.length > 1 ? Integer.parseInt(arguments[1]) : 1_000_000;
        Store store = arguments[0].equals("memory") ? new MemoryStore() : RocksStore.open(Path.of(arguments[0]));
        new EngineLoad(store, documents).run();
        store.close();
    }

    private void run() throws InterruptedException {
        index("f", null);
        index("at", new IndexRequest.TtlRule.OverField(FieldPath.of("at"), 86_400));
        generate();
        measure("put, one by one", documents / 2, () -> {
            for (int index = 0; index < documents / 2; index++) {
                put(index);
            }
        });
        measure("put, 100 a batch", documents - documents / 2, () -> {
            for (int from = documents / 2; from < documents; from += 100) {
                putAll(from, Math.min(documents, from + 100));
            }
        });
        measure("get, hit", documents, () -> {
            for (int index = 0; index < documents; index++) {
                if (collection.get(collection.reading(), keys.get((int) (index * 7919L % documents))) == null) {
                    throw new IllegalStateException("a document is missing");
                }
            }
        });
        measure("replace", 200_000, () -> {
            for (int index = 0; index < 200_000; index++) {
                put((int) (index * 7919L % documents));
            }
        });
        measure("put, synced, 32 writers", 32 * 2000, () -> synced(32, 2000));
        System.out.printf(Locale.ROOT, "bytes a document before compaction %d%n", store.usedBytes() / documents);
        store.compact();
        System.out.printf(Locale.ROOT, "bytes a document after compaction %d%n", store.usedBytes() / documents);
        for (int round = 0; round < 3; round++) {
            int seconds = 86_400 * (2 + round);
            measure("change of policy", 1, () -> changePolicy(seconds));
        }
        measure("change of policy that hides all", 1, () -> changePolicy(0));
        measure("count with all hidden", 1, () -> {
            if (collection.count(collection.reading()) != 0) {
                throw new IllegalStateException("something is still live");
            }
        });
        measure("sweep", documents, engine.sweeper()::sweepNow);
        store.compact();
        System.out.printf(
                Locale.ROOT,
                "stored %d, bytes in all after compaction %d%n",
                collection.storedSize().documents(),
                store.usedBytes());
        engine.close();
    }

    private void changePolicy(int seconds) {
        int queue = collection.record().index("at").orElseThrow().id();
        collection.changePolicy(policy -> policy.withRules(List.of(new Rule.Field(queue, seconds))));
    }

    private void index(String field, IndexRequest.@Nullable TtlRule rule) {
        collection.createIndex(new IndexRequest(
                field,
                IndexDefinition.Kind.ORDERED,
                List.of(KeyPart.ascending(field)),
                false,
                false,
                false,
                IndexDefinition.NO_BYTES,
                IndexDefinition.NO_BYTES,
                rule));
    }

    private void generate() {
        byte[] filler = new byte[120];
        SplittableRandom random = new SplittableRandom(1);
        for (int index = 0; index < documents; index++) {
            for (int at = 0; at < 60; at++) {
                filler[at] = (byte) random.nextInt();
            }
            BsonObjectId id = new BsonObjectId(new ObjectId());
            BsonDocument document = new BsonDocument("_id", id)
                    .append("f", new BsonInt32(random.nextInt(20_000)))
                    .append("at", new BsonDateTime(START - 1000 - random.nextInt(1_000_000)))
                    .append("filler", new BsonBinary(filler.clone()));
            keys.add(new DocumentKey(KeyWriter.encode(TreeView.of(id))));
            bodies.add(CatalogCodec.encode(document));
        }
    }

    private void put(int index) {
        collection.write(keys.get(index), Durability.LOGGED, (_, _) -> decision(index));
    }

    private Decision decision(int index) {
        return new Decision.Put(bodies.get(index), Lifetime.INHERIT, Stamp.NO_FACE_BYTES);
    }

    private void putAll(int from, int until) {
        List<Collection.Request> requests = new ArrayList<>();
        for (int index = from; index < until; index++) {
            int one = index;
            requests.add(new Collection.Request(keys.get(one), (_, _) -> decision(one)));
        }
        collection.writeAll(requests, true, Durability.LOGGED);
    }

    private void synced(int writers, int each) throws InterruptedException {
        CountDownLatch done = new CountDownLatch(writers);
        AtomicLong next = new AtomicLong();
        for (int writer = 0; writer < writers; writer++) {
            Thread.ofVirtual().start(() -> {
                for (int count = 0; count < each; count++) {
                    int index = (int) (next.getAndIncrement() % documents);
                    collection.write(keys.get(index), Durability.SYNCED, (_, _) -> decision(index));
                }
                done.countDown();
            });
        }
        done.await();
    }

    private interface Work {
        void run() throws InterruptedException;
    }

    private static void measure(String what, int operations, Work work) throws InterruptedException {
        long cpu = cpuNanos();
        long wall = SystemClock.INSTANCE.tickNanos();
        work.run();
        double seconds = (SystemClock.INSTANCE.tickNanos() - wall) / 1e9;
        double cpuMicros = (cpuNanos() - cpu) / 1e3 / operations;
        System.out.printf(
                Locale.ROOT,
                "%-32s %,12.0f/s  %8.2f us cpu each  %8.3f s%n",
                what,
                operations / seconds,
                cpuMicros,
                seconds);
    }

    private static long cpuNanos() {
        return ProcessHandle.current()
                .info()
                .totalCpuDuration()
                .orElse(Duration.ZERO)
                .toNanos();
    }
}
