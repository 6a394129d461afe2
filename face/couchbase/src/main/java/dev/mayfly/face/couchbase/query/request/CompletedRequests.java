package dev.mayfly.face.couchbase.query.request;

import dev.mayfly.face.couchbase.language.value.N1qlValue;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.SequencedMap;
import org.jspecify.annotations.Nullable;

/**
 * The latest requests that have ended and took long, or ended by a mistake of the server. Safe for concurrent use.
 */
public final class CompletedRequests {
    /** Approximate limit on the bytes kept; beyond it the oldest go, whatever the limit on their number is. */
    static final long BYTES_MAX = 32L << 20;

    private static final long MILLI = 1_000_000;

    private final SequencedMap<String, Kept> byId = new LinkedHashMap<>();
    private Settings settings = new Settings(1_000, 4_000, true);
    private long bytes;

    private record Kept(CompletedRequest request, String qualifier) {}

    /**
     * The selection of requests that are kept.
     *
     * @param thresholdMillis the least run time of a kept request; 0 for all requests, below 0 for none
     * @param limit on their number; 0 for none, below 0 for as many as fit
     * @param aborted whether those that ended by a mistake of the server are kept too
     */
    public record Settings(long thresholdMillis, int limit, boolean aborted) {
        private @Nullable String qualifier(CompletedRequest request) {
            if (thresholdMillis >= 0 && request.serviceNanos() >= thresholdMillis * MILLI) {
                return "threshold";
            }
            return aborted && request.state().equals(CompletedRequest.ABORTED) ? CompletedRequest.ABORTED : null;
        }
    }

    public synchronized Settings settings() {
        return settings;
    }

    public synchronized void change(Settings changed) {
        settings = changed;
        trim();
    }

    public synchronized void add(CompletedRequest request) {
        String qualifier = settings.limit == 0 ? null : settings.qualifier(request);
        if (qualifier != null) {
            byId.putLast(request.facts().id(), new Kept(request, qualifier));
            bytes += request.bytes();
            trim();
        }
    }

    private void trim() {
        while (!byId.isEmpty() && (bytes > BYTES_MAX || settings.limit >= 0 && byId.size() > settings.limit)) {
            bytes -= byId.pollFirstEntry().getValue().request.bytes();
        }
    }

    /** Forgets one; false if there is none of this id. */
    public synchronized boolean forget(String id) {
        Kept removed = byId.remove(id);
        if (removed != null) {
            bytes -= removed.request.bytes();
        }
        return removed != null;
    }

    public @Nullable N1qlValue find(String id) {
        Kept found;
        synchronized (this) {
            found = byId.get(id);
        }
        return found == null ? null : found.request.described(found.qualifier);
    }

    /** Returns all requests by their ids, the oldest first. */
    public SequencedMap<String, N1qlValue> described() {
        List<Kept> kept;
        synchronized (this) {
            kept = List.copyOf(byId.values());
        }
        SequencedMap<String, N1qlValue> rows = new LinkedHashMap<>();
        for (Kept each : kept) {
            rows.put(each.request.facts().id(), each.request.described(each.qualifier));
        }
        return rows;
    }
}
