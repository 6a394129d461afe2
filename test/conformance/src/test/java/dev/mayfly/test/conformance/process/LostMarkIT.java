package dev.mayfly.test.conformance.process;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.app.cassandra.LocalCassandra;
import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.Catalog;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.catalog.BaseInstant;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.DocumentFormat;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.expiry.Rule;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.cassandra.CassandraOptions;
import dev.mayfly.store.cassandra.CassandraStore;
import dev.mayfly.test.harness.CassandraGround;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * A queue of whose beginning very much was deleted and whose mark is lost, in Cassandra, which reads over every deleted row, and
 * no more than 100,000 of them.
 */
@Tag("slow")
final class LostMarkIT {
    private static final int EXPIRED = 120_000;
    private static final int LIST = 100;
    private static final CollectionName NAME = new CollectionName("test", "db", "c");
    private static final long START = 1_767_225_600_000L;

    @TempDir
    private Path folder = Path.of("");

    private final VirtualClock clock = new VirtualClock(START);

    private Engine open(Store store) {
        ClockGuard guard = new ClockGuard(
                clock, ClockGuard.MarkStore.NONE, Duration.ofHours(1).toMillis());
        return Engine.open(
                store,
                new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withShards(1).withForms("test", _ -> _ -> true));
    }

    private static DocumentKey key(int id) {
        return new DocumentKey(ByteBuffer.allocate(Integer.BYTES).putInt(id).array());
    }

    private static void fill(Collection collection, int from, int until, long end) {
        for (int first = from; first < until; first += LIST) {
            List<WriteRequest> list = new ArrayList<>();
            for (int id = first; id < Math.min(until, first + LIST); id++) {
                list.add(new WriteRequest(
                        key(id),
                        (_, _) -> new Decision.Put(
                                "{}".getBytes(StandardCharsets.UTF_8), new Lifetime.Until(end + 1), new byte[0])));
            }
            collection.writeAll(list, false, Durability.LOGGED);
        }
    }

    private static long rows(Store store, Partition partition, Space space, KeyRange range) {
        long rows = 0;
        try (Cursor cursor = store.scan(partition, space, range, Direction.FORWARD, Reader.UNLIMITED)) {
            while (cursor.next()) {
                rows++;
            }
        }
        return rows;
    }

    private static long millis(Runnable work) {
        long begun = SystemClock.INSTANCE.tickNanos();
        work.run();
        return (SystemClock.INSTANCE.tickNanos() - begun) / 1_000_000;
    }

    private static Collection collection(Engine engine) {
        return Objects.requireNonNull(engine.find(NAME));
    }

    @Test
    void aQueueThatLostItsMarkIsSweptOn() throws Exception {
        try (CassandraGround cassandra = CassandraGround.start(1, folder);
                Store store = CassandraStore.open(new CassandraOptions(
                        cassandra.addresses(), LocalCassandra.DATACENTER, "lost_mark", 1, null, null))) {
            Partition partition;
            try (Engine engine = open(store)) {
                engine.catalog()
                        .create(
                                NAME,
                                new Catalog.CollectionOptions(
                                        DocumentFormat.ANY,
                                        BaseInstant.MODIFIED,
                                        new byte[0],
                                        List.of(QueueIds.UNTIL),
                                        Policy.NONE.withRules(List.of(new Rule.Absolute()))));
                partition = collection(engine).record().partitions().getFirst();
                long filling = millis(() -> fill(collection(engine), 0, EXPIRED, clock.wallMillis() + 1_000));
                // Winding the clock runs the sweeper, too.
                long sweeping = millis(() -> {
                    clock.advance(Duration.ofMinutes(1));
                    engine.sweeper().sweepNow();
                });
                long scanning = millis(() -> assertEquals(0, rows(store, partition, Space.DOCUMENT, KeyRange.ALL)));
                System.out.println(EXPIRED + " documents written in " + filling + " ms, swept in " + sweeping
                        + " ms, and looked for in " + scanning + " ms");
            }
            store.commit(
                    partition,
                    new WriteBatch().delete(Space.META, Layout.markKey(QueueIds.UNTIL)),
                    List.of(),
                    Durability.LOGGED);
            try (Engine engine = open(store)) {
                fill(collection(engine), 0, 1_000, clock.wallMillis() + 1_000);
                fill(collection(engine), 1_000, 1_100, clock.wallMillis() + 3_600_000);
                long healing = millis(() -> {
                    clock.advance(Duration.ofMinutes(1));
                    engine.sweeper().sweepNow();
                });
                assertEquals(100, rows(store, partition, Space.DOCUMENT, KeyRange.ALL));
                assertEquals(100, collection(engine).count(collection(engine).reading()));
                long again = millis(() -> engine.sweeper().sweepNow());
                System.out.println(
                        "without its mark: 1,000 more swept in " + healing + " ms, and a look again " + again + " ms");
            }
        }
    }
}
