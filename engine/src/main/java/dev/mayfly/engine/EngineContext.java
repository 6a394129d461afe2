package dev.mayfly.engine;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.SweepPace;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.StoreException;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.BooleanSupplier;
import java.util.function.LongConsumer;

/** What the parts of one engine share. Safe for concurrent use. */
final class EngineContext {
    private final Store store;
    private final ClockGuard clock;
    private final Versions versions;
    private final EngineSettings settings;
    private final List<ExpiryListener> listeners = new CopyOnWriteArrayList<>();
    private volatile LongConsumer alarm = _ -> {};
    private volatile BooleanSupplier brake = () -> false;
    private final Foreground foreground = new Foreground();
    private final Claims claims = new Claims();
    private final AtomicLong transactionBytes = new AtomicLong();
    private final History history;
    private final AuditLog audit;
    private final EventLog events;
    private final Counting counting = new Counting();

    EngineContext(Store store, ClockGuard clock, EngineSettings settings) {
        this.store = store;
        this.clock = clock;
        this.versions = new Versions(store);
        this.settings = settings;
        this.history = new History(this, settings.history());
        this.audit = new AuditLog(this);
        this.events = new EventLog(this, settings.events());
    }

    Store store() {
        return store;
    }

    ClockGuard clock() {
        return clock;
    }

    Versions versions() {
        return versions;
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

    /** Where large collections are counted for forecasts. */
    Counting counting() {
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
        try {
            store.sync();
        } catch (StoreException failure) {
            throw EngineException.of(failure);
        }
    }

    /** What open transactions are about to write. */
    Claims claims() {
        return claims;
    }

    /** How much the open transactions hold in memory. */
    AtomicLong transactionBytes() {
        return transactionBytes;
    }

    /** The requests of clients, for which the sweeper makes room. */
    Foreground foreground() {
        return foreground;
    }

    /** How much the sweeper may do at once. */
    int sweepBatch() {
        EngineSettings.SweepSettings sweep = settings.sweep();
        return foreground.isBusy() ? sweep.batchDocuments() : sweep.idleBatchDocuments();
    }

    /** Whether nothing expired may be announced or destroyed now. */
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

    void committed(Draft draft, long version, Looks looks) {
        if (draft.broughtBack() > 0) {
            listeners.forEach(
                    listener -> listener.broughtBack(draft.reading().record().name(), draft.broughtBack()));
        }
        if (!draft.queueKeys().isEmpty()) {
            noteDue(earliestDue(draft, looks));
        }
        for (Announcement announcement : draft.announcements()) {
            Announcement committed = announcement.committed(version);
            listeners.forEach(listener -> listener.announced(committed));
        }
        if (draft.destroyed() > 0) {
            listeners.forEach(
                    listener -> listener.destroyed(draft.reading().record().name(), draft.destroyed()));
        }
    }

    private static long earliestDue(Draft draft, Looks looks) {
        Policy policy = draft.reading().policy().current();
        CollectionRecord record = draft.reading().record();
        boolean waits = !record.pace().equals(SweepPace.WHEN_DUE);
        // A look that was not to be taken may be now.
        long earliest = record.pace().isRegular()
                ? looks.at(record.pace(), draft.reading().now() + 1)
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
