package dev.mayfly.engine;

import dev.mayfly.base.clock.Clock;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.LongAdder;

/** The use counts of the indexes of one collection since it was opened. Safe for concurrent use. */
public final class IndexUse {
    private final Clock clock;
    private final LongAdder scans = new LongAdder();
    private final Counter keys;
    private final Map<Integer, Counter> indexes = new ConcurrentHashMap<>();

    IndexUse(Clock clock) {
        this.clock = clock;
        this.keys = new Counter(clock.wallMillis());
    }

    /** @param since when counting began, in milliseconds since the epoch */
    public record Count(long uses, long since) {}

    private record Counter(long since, LongAdder uses) {
        Counter(long since) {
            this(since, new LongAdder());
        }

        Count count() {
            return new Count(uses.sum(), since);
        }
    }

    /** Documents are about to be looked up by their keys. */
    public void countOfKeys() {
        keys.uses.increment();
    }

    /** Counts a scan of all documents, made for want of an index. */
    public void countOfScans() {
        scans.increment();
    }

    public long scans() {
        return scans.sum();
    }

    /** An index is about to be walked. */
    public void count(int index) {
        counter(index).uses.increment();
    }

    private Counter counter(int index) {
        Counter known = indexes.get(index);
        return known == null ? indexes.computeIfAbsent(index, _ -> new Counter(keys.since)) : known;
    }

    /** Starts counting from zero, because the index is new or has changed. */
    public void begin(int index) {
        indexes.put(index, new Counter(clock.wallMillis()));
    }

    public Count ofKeys() {
        return keys.count();
    }

    public Count of(int index) {
        return counter(index).count();
    }
}
