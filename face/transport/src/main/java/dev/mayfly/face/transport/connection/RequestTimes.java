package dev.mayfly.face.transport.connection;

import java.util.Arrays;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLongArray;
import java.util.concurrent.atomic.LongAdder;

/** The number and duration of requests of each kind since the start. Safe for concurrent use. */
public final class RequestTimes {
    private final Map<String, OfFace> faces = new ConcurrentHashMap<>();

    RequestTimes() {}

    /** Receives the figures of each kind of request. */
    @FunctionalInterface
    public interface Visitor {
        void visit(String face, String operation, Tally tally);
    }

    /** The requests of one kind. */
    public static final class Tally {
        private final LongAdder count = new LongAdder();
        private final LongAdder nanos = new LongAdder();
        private final AtomicLongArray classes = new AtomicLongArray(LatencyClasses.CLASSES);

        void add(long took) {
            count.increment();
            nanos.add(took);
            classes.incrementAndGet(LatencyClasses.classOf(took));
        }

        /** Returns the distribution of request times. */
        public LatencyClasses spread() {
            long[] counts = new long[LatencyClasses.CLASSES];
            Arrays.setAll(counts, classes::get);
            return new LatencyClasses(counts);
        }

        public long count() {
            return count.sum();
        }

        public long nanos() {
            return nanos.sum();
        }
    }

    /** The requests of one face. A hot path: each request passes here once. */
    static final class OfFace {
        private final Map<String, Tally> operations = new ConcurrentHashMap<>();

        void add(String operation, long nanos) {
            Tally tally = operations.get(operation);
            if (tally == null) {
                tally = operations.computeIfAbsent(operation, _ -> new Tally());
            }
            tally.add(nanos);
        }
    }

    OfFace of(String face) {
        return faces.computeIfAbsent(face, _ -> new OfFace());
    }

    public void forEach(Visitor visitor) {
        faces.forEach(
                (face, times) -> times.operations.forEach((operation, tally) -> visitor.visit(face, operation, tally)));
    }
}
