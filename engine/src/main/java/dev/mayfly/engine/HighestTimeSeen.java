package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.WriteBatch;
import java.util.OptionalLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Keeps the clock's mark in the store; where several engines write, whose clocks differ, each goes by its own alone. */
public final class HighestTimeSeen implements ClockGuard.MarkStore {
    private static final Logger LOG = LoggerFactory.getLogger(HighestTimeSeen.class);

    private final Store store;
    private final boolean isShared;

    public HighestTimeSeen(Store store) {
        this.store = store;
        this.isShared = store.capabilities().contains(Capability.TURNS);
    }

    @Override
    public OptionalLong load() {
        if (isShared) {
            return OptionalLong.empty();
        }
        byte[] kept = store.get(Partition.CATALOG, Space.META, Layout.CLOCK_MARK_KEY);
        return kept == null ? OptionalLong.empty() : OptionalLong.of((long) Layout.LONG.get(kept, 0));
    }

    @Override
    public void save(long mark) {
        if (isShared) {
            return;
        }
        byte[] value = new ByteWriter(8).put8(mark).toBytes();
        WriteBatch batch = CommitRetry.batch().put(Space.META, Layout.CLOCK_MARK_KEY, value);
        try {
            CommitRetry.commit(store, Partition.CATALOG, batch, Durability.LOGGED);
        } catch (EngineException failure) {
            LOG.warn("the clock's mark could not be saved", failure);
        }
    }
}
