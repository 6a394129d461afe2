package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.Versions;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.ExpiryListeners;
import dev.mayfly.engine.forecast.CountedScan;
import dev.mayfly.engine.node.LiveNodes;
import dev.mayfly.engine.node.NodeLeases;
import dev.mayfly.engine.sweep.PurgeBudgets;
import dev.mayfly.engine.sweep.SweepContext;
import dev.mayfly.engine.transaction.OpenTransactionLimits;
import dev.mayfly.engine.vector.ColumnMemory;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.store.api.Store;

/**
 * The parts of one engine that all its collections share, each of which hands on to its own parts what those use. Safe for
 * concurrent use.
 */
final class EngineContext {
    private final EngineStore engine;
    private final EngineSettings settings;
    private final History history;
    private final AuditLog audit;
    private final EventLog events;
    private final LiveNodes nodes;
    private final SweepControl control = new SweepControl();
    private final ExpiryListeners listeners = new ExpiryListeners();
    private final CountedScan counting = new CountedScan();
    private final OpenTransactionLimits transactions = new OpenTransactionLimits();
    private final ColumnMemory columnMemory;

    EngineContext(Store store, ClockGuard clock, EngineSettings settings) {
        this.engine = EngineStore.open(
                store,
                clock,
                settings.storage().catalogTrust(),
                settings.storage().isWound());
        this.settings = settings;
        this.history = new History(engine, settings.logs().history());
        this.audit = new AuditLog(engine);
        this.events = new EventLog(engine, settings.logs().events());
        events.onFollow(() -> control.noteDue(Long.MIN_VALUE));
        this.columnMemory = new ColumnMemory(settings.storage().vectorBytesMax());
        this.nodes = new LiveNodes(store, clock, settings.storage().nodeId());
    }

    EngineStore engine() {
        return engine;
    }

    Store store() {
        return engine.store();
    }

    ClockGuard clock() {
        return engine.clock();
    }

    Versions versions() {
        return engine.versions();
    }

    /** The size of the largest body, which must fit into a batch of the store together with all that is written beside it. */
    int documentBytesMax() {
        long ofStore = store().batchBytesMax() / 5 * 4;
        return (int) Math.min(settings.storage().documentBytesMax(), ofStore);
    }

    EngineSettings settings() {
        return settings;
    }

    FaceForms forms(String face) {
        return settings.forms().getOrDefault(face, _ -> {
            throw new IllegalStateException("no partial filters are known for " + face);
        });
    }

    History history() {
        return history;
    }

    AuditLog audit() {
        return audit;
    }

    EventLog events() {
        return events;
    }

    /** The servers that share the store. */
    LiveNodes nodes() {
        return nodes;
    }

    /** The part of the sweeper that others may tell and ask. */
    SweepControl control() {
        return control;
    }

    /** The listeners to expiry. */
    ExpiryListeners listeners() {
        return listeners;
    }

    /** The background scan that counts large collections for forecasts. */
    CountedScan counting() {
        return counting;
    }

    /** The limits that the open transactions share. */
    OpenTransactionLimits transactions() {
        return transactions;
    }

    /** The memory for vectors that are searched. */
    ColumnMemory columnMemory() {
        return columnMemory;
    }

    /** The sweeper's view of all but the collections. */
    SweepContext sweep() {
        NodeLeases leases = new NodeLeases(nodes, engine.clock()::tickNanos);
        return new SweepContext(
                engine.clock(),
                settings.expiry().sweep(),
                control,
                listeners,
                history,
                events,
                leases,
                new PurgeBudgets(),
                engine.isShared());
    }
}
