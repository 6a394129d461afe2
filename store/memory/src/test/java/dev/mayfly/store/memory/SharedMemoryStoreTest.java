package dev.mayfly.store.memory;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.StoreContract;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.function.BooleanSupplier;

class SharedMemoryStoreTest extends StoreContract {
    private static final int STEPS_MAX = 1_000;

    private final VirtualClock clock = new VirtualClock(Instant.parse("2026-01-01T00:00:00Z"));

    @Override
    protected Store open(Path folder) {
        return new SharedMemoryStore(clock::wallMillis);
    }

    @Override
    public boolean isPersistent() {
        return false;
    }

    @Override
    public void passUntil(BooleanSupplier condition) {
        for (int step = 0; !condition.getAsBoolean(); step++) {
            if (step == STEPS_MAX) {
                throw new AssertionError("still not so");
            }
            clock.advance(Duration.ofMillis(100));
        }
    }
}
