package dev.mayfly.face.couchbase.query.service;

import dev.mayfly.face.couchbase.query.Execution;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/** What runs at the moment, and that it is not more than so many at once. Safe for concurrent use. */
final class ActiveRequests {
    static final int REQUESTS_MAX = 1_024;

    private final Map<String, Active> byId = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();

    /**
     * One that runs.
     *
     * @param statement its text, or that it executes what was prepared
     */
    record Active(
            String id, String clientContextId, String statement, String user, long beganMillis, Execution execution) {}

    /** @throws dev.mayfly.face.couchbase.language.QueryException when there are too many already */
    void requireRoom() {
        if (count.get() >= REQUESTS_MAX) {
            throw RequestErrors.tooMany();
        }
    }

    void begin(Active active) {
        count.incrementAndGet();
        byId.put(active.id(), active);
    }

    void end(String id) {
        if (byId.remove(id) != null) {
            count.decrementAndGet();
        }
    }

    @Nullable
    Active find(String id) {
        return byId.get(id);
    }

    List<Active> all() {
        return List.copyOf(byId.values());
    }

    /** In percent of what may run. */
    int load() {
        return count.get() * 100 / REQUESTS_MAX;
    }
}
