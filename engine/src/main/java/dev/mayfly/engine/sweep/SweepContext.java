package dev.mayfly.engine.sweep;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.ExpiryListeners;
import dev.mayfly.engine.write.SweepControl;

/** The parts of the engine that every sweep needs beside the collection that it sweeps. */
public record SweepContext(
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
