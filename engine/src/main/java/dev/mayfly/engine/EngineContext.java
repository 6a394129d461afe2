package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.commit.Versions;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.store.api.Store;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** The state that the parts of one engine share. Safe for concurrent use. */
final class EngineContext {
    private final EngineStore engine;
    private final EngineSettings settings;
    private final List<ExpiryListener> listeners = new CopyOnWriteArrayList<>();
    private volatile LongConsumer alarm = _ -> {};
    private volatile BooleanSupplier brake = () -> false;
    private final LoadSensor foreground = new LoadSensor();
    private final KeyLocks keyLocks = new KeyLocks();
    private final AtomicLong transactionBytes = new AtomicLong();
    private final History history;
    private final AuditLog audit;
    private final EventLog events;
    private final CountedScan counting = new CountedScan();

    EngineContext(Store store, ClockGuard clock, EngineSettings settings) {
        this.engine = EngineStore.open(store, clock);
        this.settings = settings;
        this.history = new History(this, settings.history());
        this.audit = new AuditLog(this);
        this.events = new EventLog(this, settings.events());
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

    History history() {
        return history;
    }

    AuditLog audit() {
        return audit;
    }

    EventLog events() {
        return events;
    }

    /** The background scan that counts large collections for forecasts. */
    CountedScan counting() {
        return counting;
    }

    EngineSettings settings() {
        return settings;
    }

    FaceForms forms(String face) {
        return settings.forms().getOrDefault(face, _ -> {
            throw new IllegalStateException("no partial filters are known for " + face);
        });
    }

    void addListener(ExpiryListener listener) {
        listeners.add(listener);
    }

    void sweeping(CollectionName collection) {
        listeners.forEach(listener -> listener.sweeping(collection));
    }

    void swept(CollectionName collection) {
        listeners.forEach(listener -> listener.swept(collection));
    }

    void sync() {
        engine.sync();
    }

    /** The keys that open transactions are about to write. */
    KeyLocks keyLocks() {
        return keyLocks;
    }

    /** The memory that the open transactions hold. */
    AtomicLong transactionBytes() {
        return transactionBytes;
    }

    /** The requests of clients, for which the sweeper makes room. */
    LoadSensor foreground() {
        return foreground;
    }

    /** The number of documents that the sweeper may process in one batch. */
    int sweepBatch() {
        EngineSettings.SweepSettings sweep = settings.sweep();
        return foreground.isBusy() ? sweep.batchDocuments() : sweep.idleBatchDocuments();
    }

    /** Returns true if nothing expired may be announced or destroyed now. */
    boolean isSweepForbidden() {
        return brake.getAsBoolean();
    }

    void setBrake(BooleanSupplier forbids) {
        brake = forbids;
    }

    /** Tells the sweeper that something may be due at this instant, in milliseconds since the epoch. */
    void noteDue(long instant) {
        alarm.accept(instant);
    }

    void setAlarm(LongConsumer consumer) {
        alarm = consumer;
    }

    void committed(PendingCommit draft, long version, SweepSchedule schedule) {
        if (draft.expiry().broughtBack() > 0) {
            listeners.forEach(listener -> listener.broughtBack(
                    draft.reading().record().name(), draft.expiry().broughtBack()));
        }
        if (!draft.queueKeys().isEmpty()) {
            noteDue(earliestDue(draft, schedule));
        }
        for (Announcement announcement : draft.announcements()) {
            Announcement committed = announcement.committed(version);
            listeners.forEach(listener -> listener.announced(committed));
        }
        if (draft.expiry().destroyed() > 0) {
            listeners.forEach(listener -> listener.destroyed(
                    draft.reading().record().name(), draft.expiry().destroyed()));
        }
    }

    private static long earliestDue(PendingCommit draft, SweepSchedule schedule) {
        Policy policy = draft.reading().policy().current();
        CollectionRecord record = draft.reading().record();
        boolean waits = !record.pace().equals(SweepPace.WHEN_DUE);
        // A look that was not to be taken may be now.
        long earliest = record.pace().isRegular()
                ? schedule.at(record.pace(), draft.reading().now() + 1)
                : Deadlines.NO_DEADLINE;
        for (int index = 0; index < draft.queueKeys().size(); index++) {
            byte[] key = draft.queueKeys().get(index);
            int queue = (int) Layout.INT.get(key, 1);
            long offset = queue == QueueIds.TOMBSTONES
                    ? record.changes().tombstoneMillis()
                    : waits ? Deadlines.NEVER : policy.offset(queue);
            earliest = Math.min(earliest, Deadlines.plus(Layout.queueInstant(key), offset));
        }
        return earliest;
    }
}
