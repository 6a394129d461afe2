package dev.mayfly.engine.commit;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;

/**
 * The store of one engine, with the clock and the versions by which everything in it is written.
 *
 * @param clock what deadlines are compared with
 */
public record EngineStore(Store store, ClockGuard clock, Versions versions) {
    public static EngineStore open(Store store, ClockGuard clock) {
        return new EngineStore(store, clock, new Versions(store));
    }

    /** Makes everything acknowledged so far survive a loss of power. */
    public void sync() {
        try {
            store.sync();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }
}
