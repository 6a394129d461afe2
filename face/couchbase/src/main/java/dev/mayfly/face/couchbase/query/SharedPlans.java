package dev.mayfly.face.couchbase.query;

import dev.mayfly.engine.FaceRecords;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The prepared statements that users have named, as all servers of a cluster know them. Safe for concurrent use. */
public final class SharedPlans {
    private static final String PREFIX = "prepared/";

    private final FaceRecords records;
    private volatile boolean stale;

    public SharedPlans(FaceRecords records) {
        this.records = records;
        records.onChange(() -> stale = true);
    }

    /** Returns all if any may have changed since this was asked last, else null. */
    @Nullable
    Map<String, EncodedPlan> changed() {
        records.refresh();
        if (!stale) {
            return null;
        }
        stale = false;
        Map<String, EncodedPlan> all = new HashMap<>();
        records.list(PREFIX).forEach((name, bytes) -> {
            EncodedPlan plan = plan(bytes);
            if (plan != null) {
                all.put(name.substring(PREFIX.length()), plan);
            }
        });
        return all;
    }

    @Nullable
    EncodedPlan get(String name) {
        byte[] kept = records.get(PREFIX + name);
        return kept == null ? null : plan(kept);
    }

    private static @Nullable EncodedPlan plan(byte[] kept) {
        return EncodedPlan.decode(new String(kept, StandardCharsets.US_ASCII));
    }

    void put(PreparedStatement prepared) {
        records.put(PREFIX + prepared.name(), prepared.encodedPlan().getBytes(StandardCharsets.US_ASCII));
    }

    void delete(String name) {
        records.delete(PREFIX + name);
    }
}
