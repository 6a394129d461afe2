package dev.mayfly.face.couchbase.query;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.RecordsCopy;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** The prepared statements that users have named, as all servers of a cluster know them. Safe for concurrent use. */
public final class SharedPlans {
    private static final String PREFIX = "prepared/";

    private final FaceRecords records;
    private final RecordsCopy copy;

    public SharedPlans(FaceRecords records) {
        this.records = records;
        this.copy = new RecordsCopy(records);
    }

    /** Has an action take over all of them if any may have changed since it did so last. */
    void ifChanged(Consumer<Map<String, EncodedPlan>> action) {
        records.refresh();
        if (copy.isOld()) {
            synchronized (this) {
                copy.readAnew(() -> action.accept(all()));
            }
        }
    }

    private Map<String, EncodedPlan> all() {
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
