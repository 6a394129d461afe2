package dev.mayfly.face.mongo.command;

import static dev.mayfly.face.mongo.command.OperationKind.CHANGE;
import static dev.mayfly.face.mongo.command.OperationKind.FIND_AND_MODIFY;
import static dev.mayfly.face.mongo.command.OperationKind.GET_MORE;
import static dev.mayfly.face.mongo.command.OperationKind.INSERT;
import static dev.mayfly.face.mongo.command.OperationKind.QUERY;
import static dev.mayfly.face.mongo.command.OperationKind.QUESTION;
import static dev.mayfly.face.mongo.command.OperationKind.READ;
import static dev.mayfly.face.mongo.command.OperationKind.REMOVE;
import static dev.mayfly.face.mongo.command.OperationKind.UPDATE;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;
import org.bson.BsonDocument;
import org.bson.BsonInt64;

/** The number of uses and the time spent, for a collection or the whole server. Safe for concurrent use. */
public final class Usage {
    private static final Set<OperationKind> READS = EnumSet.of(QUERY, GET_MORE, READ, QUESTION);

    private record Counter(LongAdder count, LongAdder nanos) {
        Counter() {
            this(new LongAdder(), new LongAdder());
        }
    }

    /** Totals over one or several kinds. */
    record Sum(long count, long micros) {}

    private final Map<OperationKind, Counter> counters = new EnumMap<>(OperationKind.class);
    private final Map<OperationKind.Latency, LatencyHistogram> histograms = new EnumMap<>(OperationKind.Latency.class);

    Usage() {
        EnumSet.allOf(OperationKind.class).forEach(kind -> counters.put(kind, new Counter()));
        EnumSet.allOf(OperationKind.Latency.class).forEach(kind -> histograms.put(kind, new LatencyHistogram()));
    }

    void add(OperationKind kind, long nanos) {
        Counter counter = counters.get(kind);
        if (counter != null) {
            counter.count.increment();
            counter.nanos.add(nanos);
        }
        LatencyHistogram histogram = histograms.get(kind.latency());
        if (histogram != null) {
            histogram.add(TimeUnit.NANOSECONDS.toMicros(nanos));
        }
    }

    Sum sum(Set<OperationKind> kinds) {
        long count = 0;
        long nanos = 0;
        for (Map.Entry<OperationKind, Counter> counter : counters.entrySet()) {
            if (kinds.contains(counter.getKey())) {
                count += counter.getValue().count.sum();
                nanos += counter.getValue().nanos.sum();
            }
        }
        return new Sum(count, TimeUnit.NANOSECONDS.toMicros(nanos));
    }

    /** As {@code top} shows a collection. */
    public void appendTo(BsonBuilder reply) {
        append(reply, "total", EnumSet.allOf(OperationKind.class));
        append(reply, "readLock", READS);
        append(reply, "writeLock", EnumSet.complementOf(EnumSet.copyOf(READS)));
        append(reply, "queries", Set.of(QUERY));
        append(reply, "getmore", Set.of(GET_MORE));
        append(reply, "insert", Set.of(INSERT));
        append(reply, "update", Set.of(UPDATE));
        append(reply, "remove", Set.of(REMOVE));
        append(reply, "commands", EnumSet.of(READ, FIND_AND_MODIFY, QUESTION, CHANGE));
    }

    private void append(BsonBuilder reply, String name, Set<OperationKind> kinds) {
        Sum sum = sum(kinds);
        reply.startDocument(name)
                .int64("time", sum.micros)
                .int64("count", sum.count)
                .end();
    }

    /** Returns counts and times by MongoDB's categories. */
    public BsonDocument latencies(boolean withHistograms) {
        BsonDocument latencies = new BsonDocument();
        for (OperationKind.Latency latency : OperationKind.Latency.values()) {
            Set<OperationKind> kinds = EnumSet.allOf(OperationKind.class);
            kinds.removeIf(kind -> kind.latency() != latency);
            BsonDocument told = document(sum(kinds));
            LatencyHistogram histogram = histograms.get(latency);
            if (withHistograms && histogram != null) {
                told.append("histogram", histogram.toBson());
            }
            latencies.append(latency.word(), told);
        }
        return latencies.append("transactions", document(new Sum(0, 0)));
    }

    private static BsonDocument document(Sum sum) {
        return new BsonDocument("latency", new BsonInt64(sum.micros)).append("ops", new BsonInt64(sum.count));
    }
}
