package dev.mayfly.face.couchbase.query.request;

import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/** The requests that run at the moment, of which there is a most. Safe for concurrent use. */
public final class ActiveRequests {
    public static final int REQUESTS_MAX = 1_024;

    private final Map<String, ActiveRequest> byId = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private final AtomicLong begun = new AtomicLong();

    /** Returns whether one more may run. */
    public boolean hasRoom() {
        return count.get() < REQUESTS_MAX;
    }

    public void begin(ActiveRequest request) {
        count.incrementAndGet();
        begun.incrementAndGet();
        byId.put(request.id(), request);
    }

    public void end(String id) {
        if (byId.remove(id) != null) {
            count.decrementAndGet();
        }
    }

    public @Nullable ActiveRequest find(String id) {
        return byId.get(id);
    }

    /** Ends a request at its next check; returns false if there is none of this id. */
    public boolean cancel(String id) {
        ActiveRequest found = byId.get(id);
        if (found == null) {
            return false;
        }
        found.execution().cancel();
        return true;
    }

    public List<ActiveRequest> all() {
        return List.copyOf(byId.values());
    }

    public int count() {
        return count.get();
    }

    /** Returns the number of requests begun since the server started. */
    public long begun() {
        return begun.get();
    }

    /** Returns the load in percent of the limit on running requests. */
    public int load() {
        return count.get() * 100 / REQUESTS_MAX;
    }
}
