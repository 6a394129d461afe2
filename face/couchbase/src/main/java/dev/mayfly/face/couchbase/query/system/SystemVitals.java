package dev.mayfly.face.couchbase.query.system;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.request.ActiveRequests;
import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The state of the service: its age, its memory, the number of its requests. Safe for concurrent use. */
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

    SequencedMap<String, N1qlValue> rows() {
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        rows.put("vitals", value());
        return rows;
    }

    public N1qlValue value() {
        Runtime runtime = Runtime.getRuntime();
        long collections = 0;
        long pausedMillis = 0;
        for (GarbageCollectorMXBean each : ManagementFactory.getGarbageCollectorMXBeans()) {
            collections += Math.max(0, each.getCollectionCount());
            pausedMillis += Math.max(0, each.getCollectionTime());
        }
        SequencedMap<String, N1qlValue> fields = new TreeMap<>();
        fields.put("cores", N1qlValues.of(runtime.availableProcessors()));
        fields.put("gc.num", N1qlValues.of(collections));
        fields.put("gc.pause.time", N1qlValues.of(Durations.text(pausedMillis * MILLI)));
        fields.put(
                "local.time",
                N1qlValues.of(Instant.ofEpochMilli(machine.wallMillis()).toString()));
        fields.put("memory.system", N1qlValues.of(runtime.totalMemory()));
        fields.put("memory.usage", N1qlValues.of(runtime.totalMemory() - runtime.freeMemory()));
        fields.put("request.active.count", N1qlValues.of(active.count()));
        fields.put("request.completed.count", N1qlValues.of(Math.max(0, active.begun() - active.count())));
        fields.put(
                "total.threads",
                N1qlValues.of(ManagementFactory.getThreadMXBean().getThreadCount()));
        fields.put("uptime", N1qlValues.of(Durations.text(machine.tickNanos() - startedAt)));
        fields.put("version", N1qlValues.of(version));
        return N1qlValues.object(fields);
    }
}
