package dev.mayfly.app.server;

import dev.mayfly.base.clock.ClockGuard;
import java.util.OptionalLong;

/** A virtual clock leaves no mark: the folder remembers its instant instead. */
enum NoMark implements ClockGuard.MarkStore {
    INSTANCE;

    @Override
    public OptionalLong load() {
        return OptionalLong.empty();
    }

    @Override
    public void save(long mark) {
        // There is nothing to keep.
    }
}
