package dev.mayfly.engine.schema;

import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.format.QueueHead;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the documents of one collection by approximate instant in each queue: enough to forecast under any policy
 * without reading them. Guarded by the collection's latch once it counts.
 */
public final class ExpiryHistogram {
    /*
     * A cell has the hour of a document's instant in each queue, so a document is in one cell even if it stands in
     * several queues, and its deadline is the earliest of those the policy makes of them, to the hour. Documents that
     * stand in one queue need as many cells as there are hours. Where documents stand in several there may be more;
     * when they become too many, twice as long a span takes the place of the hour.
     *
     * One walk fills the cells, at the first forecast of a collection that is too large to be walked each time; from
     * the moment of its snapshot on every write brings what it changes. Without a forecast nothing is counted.
     */
    public static final int CELLS_MAX = 1 << 16;

    private static final long NONE = Long.MAX_VALUE;

    private final int[] queues;
    private long span = Duration.ofHours(1).toMillis();
    private Map<Vector, Sum> cells = new HashMap<>();
    private long documents;
    private boolean complete;
    private final long[] scratch;
    private @Nullable Sum last;

    /** A document that is written, or one that goes. */
    public record Change(Instants instants, long bytes, int sign) {}

    /** The number of the span in each queue. */
    private record Vector(long[] slots) {
        @Override
        public boolean equals(@Nullable Object other) {
            return other instanceof Vector vector && Arrays.equals(slots, vector.slots);
        }

        @Override
        public int hashCode() {
            return Arrays.hashCode(slots);
        }

        @Override
        public String toString() {
            return Arrays.toString(slots);
        }
    }

    private static final class Sum {
        private long documents;
        private long bytes;
    }

    /** @param queues the queues that writers keep */
    public ExpiryHistogram(int[] queues) {
        this.queues = queues;
        this.scratch = new long[queues.length];
    }

    /** The same, and empty. */
    public ExpiryHistogram like() {
        return new ExpiryHistogram(queues);
    }

    /** Returns true if all documents that existed before are counted, too. */
    public boolean isComplete() {
        return complete;
    }

    /** Returns the number of documents that stand in a queue, each counted once. */
    public long documents() {
        return documents;
    }

    public void apply(List<Change> changes) {
        for (int index = 0; index < changes.size(); index++) {
            Change change = changes.get(index);
            last = null;
            long[] slots = new long[queues.length];
            for (int queue = 0; queue < queues.length; queue++) {
                slots[queue] = slot(change.instants.in(queues[queue]));
            }
            add(slots, change.sign, change.sign * change.bytes);
        }
    }

    /** A hot path: neighbours in a queue are mostly of one cell. */
    public void add(QueueHead head) {
        boolean same = last != null;
        for (int queue = 0; queue < queues.length; queue++) {
            long slot = slot(head.in(queues[queue]));
            same &= scratch[queue] == slot;
            scratch[queue] = slot;
        }
        Sum sum = last;
        if (same && sum != null) {
            documents++;
            sum.documents++;
            sum.bytes += head.bytes();
            return;
        }
        last = null;
        add(scratch.clone(), 1, head.bytes());
        last = cells.get(new Vector(scratch));
    }

    private long slot(long instant) {
        return instant == Deadlines.NO_DEADLINE ? NONE : Math.floorDiv(instant, span);
    }

    private void add(long[] slots, long more, long bytes) {
        boolean stands = false;
        for (long slot : slots) {
            stands |= slot != NONE;
        }
        if (!stands) {
            return;
        }
        documents += more;
        Vector vector = new Vector(slots);
        Sum sum = cells.computeIfAbsent(vector, _ -> new Sum());
        sum.documents += more;
        sum.bytes += bytes;
        if (sum.documents == 0 && sum.bytes == 0) {
            cells.remove(vector);
        } else if (cells.size() > CELLS_MAX) {
            coarsen();
        }
    }

    private void coarsen() {
        Map<Vector, Sum> finer = cells;
        cells = new HashMap<>();
        span *= 2;
        last = null;
        finer.forEach((vector, sum) -> {
            long[] slots = vector.slots.clone();
            for (int queue = 0; queue < slots.length; queue++) {
                slots[queue] = slots[queue] == NONE ? NONE : Math.floorDiv(slots[queue], 2);
            }
            Sum merged = cells.computeIfAbsent(new Vector(slots), _ -> new Sum());
            merged.documents += sum.documents;
            merged.bytes += sum.bytes;
        });
    }

    /** Takes what stood before these began to count; from then on they are complete. */
    public void complete(ExpiryHistogram seed) {
        while (span < seed.span) {
            coarsen();
        }
        while (seed.span < span) {
            seed.coarsen();
        }
        documents += seed.documents;
        seed.cells.forEach((vector, sum) -> {
            Sum merged = cells.computeIfAbsent(vector, _ -> new Sum());
            merged.documents += sum.documents;
            merged.bytes += sum.bytes;
        });
        cells.values().removeIf(sum -> sum.documents == 0 && sum.bytes == 0);
        complete = true;
    }

    /**
     * Documents whose instants are known only to lie within a span.
     *
     * @param begins the start of the span in each queue, or no deadline
     */
    public record Cell(int[] queues, long[] begins, long spanMillis, long documents, long bytes) {}

    /** Returns the current cells, which may be read without the latch. */
    public List<Cell> cells() {
        List<Cell> copies = new ArrayList<>(cells.size());
        cells.forEach((vector, sum) -> {
            long[] begins = new long[queues.length];
            for (int queue = 0; queue < queues.length; queue++) {
                long slot = vector.slots[queue];
                begins[queue] = slot == NONE ? Deadlines.NO_DEADLINE : slot * span;
            }
            copies.add(new Cell(queues, begins, span, sum.documents, sum.bytes));
        });
        return copies;
    }
}
