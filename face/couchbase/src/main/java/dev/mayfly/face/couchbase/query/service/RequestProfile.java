package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlArray;
import dev.mayfly.face.couchbase.language.value.N1qlNumber;
import dev.mayfly.face.couchbase.language.value.N1qlObject;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.SequencedMap;
import java.util.TreeMap;

/** The part of an answer under {@code profile}: the phases of the request, and the operators of its plan. Used once. */
final class RequestProfile {
    /** The phases that operators belong to. */
    private static final Map<String, String> PHASES = Map.ofEntries(
            Map.entry("PrimaryScan3", "primaryScan"),
            Map.entry("IndexScan3", "indexScan"),
            Map.entry("ExpiryScan", "indexScan"),
            Map.entry("KeyScan", "keyScan"),
            Map.entry("Fetch", "fetch"),
            Map.entry("NestedLoopJoin", "nestedLoopJoin"),
            Map.entry("NestedLoopNest", "nestedLoopNest"),
            Map.entry("Unnest", "unnest"),
            Map.entry("Filter", "filter"),
            Map.entry("InitialGroup", "groupBy"),
            Map.entry("InitialProject", "project"),
            Map.entry("Order", "sort"),
            Map.entry("Stream", "stream"));

    private final SequencedMap<String, N1qlValue> times = new LinkedHashMap<>();
    private final Map<String, Long> nanos = new TreeMap<>();
    private final Map<String, Long> counts = new TreeMap<>();
    private final Map<String, Long> operators = new TreeMap<>();

    /**
     * The profile of a request.
     *
     * @param timings the operators of its plan with their times, or MISSING
     * @param whole whether the operators are shown, too
     */
    N1qlValue of(long planNanos, long runNanos, long sorted, N1qlValue timings, boolean whole, String requestTime) {
        gather(timings);
        if (sorted > 0) {
            counts.putIfAbsent("sort", sorted);
        }
        nanos.forEach((phase, spent) -> times.put(phase, N1qlValues.of(Durations.text(spent))));
        times.put("plan", N1qlValues.of(Durations.text(planNanos)));
        times.put("run", N1qlValues.of(Durations.text(runNanos)));
        SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
        fields.put("phaseTimes", N1qlValues.object(times));
        put(fields, "phaseCounts", counts);
        put(fields, "phaseOperators", operators);
        fields.put("requestTime", N1qlValues.of(requestTime));
        if (whole) {
            fields.put("executionTimings", timings);
        }
        return N1qlValues.object(fields);
    }

    private static void put(SequencedMap<String, N1qlValue> fields, String name, Map<String, Long> numbers) {
        if (!numbers.isEmpty()) {
            SequencedMap<String, N1qlValue> values = new LinkedHashMap<>();
            numbers.forEach((phase, number) -> values.put(phase, N1qlValues.of(number)));
            fields.put(name, N1qlValues.object(values));
        }
    }

    private void gather(N1qlValue operator) {
        if (!(operator instanceof N1qlObject)) {
            return;
        }
        if (operator.field("~children") instanceof N1qlArray children) {
            children.forEach(this::gather);
        }
        String phase = operator.field("#operator") instanceof N1qlString name ? PHASES.get(name.stringValue()) : null;
        if (phase == null) {
            return;
        }
        operators.merge(phase, 1L, Long::sum);
        N1qlValue stats = operator.field("#stats");
        if (stats.field("#itemsOut") instanceof N1qlNumber rows) {
            counts.merge(phase, rows.longValue(), Long::sum);
        }
        if (stats.field("execTime") instanceof N1qlString spent) {
            nanos.merge(phase, Durations.parse(spent.stringValue()), Long::sum);
        }
    }
}
