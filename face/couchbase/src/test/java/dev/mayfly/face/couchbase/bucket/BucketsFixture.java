package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.clock.Pacer;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.EngineSettings;
import dev.mayfly.engine.HighestTimeSeen;
import dev.mayfly.face.couchbase.CouchbaseForms;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.contract.FaultyStore;
import dev.mayfly.store.memory.MemoryStore;
import java.time.Duration;

/** Buckets over an engine in memory, on a clock that is wound by hand; no sockets. */
public final class BucketsFixture implements AutoCloseable {
    /** Where the clock begins. */
    public static final long START = 1_700_000_000_000L;

    private final VirtualClock clock = new VirtualClock(START);
    private final FaultyStore store;
    private final BucketRules rules;
    private Engine engine;
    private Buckets buckets;

    public BucketsFixture() {
        this(new BucketRules(CouchbaseRelease.R7_6, Edition.ENTERPRISE, BucketRules.VBUCKETS));
    }

    public BucketsFixture(BucketRules rules) {
        this(rules, new MemoryStore());
    }

    /** @param store in which nothing is kept yet */
    public BucketsFixture(BucketRules rules, Store store) {
        this.rules = rules;
        this.store = new FaultyStore(store, clock::advance);
        this.engine = open();
        this.buckets = new Buckets(engine, rules);
    }

    private Engine open() {
        ClockGuard guard = new ClockGuard(
                clock, new HighestTimeSeen(store), Duration.ofHours(1).toMillis());
        return Engine.open(
                store,
                new Engine.Machinery(guard, clock, Runnable::run, Pacer.UNPACED),
                EngineSettings.DEFAULTS.withForms(Buckets.FACE, new CouchbaseForms()));
    }

    /** Ends the process, and begins another one over what it has stored. */
    public void restart() {
        engine.close();
        engine = open();
        buckets = new Buckets(engine, rules);
    }

    public Engine engine() {
        return engine;
    }

    /** Returns the faults of the store below; a delay winds the clock. */
    public FaultyStore faults() {
        return store;
    }

    public VirtualClock clock() {
        return clock;
    }

    public Buckets buckets() {
        return buckets;
    }

    public ManifestChanges changes() {
        return new ManifestChanges(buckets);
    }

    @Override
    public void close() {
        engine.close();
    }
}
