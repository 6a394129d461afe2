package dev.mayfly.app.console.view;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.StoredSize;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.hidden.HiddenCensus;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.ToLongFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Counts documents for metrics and health. Counting costs as much as is hidden, so it takes a tenth of the time at most; in
 * between what is destroyed is taken off the last count.
 */
public final class HiddenCountCache {
    /** A count is good for this many times as long as it took, between these bounds. */
    private static final int FRESH_COSTS = 10;

    private static final long FRESH_NANOS_MIN = 500_000_000L;
    private static final long FRESH_NANOS_MAX = 5_000_000_000L;

    private final Engine engine;
    private final Clock machine;
    private final ToLongFunction<CollectionName> destroyed;
    private final boolean cached;
    private @Nullable Count last;
    private long staleAt;

    /**
     * @param destroyed the number of documents of a collection that were destroyed so far
     * @param cached false under a virtual clock, where a test expects to see its latest change
     */
    public HiddenCountCache(Engine engine, Clock machine, ToLongFunction<CollectionName> destroyed, boolean cached) {
        this.engine = engine;
        this.machine = machine;
        this.destroyed = destroyed;
        this.cached = cached;
    }

    /**
     * The counts of one collection.
     *
     * @param destroyed how many of its documents were destroyed until then
     */
    public record Counted(Collection collection, StoredSize stored, HiddenCensus hidden, long destroyed) {
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
        Count counted = last;
        if (counted == null || !cached || tick - staleAt >= 0) {
            counted = count(engine.catalog().all().stream().map(this::countOne));
            long now = machine.tickNanos();
            staleAt = now + Math.clamp(FRESH_COSTS * (now - tick), FRESH_NANOS_MIN, FRESH_NANOS_MAX);
        } else if (counted.collections.stream().anyMatch(this::hasLost)) {
            counted = count(counted.collections.stream().map(this::withoutDestroyed));
        }
        last = counted;
        return counted;
    }

    private static Count count(Stream<@Nullable Counted> collections) {
        List<Counted> counted = new ArrayList<>();
        long documents = 0;
        long bytes = 0;
        HiddenCensus hidden = HiddenCensus.NOTHING;
        for (Counted one : collections.filter(Objects::nonNull).toList()) {
            counted.add(one);
            documents += one.stored.documents();
            bytes += one.stored.bytes();
            hidden = hidden.plus(one.hidden);
        }
        return new Count(List.copyOf(counted), documents, bytes, hidden);
    }

    private boolean hasLost(Counted before) {
        return destroyed.applyAsLong(before.collection.name()) != before.destroyed;
    }

    private Counted withoutDestroyed(Counted before) {
        long now = destroyed.applyAsLong(before.collection.name());
        return now == before.destroyed
                ? before
                : new Counted(
                        before.collection,
                        before.collection.storedSize(),
                        before.hidden.without(now - before.destroyed),
                        now);
    }

    /** Null for a collection that was dropped meanwhile. */
    public @Nullable Counted countOne(Collection collection) {
        try {
            long before = destroyed.applyAsLong(collection.name());
            HiddenCensus hidden = collection.hiddenDocuments().totals(collection.reading());
            return new Counted(collection, collection.storedSize(), hidden, before);
        } catch (EngineException failure) {
            if (failure.error() instanceof EngineError.CollectionMissing) {
                return null;
            }
            throw failure;
        }
    }
}
