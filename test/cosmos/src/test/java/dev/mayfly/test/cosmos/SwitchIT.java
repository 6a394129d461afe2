package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.IndexingMode;
import com.azure.cosmos.models.IndexingPolicy;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Whatever is switched on a container, every query during and after it is complete. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class SwitchIT extends OnGround {
    private static final int ITEMS = 300;
    private static final int SWITCHES = 10;

    @Test
    void queriesAreCompleteWhileTheIndexingModeIsSwitched() throws Exception {
        fill();
        whileAsked(() -> {
            switchMode(IndexingMode.LAZY);
            switchMode(IndexingMode.CONSISTENT);
        });
    }

    private void switchMode(IndexingMode mode) {
        CosmosContainerProperties properties = ground.properties();
        ground.container().replace(properties.setIndexingPolicy(new IndexingPolicy().setIndexingMode(mode)));
    }

    @Test
    void queriesAreCompleteWhileTheTimeToLiveIsSwitched() throws Exception {
        fill();
        whileAsked(() -> {
            ground.setDefaultTtl(-1);
            ground.setDefaultTtl(null);
            ground.setDefaultTtl(1000);
            ground.setDefaultTtl(null);
        });
    }

    private void fill() {
        ground.createWithoutTtl();
        IntStream.range(0, ITEMS).forEach(number -> ground.put("i" + number, "\"v\":" + number % 3));
    }

    private void assertComplete() {
        assertEquals(List.of(ITEMS), ground.query("SELECT VALUE COUNT(1) FROM c", Integer.class));
        assertEquals(
                ITEMS / 3,
                ground.query("SELECT VALUE c.id FROM c WHERE c.v = 1", String.class)
                        .size());
        assertEquals(
                ITEMS,
                ground.query("SELECT VALUE c.id FROM c ORDER BY c.v", String.class)
                        .size());
    }

    /** Switches again and again while another thread asks. */
    private void whileAsked(Runnable change) throws Exception {
        AtomicBoolean isOver = new AtomicBoolean();
        try (ExecutorService executor = Executors.newSingleThreadExecutor()) {
            Future<?> asking = executor.submit(() -> {
                while (!isOver.get()) {
                    assertComplete();
                }
            });
            try {
                for (int count = 0; count < SWITCHES; count++) {
                    change.run();
                }
            } finally {
                isOver.set(true);
            }
            asking.get();
        }
        assertComplete();
    }
}
