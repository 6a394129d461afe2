package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Durations;
import dev.mayfly.face.couchbase.query.Execution.Remark;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;

/**
 * A request that has ended.
 *
 * @param state how: {@code completed}, {@code errors}, {@code fatal}, {@code timeout}, {@code stopped}, {@code aborted}
 * @param elapsedNanos since it arrived
 * @param serviceNanos since it began to run
 */
public record CompletedRequest(
        RequestFacts facts,
        String state,
        long elapsedNanos,
        long serviceNanos,
        long resultCount,
        long resultBytes,
        long mutations,
        List<Remark> errors) {
    static final String ABORTED = "aborted";

    public CompletedRequest {
        errors = List.copyOf(errors);
    }

    /** As {@code system:completed_requests} shows it. */
    Value described(String qualifier) {
        RequestRow row = new RequestRow();
        facts.addTo(row);
        row.put("state", state);
        row.put("elapsedTime", Durations.text(elapsedNanos));
        row.put("serviceTime", Durations.text(serviceNanos));
        row.put("resultCount", resultCount);
        row.put("resultSize", resultBytes);
        row.put("errorCount", errors.size());
        if (mutations > 0) {
            row.put("mutations", mutations);
        }
        row.put("errors", Values.array(remarks()));
        row.put("~qualifier", qualifier);
        return row.value();
    }

    private List<Value> remarks() {
        List<Value> remarks = new ArrayList<>();
        for (Remark error : errors) {
            SequencedMap<String, Value> fields = new LinkedHashMap<>();
            fields.put("code", Values.of(error.code()));
            fields.put("message", Values.of(error.text()));
            remarks.add(Values.object(fields));
        }
        return remarks;
    }

    long bytes() {
        long bytes = facts.bytes();
        for (Remark error : errors) {
            bytes += 64 + 2L * error.text().length();
        }
        return bytes;
    }
}
