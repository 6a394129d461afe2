package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.TreeMap;

/** How the service is: its age, its memory, how many requests it has. Safe for concurrent use. */
public final class SystemVitals {
    private static final long MILLI = 1_000_000;

    private final ActiveRequests active;
    private final Clock machine;
    private final String version;
    private final long startedAt;

    /** @param machine by which the age of the service is told */
    public SystemVitals(ActiveRequests active, Clock machine, String version) {
        this.active = active;
        this.machine = machine;
        this.version = version;
        this.startedAt = machine.tickNanos();
    }

    SequencedMap<String, Value> rows() {
        SequencedMap<String, Value> rows = new LinkedHashMap<>();
        rows.put("vitals", value());
        return rows;
    }

    public Value value() {
        Runtime runtime = Runtime.getRuntime();
        long collections = 0;
        long pausedMillis = 0;
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, each.getCollectionCount());
            pausedMillis += Math.max(0, each.getCollectionTime());
        }
        SequencedMap<String, Value> fields = new TreeMap<>();
        fields.put("cores", Values.of(runtime.availableProcessors()));
        fields.put("gc.num", Values.of(collections));
        fields.put("gc.pause.time", Values.of(Durations.text(pausedMillis * MILLI)));
        fields.put(
                "local.time",
                Values.of(Instant.ofEpochMilli(machine.wallMillis()).toString()));
        fields.put("memory.system", Values.of(runtime.totalMemory()));
        fields.put("memory.usage", Values.of(runtime.totalMemory() - runtime.freeMemory()));
        fields.put("request.active.count", Values.of(active.count()));
        fields.put("request.completed.count", Values.of(Math.max(0, active.begun() - active.count())));
        fields.put(
                "total.threads", Values.of(ManagementFactory.getThreadMXBean().getThreadCount()));
        fields.put("uptime", Values.of(Durations.text(machine.tickNanos() - startedAt)));
        fields.put("version", Values.of(version));
        return Values.object(fields);
    }
}
