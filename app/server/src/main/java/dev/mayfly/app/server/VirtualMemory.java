package dev.mayfly.app.server;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.store.api.Store;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** The state of the virtual clock that a data folder keeps. */
final class VirtualMemory {
    private static final String RECORD = "virtual-clock";

    private final FaceRecords records;

    VirtualMemory(Store store) {
        this.records = new FaceRecords(store, "server");
    }

    /** The instant to go on from, if the folder was ever run on a virtual clock. */
    Optional<Instant> load() {
        byte[] kept = records.get(RECORD);
        return kept == null ? Optional.empty() : Optional.of(Instant.parse(new String(kept, StandardCharsets.UTF_8)));
    }

    void save(Instant instant) {
        records.put(RECORD, instant.toString().getBytes(StandardCharsets.UTF_8));
    }
}
