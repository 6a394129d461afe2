package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Execution;

/** A request that runs. */
public record ActiveRequest(RequestFacts facts, Execution execution) {
    public String id() {
        return facts.id();
    }

    /** As {@code system:active_requests} shows it. */
    public Value described() {
        RequestRow row = new RequestRow();
        facts.addTo(row);
        String elapsed = Durations.text(execution.elapsedNanos());
        row.put("elapsedTime", elapsed);
        row.put("executionTime", elapsed);
        row.put("state", execution.isCancelled() ? "cancelled" : "running");
        return row.value();
    }
}
