package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.base.query.value.Text;
import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.RowSink;
import dev.mayfly.face.couchbase.query.StatementExecution.Remark;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;

/**
 * The text of one answer: what it is about, its rows as they come, and how it ended. The text is handed on in parts, so
 * that an answer may be longer than memory. Used by one thread.
 */
final class ResponseWriter implements RowSink {
    private static final int PART_BYTES = 32 << 10;

    /** Limit on the parts whose buffer is kept; one that a long row has enlarged further is replaced. */
    private static final int PARTS_KEPT = 8;

    private JsonSink out = N1qlValues.sink(1024);
    private final Consumer<byte[]> parts;
    private final String prefix;
    private long rows;
    private long rowBytes;
    private boolean begun;

    /**
     * @param pretty whether it is for people
     * @param parts takes what is written, part by part
     */
    ResponseWriter(boolean pretty, Consumer<byte[]> parts) {
        this.prefix = pretty ? PrettyJson.INDENT : "";
        this.parts = parts;
    }

    /** Writes the head of the answer. */
    void head(String requestId, String clientContextId) {
        out.ascii("{\n");
        out.ascii(prefix);
        out.ascii("\"requestID\": \"" + requestId + "\"");
        if (!clientContextId.isEmpty()) {
            next("clientContextID");
            out.string(clientContextId);
        }
    }

    /** Under which name the statement was prepared that is executed at once. */
    void prepared(String name) {
        next("prepared");
        out.string(name);
    }

    void signature(N1qlValue signature) {
        if (!signature.isMissing()) {
            next("signature");
            write(signature, prefix);
        }
    }

    /** Rows follow. */
    void beginRows() {
        next("results");
        out.put('[');
        begun = true;
    }

    @Override
    public void row(N1qlValue row) {
        int before = out.length();
        if (rows > 0) {
            out.put(',');
        }
        out.put('\n');
        if (!prefix.isEmpty()) {
            out.ascii(prefix + prefix);
        }
        int begin = out.length();
        try {
            write(row, prefix + prefix);
        } catch (RuntimeException refused) {
            out.cut(before);
            throw refused;
        }
        rows++;
        rowBytes += out.length() - begin;
        if (out.length() >= PART_BYTES) {
            flush();
        }
    }

    private void write(N1qlValue value, String linePrefix) {
        if (prefix.isEmpty()) {
            value.write(out);
        } else {
            PrettyJson.write(value, linePrefix, out);
        }
    }

    private void endRows() {
        if (begun) {
            out.put('\n');
            out.ascii(prefix);
            out.put(']');
        }
    }

    /**
     * Writes the end of the answer.
     *
     * @param metrics none unless requested
     * @param extras further fields, by name
     */
    void end(
            List<Remark> errors,
            List<Remark> warnings,
            String status,
            List<Metric> metrics,
            Map<String, N1qlValue> extras) {
        endRows();
        remarks("errors", errors);
        remarks("warnings", warnings);
        next("status");
        out.string(status);
        if (!metrics.isEmpty()) {
            next("metrics");
            metrics(metrics);
        }
        extras.forEach((name, value) -> {
            next(name);
            write(value, prefix);
        });
        out.ascii("\n}\n");
        flush();
    }

    private void remarks(String name, List<Remark> remarks) {
        if (remarks.isEmpty()) {
            return;
        }
        next(name);
        char before = '[';
        for (Remark remark : remarks) {
            out.put(before);
            out.ascii("{\"code\":" + remark.code() + ",\"msg\":");
            out.string(remark.text());
            if (remark.isPassing() || RequestErrors.isPassing(remark.code())) {
                out.ascii(",\"retry\":true");
            }
            if (remark.reason() != null) {
                out.ascii(",\"reason\":{\"_level\":\"exception\",\"code\":"
                        + remark.reason().code() + ",\"message\":");
                out.string(remark.reason().text());
                out.ascii("},\"retry\":false");
            }
            if (remark.cause() != null) {
                out.ascii(isOfTransactions(remark.code()) ? ",\"cause\":" : ",\"reason\":");
                remark.cause().write(out);
            }
            out.put('}');
            before = ',';
        }
        out.put(']');
    }

    /** Clients read the cause of such an error to learn what to do. */
    private static boolean isOfTransactions(int code) {
        return code >= 17_000 && code < 18_000;
    }

    /**
     * A figure.
     *
     * @param text as it stands in JSON
     */
    record Metric(String name, String text) {
        static Metric of(String name, long value) {
            return new Metric(name, Long.toString(value));
        }

        static Metric time(String name, long nanos) {
            return new Metric(name, '"' + Durations.text(nanos) + '"');
        }
    }

    private void metrics(List<Metric> metrics) {
        String inner = prefix.isEmpty() ? "" : "\n" + prefix + PrettyJson.INDENT;
        char before = '{';
        for (Metric metric : metrics) {
            out.put(before);
            out.ascii(inner);
            out.string(metric.name());
            out.ascii(": ");
            // The sign of micro is no ASCII.
            byte[] text = Text.bytes(metric.text());
            out.raw(text, 0, text.length);
            before = ',';
        }
        if (!prefix.isEmpty()) {
            out.put('\n');
            out.ascii(prefix);
        }
        out.put('}');
    }

    long rows() {
        return rows;
    }

    long rowBytes() {
        return rowBytes;
    }

    private void next(String name) {
        out.ascii(",\n");
        out.ascii(prefix);
        out.string(name);
        out.ascii(": ");
    }

    private void flush() {
        byte[] part = out.toByteArray();
        if (part.length > PARTS_KEPT * PART_BYTES) {
            out = N1qlValues.sink(PART_BYTES);
        } else {
            out.cut(0);
        }
        parts.accept(part);
    }
}
