package dev.mayfly.face.mongo.collection.ttl;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.catalog.ExpireLimit;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.ExpiryListener;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.face.mongo.collection.IndexListing;
import dev.mayfly.face.mongo.collection.MongoCollections;
import java.time.Duration;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.BooleanSupplier;
import java.util.function.IntSupplier;
import java.util.function.Supplier;
import org.bson.BsonBoolean;
import org.bson.BsonInt32;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Passes as mongod's TTL monitor does, every {@code ttlMonitorSleepSecs}. Documents expire without it; a pass is what
 * lazy collections look by, and what is counted. It ends when the sweeper has found nothing left. Safe for concurrent
 * use.
 */
public final class TtlMonitor implements ExpiryListener, AutoCloseable {
    /*
     * While a clock is wound nothing happens between two instants at which anything falls due: the passes in between find
     * nothing, but for the last, whose tick is the one that lazy collections are judged by until the next. So the monitor
     * sleeps until that one, and counts the others when it wakes, each with its one sub-pass.
     */
    private static final Logger LOG = LoggerFactory.getLogger(TtlMonitor.class);
    private static final String MASK_RECORD = "ttlMonitorEnabled";

    private final MongoCollections collections;
    private final Timers timers;
    private final Clock machine;
    private final LongAdder passes = new LongAdder();
    private final LongAdder subPasses = new LongAdder();
    private final LongAdder deleted = new LongAdder();
    private final LongAdder skipped = new LongAdder();
    private Timers.@Nullable Timer timer;
    private long sleepStarted;
    private final TtlPass current = new TtlPass();
    private Supplier<TtlPass.Pacing> pacing = () -> TtlPass.Pacing.STANDARD;
    private int sleepSeconds = 60;
    /** Number of passes skipped during the current sleep. */
    private long leftOut;

    private volatile boolean enabled = true;
    private boolean passing;
    private boolean closed;

    /**
     * Begins to sleep.
     *
     * @param timers by the clock of the engine
     * @param machine by which a visit to an index takes its time
     */
    public TtlMonitor(MongoCollections collections, Timers timers, Clock machine) {
        this.collections = collections;
        this.timers = timers;
        this.machine = machine;
        this.enabled = collections.engine().records(MongoCollections.FACE).get(MASK_RECORD) == null;
        collections.setMasked(!enabled);
        collections.engine().addListener(this);
        sleepStarted = now();
        sleep(sleepMillis());
    }

    public boolean isEnabled() {
        return enabled;
    }

    /** Takes over what another server has set; answers what holds now. */
    public boolean follow() {
        enabled = collections.engine().records(MongoCollections.FACE).get(MASK_RECORD) == null;
        collections.setMasked(!enabled);
        return enabled;
    }

    public long passes() {
        return passes.sum();
    }

    public long subPasses() {
        return subPasses.sum();
    }

    public long deletedDocuments() {
        return deleted.sum();
    }

    public long invalidIndexSkips() {
        return skipped.sum();
    }

    /** Sets {@code ttlMonitorEnabled}: while it is off, rules hide only documents that were dead before. */
    public synchronized void setEnabled(BsonValue value) {
        boolean next = value.equals(BsonBoolean.TRUE);
        if (next == enabled) {
            return;
        }
        for (Collection collection : collections.engine().collections(MongoCollections.FACE)) {
            // All policies are checked before any is changed, and before the change is recorded.
            collection.definition().requireAllowed(policy -> policy.withMask(!next));
        }
        var records = collections.engine().records(MongoCollections.FACE);
        if (next) {
            records.delete(MASK_RECORD);
        } else {
            records.put(MASK_RECORD, new byte[] {0});
        }
        collections.setMasked(!next);
        for (Collection collection : collections.engine().collections(MongoCollections.FACE)) {
            collection.allowing(ExpireLimit.NONE).definition().changePolicy(policy -> policy.withMask(!next));
        }
        enabled = next;
    }

    /** Sets {@code ttlMonitorSleepSecs}: the current sleep ends this long after it began. */
    public synchronized void setSleepSeconds(BsonValue value) {
        if (!passing) {
            countLeftOut((now() - sleepStarted) / sleepMillis());
        }
        sleepSeconds = ((BsonInt32) value).getValue();
        if (passing) {
            return;
        }
        long wakes = sleepStarted + sleepMillis();
        sleep(Math.max(0, wakes - now()));
    }

    private long sleepMillis() {
        return sleepSeconds * 1000L;
    }

    /** Counts the passes that were skipped, if any. */
    private synchronized void countLeftOut(long slept) {
        long idle = Math.min(leftOut, slept);
        leftOut = 0;
        if (idle > 0) {
            passes.add(idle);
            subPasses.add(idle);
            skipped.add(idle * specialIndexes());
            sleepStarted += idle * sleepMillis();
        }
    }

    private long specialIndexes() {
        long special = 0;
        for (Collection collection : collections.engine().collections(MongoCollections.FACE)) {
            for (IndexDefinition index : collection.record().indexes()) {
                special += IndexListing.isIgnoredRule(index) ? 1 : 0;
            }
        }
        return special;
    }

    /** Sets the source of the pacing, which is read at the start of each pass. */
    public synchronized void setPacing(
            BooleanSupplier batches, IntSupplier subPassSeconds, IntSupplier visitMillis, IntSupplier visitDocuments) {
        pacing = () -> new TtlPass.Pacing(
                batches.getAsBoolean(), subPassSeconds.getAsInt(), visitMillis.getAsInt(), visitDocuments.getAsInt());
    }

    private long now() {
        return collections.engine().clock().wallMillis();
    }

    private synchronized void sleep(long millis) {
        if (timer != null) {
            timer.cancel();
        }
        if (!closed) {
            timer = timers.schedule(Duration.ofMillis(millis), this::pass);
        }
    }

    private void pass() {
        try {
            if (!enabled || collections.engine().sweeper().isStandby()) {
                rest();
                return;
            }
            countLeftOut(Long.MAX_VALUE);
            begin();
            for (Collection collection : collections.engine().collections(MongoCollections.FACE)) {
                look(collection);
            }
            collections.engine().sweeper().sweepThen(this::end);
        } catch (RuntimeException failure) {
            LOG.warn("a pass of the TTL monitor failed", failure);
            rest();
        }
    }

    private synchronized void begin() {
        passing = true;
        current.begin(pacing.get(), machine.tickNanos());
    }

    private void end() {
        subPasses.add(current.end());
        passes.increment();
        rest();
    }

    private synchronized void rest() {
        passing = false;
        sleepStarted = now();
        leftOut = Math.max(0, timers.quiet().toMillis() / sleepMillis() - 1);
        sleep((leftOut + 1) * sleepMillis());
    }

    private void look(Collection collection) {
        for (IndexDefinition index : collection.record().indexes()) {
            if (IndexListing.isIgnoredRule(index)) {
                skipped.increment();
                LOG.warn("special index can't be used as a TTL index, skipping TTL job: {}", index.name());
            }
        }
        if (collection.record().policy().current().visibility() == Policy.Visibility.LAZY) {
            collection.definition().tick();
        }
    }

    @Override
    public void announced(Announcement announcement) {
        if (announcement.collection().face().equals(MongoCollections.FACE)) {
            deleted.increment();
            current.deleted(announcement.collection(), announcement.queue(), machine.tickNanos());
        }
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (timer != null) {
            timer.cancel();
        }
    }
}
