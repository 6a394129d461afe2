package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.StatementExecution.Remark;
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

    /** Returns the row of {@code system:completed_requests}. */
    N1qlValue described(String qualifier) {
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
        row.put("errors", N1qlValues.array(remarks()));
        row.put("~qualifier", qualifier);
        return row.value();
    }

    private List<N1qlValue> remarks() {
        List<N1qlValue> remarks = new ArrayList<>();
        for (Remark error : errors) {
            SequencedMap<String, N1qlValue> fields = new LinkedHashMap<>();
            fields.put("code", N1qlValues.of(error.code()));
            fields.put("message", N1qlValues.of(error.text()));
            remarks.add(N1qlValues.object(fields));
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
