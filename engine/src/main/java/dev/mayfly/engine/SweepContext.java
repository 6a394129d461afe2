package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;

/** What every sweep needs beside the collection that it sweeps. */
record SweepContext(
        ClockGuard clock,
        SweepSettings settings,
        SweepControl control,
        ExpiryListeners listeners,
        History history,
        EventLog events) {
    /** The number of documents that the sweeper may process in one batch. */
    int sweepBatch() {
        return control.foreground().isBusy() ? settings.batchDocuments() : settings.idleBatchDocuments();
    }
}
