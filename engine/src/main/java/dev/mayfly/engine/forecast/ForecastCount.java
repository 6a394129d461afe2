package dev.mayfly.engine.forecast;

import dev.mayfly.engine.expiry.Amount;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.write.SizeCounters;
import java.util.stream.LongStream;

/** Sorts documents, or properties, into the buckets of a forecast. A hot path; for one forecast. */
final class ForecastCount {
    private final ForecastRange range;
    private final long now;
    private final long[] documents;
    private final long[] bytes;
    private final Tally hidden = new Tally();
    private final Tally sooner = new Tally();
    private final Tally beyond = new Tally();
    private final Tally all = new Tally();

    /** A number of documents that grows. */
    static final class Tally {
        private long documents;
        private long bytes;

        void add(long moreDocuments, long moreBytes) {
            documents += moreDocuments;
            bytes += moreBytes;
        }

        long documents() {
            return documents;
        }

        Amount amount() {
            return new Amount(documents, bytes);
        }
    }

    public ForecastCount(ForecastRange range, long now) {
        this.range = range;
        this.now = now;
        this.documents = new long[range.buckets()];
        this.bytes = new long[range.buckets()];
    }

    void add(long deadline, boolean isHidden, long size) {
        add(deadline, isHidden, 1, size);
    }

    /** Counts documents that share a deadline. */
    void add(long deadline, boolean isHidden, long number, long size) {
        if (!isHidden && deadline == Deadlines.NO_DEADLINE) {
            return;
        }
        all.add(number, size);
        if (isHidden) {
            hidden.add(number, size);
            return;
        }
        long due = Math.max(deadline, now);
        if (due < range.from()) {
            sooner.add(number, size);
        } else if (due >= range.until()) {
            beyond.add(number, size);
        } else {
            int bucket = range.bucketOf(due);
            documents[bucket] += number;
            bytes[bucket] += size;
        }
    }

    /**
     * Counts documents whose deadlines are known only to lie within a span, as if they were spread evenly over it.
     * Those before now are hidden.
     */
    void spread(long begin, long spanMillis, long number, long size) {
        if (begin == Deadlines.NO_DEADLINE) {
            return;
        }
        long end = Deadlines.plus(begin, spanMillis);
        long at = begin;
        long countedDocuments = 0;
        long countedBytes = 0;
        while (at < end) {
            long next = Math.min(end, edgeAfter(at));
            double share = (double) (next - begin) / spanMillis;
            long documentsSoFar = next == end ? number : Math.round(number * share);
            long bytesSoFar = next == end ? size : Math.round(size * share);
            add(at, at < now, documentsSoFar - countedDocuments, bytesSoFar - countedBytes);
            countedDocuments = documentsSoFar;
            countedBytes = bytesSoFar;
            at = next;
        }
    }

    /** The first instant behind this one at which something else begins. */
    private long edgeAfter(long instant) {
        long edge = instant < now ? now : Deadlines.NO_DEADLINE;
        if (instant < range.from()) {
            return Math.min(edge, range.from());
        }
        if (instant < range.until()) {
            return Math.min(edge, Math.min(range.until(), range.begin(range.bucketOf(instant) + 1)));
        }
        return edge;
    }

    /** The kind of figures that a forecast is computed from. */
    enum Basis {
        /** Every document. */
        DOCUMENTS,
        /** The documents of every hour. */
        HOURS,
        /** The documents of every hour counted so far. */
        SOME_HOURS
    }

    /** The forecast of what was counted, as one of properties. */
    PropertyForecast ofProperties() {
        return new PropertyForecast(
                LongStream.of(documents).boxed().toList(), hidden.documents(), sooner.documents(), beyond.documents());
    }

    /** The forecast of documents that have no property with a rule. */
    Forecast forecast(SizeCounters.Change totals, Basis basis) {
        return forecast(totals, basis, PropertyForecast.nothing(range.buckets()));
    }

    /** The forecast for a collection of this size: whatever was not counted never expires, unless counting goes on. */
    Forecast forecast(SizeCounters.Change totals, Basis basis, PropertyForecast properties) {
        Amount rest = new Amount(totals.documents(), totals.bytes()).minus(all.amount());
        boolean isOpen = basis == Basis.SOME_HOURS;
        return new Forecast(
                range,
                now,
                Amount.list(documents, bytes),
                hidden.amount(),
                sooner.amount(),
                beyond.amount(),
                isOpen ? Amount.NOTHING : rest,
                isOpen ? rest : Amount.NOTHING,
                basis == Basis.DOCUMENTS,
                properties);
    }
}
