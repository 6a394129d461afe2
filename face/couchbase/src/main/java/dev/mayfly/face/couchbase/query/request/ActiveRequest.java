package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;

/** A request that runs. */
public record ActiveRequest(RequestFacts facts, StatementExecution execution) {
    public String id() {
        return facts.id();
    }

    /** Returns the row of {@code system:active_requests}. */
    public N1qlValue described() {
        RequestRow row = new RequestRow();
        facts.addTo(row);
        String elapsed = Durations.text(execution.elapsedNanos());
        row.put("elapsedTime", elapsed);
        row.put("executionTime", elapsed);
        row.put("state", execution.isCancelled() ? "cancelled" : "running");
        return row.value();
    }
}
