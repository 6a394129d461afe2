package dev.mayfly.engine.sweep;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.ExpiryListeners;
import dev.mayfly.engine.node.NodeLeases;
import dev.mayfly.engine.write.SweepControl;
import java.time.Duration;

/**
 * The parts of the engine that every sweep needs beside the collection that it sweeps.
 *
 * @param budgets of single faces
 * @param isShared whether other engines write the store, too
 */
public record SweepContext(
        ClockGuard clock,
        SweepSettings settings,
        SweepControl control,
        ExpiryListeners listeners,
        History history,
        EventLog events,
        NodeLeases leases,
        PurgeBudgets budgets,
        boolean isShared) {
    /** The longest time without a round, so that a wall that steps ahead is noticed. */
    private static final Duration IDLE_MAX = Duration.ofMinutes(1);

    /** The same where other engines write what nobody here is told of. */
    private static final Duration SHARED_IDLE_MAX = Duration.ofSeconds(5);

    Duration idleMax() {
        return isShared ? SHARED_IDLE_MAX : IDLE_MAX;
    }

    /** The number of documents that the sweeper may process in one batch. */
    int sweepBatch() {
        return control.foreground().isBusy() ? settings.batchDocuments() : settings.idleBatchDocuments();
    }
}
