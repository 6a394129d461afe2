package dev.mayfly.app.console.view;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoredSize;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.hidden.HiddenCensus;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Counts documents for metrics and health, anew at most every so often: counting costs as much as is hidden. */
public final class HiddenCountCache {
    private static final long FRESH_NANOS = 5_000_000_000L;

    private final Engine engine;
    private final Clock machine;
    private final boolean cached;
    private @Nullable Count last;
    private long countedAt;

    /** @param cached false under a virtual clock, where a test expects to see its latest change */
    public HiddenCountCache(Engine engine, Clock machine, boolean cached) {
        this.engine = engine;
        this.machine = machine;
        this.cached = cached;
    }

    /** The counts of one collection. */
    public record Counted(Collection collection, StoredSize stored, HiddenCensus hidden) {
        public long live() {
            return Math.max(0, stored.documents() - hidden.documents());
        }

        long liveBytes() {
            return Math.max(0, stored.bytes() - hidden.bytes());
        }
    }

    /** All collections, counted. */
    public record Count(List<Counted> collections, long documents, long bytes, HiddenCensus hidden) {
        public long live() {
            return Math.max(0, documents - hidden.documents());
        }
    }

    public synchronized Count count() {
        long tick = machine.tickNanos();
        Count fresh = last;
        if (fresh == null || !cached || tick - countedAt > FRESH_NANOS) {
            fresh = countAll();
            last = fresh;
            countedAt = tick;
        }
        return fresh;
    }

    private Count countAll() {
        List<Counted> counted = new ArrayList<>();
        long documents = 0;
        long bytes = 0;
        HiddenCensus hidden = HiddenCensus.NOTHING;
        for (Collection collection : engine.catalog().all()) {
            Counted one = countOne(collection);
            if (one != null) {
                counted.add(one);
                documents += one.stored.documents();
                bytes += one.stored.bytes();
                hidden = hidden.plus(one.hidden);
            }
        }
        return new Count(List.copyOf(counted), documents, bytes, hidden);
    }

    /** Null for a collection that was dropped meanwhile. */
    public static @Nullable Counted countOne(Collection collection) {
        try {
            HiddenCensus hidden = collection.hiddenDocuments().totals(collection.reading());
            return new Counted(collection, collection.storedSize(), hidden);
        } catch (EngineException failure) {
            if (failure.error() instanceof EngineError.CollectionMissing) {
                return null;
            }
            throw failure;
        }
    }
}
