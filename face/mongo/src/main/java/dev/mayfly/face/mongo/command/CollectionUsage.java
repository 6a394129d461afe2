package dev.mayfly.face.mongo.command;

import dev.mayfly.face.mongo.wire.BsonBuilder;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.atomic.LongAdder;

/** How often one collection was used, and for how long. Safe for concurrent use. */
final class CollectionUsage {
    private static final long NANOS_PER_MICRO = 1000;

    /** What commands are counted as. */
    enum Kind {
        QUERY,
        GET_MORE,
        INSERT,
        UPDATE,
        REMOVE,
        OTHER_READ,
        OTHER_WRITE;

        static Kind of(MongoCommand command) {
            return switch (command.name()) {
                case "find" -> QUERY;
                case "getMore" -> GET_MORE;
                case "insert" -> INSERT;
                case "update" -> UPDATE;
                case "delete" -> REMOVE;
                default -> command.access() == Access.READ ? OTHER_READ : OTHER_WRITE;
            };
        }
    }

    private record Counter(LongAdder count, LongAdder nanos) {
        Counter() {
            this(new LongAdder(), new LongAdder());
        }
    }

    private final Map<Kind, Counter> counters = new EnumMap<>(Kind.class);

    CollectionUsage() {
        EnumSet.allOf(Kind.class).forEach(kind -> counters.put(kind, new Counter()));
    }

    void add(Kind kind, long nanos) {
        Counter counter = counters.get(kind);
        if (counter != null) {
            counter.count.increment();
            counter.nanos.add(nanos);
        }
    }

    void appendTo(BsonBuilder reply) {
        Set<Kind> reads = EnumSet.of(Kind.QUERY, Kind.GET_MORE, Kind.OTHER_READ);
        append(reply, "total", EnumSet.allOf(Kind.class));
        append(reply, "readLock", reads);
        append(reply, "writeLock", EnumSet.complementOf(EnumSet.copyOf(reads)));
        append(reply, "queries", Set.of(Kind.QUERY));
        append(reply, "getmore", Set.of(Kind.GET_MORE));
        append(reply, "insert", Set.of(Kind.INSERT));
        append(reply, "update", Set.of(Kind.UPDATE));
        append(reply, "remove", Set.of(Kind.REMOVE));
        append(reply, "commands", EnumSet.of(Kind.OTHER_READ, Kind.OTHER_WRITE));
    }

    private void append(BsonBuilder reply, String name, Set<Kind> kinds) {
        long count = 0;
        long nanos = 0;
        for (Map.Entry<Kind, Counter> counter : counters.entrySet()) {
            if (kinds.contains(counter.getKey())) {
                count += counter.getValue().count.sum();
                nanos += counter.getValue().nanos.sum();
            }
        }
        reply.startDocument(name)
                .int64("time", nanos / NANOS_PER_MICRO)
                .int64("count", count)
                .end();
    }
}
