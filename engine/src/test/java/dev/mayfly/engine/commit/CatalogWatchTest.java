package dev.mayfly.engine.commit;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.ForwardingStore;
import dev.mayfly.store.api.Head;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Await;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** How often the catalog is looked at. */
final class CatalogWatchTest {
    private static final int LATER = 5;

    private final AtomicInteger looks = new AtomicInteger();
    private final CountDownLatch open = new CountDownLatch(1);

    private final ForwardingStore store = new ForwardingStore(new SharedMemoryStore()) {
        @Override
        public Head head(Partition partition) {
            if (looks.incrementAndGet() == 1) {
                await(open);
            }
            return super.head(partition);
        }
    };

    @AfterEach
    void close() {
        store.close();
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void requestsThatComeDuringALookShareTheNext() throws Exception {
        CatalogWatch watch = new CatalogWatch(store, true, Duration.ZERO);
        List<Thread> requests = new ArrayList<>();
        requests.add(Thread.ofPlatform().start(watch::refresh));
        Await.until("the first looks", () -> looks.get() == 1);
        for (int later = 0; later < LATER; later++) {
            Thread request = Thread.ofPlatform().start(watch::refresh);
            requests.add(request);
            Await.until("it waits", () -> request.getState() == Thread.State.WAITING);
        }
        open.countDown();
        for (Thread each : requests) {
            each.join();
        }
        assertEquals(2, looks.get());
    }

    @Test
    void aLookCountsForAMoment() {
        open.countDown();
        CatalogWatch watch = new CatalogWatch(store, true, Duration.ofHours(1));
        watch.refresh();
        watch.refresh();
        assertEquals(1, looks.get());
        watch.refreshNow();
        assertEquals(2, looks.get());
    }

    @Test
    void aStoreOfOneProcessIsNotAsked() {
        new CatalogWatch(store, false, Duration.ZERO).refreshNow();
        assertEquals(0, looks.get());
    }
}
