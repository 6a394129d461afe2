package dev.mayfly.app.server;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.store.api.Capability;
import dev.mayfly.store.api.Store;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Optional;

/** The state of the virtual clock that a data folder keeps. */
final class VirtualMemory {
    private static final String RECORD = "virtual-clock";

    private final FaceRecords records;
    private final boolean isShared;

    VirtualMemory(Store store) {
        this.records = new FaceRecords(store, "server");
        this.isShared = store.capabilities().contains(Capability.TURNS);
    }

    /** The instant to go on from, if the folder was ever run on a virtual clock. */
    Optional<Instant> load() {
        byte[] kept = records.get(RECORD);
        return kept == null ? Optional.empty() : Optional.of(instantOf(kept));
    }

    /** Keeps the instant; where several servers wind their clocks, only if no later one is kept. */
    void save(Instant instant) {
        records.updateUntold(
                RECORD,
                kept -> bytes(
                        isShared && kept != null && instantOf(kept).isAfter(instant) ? instantOf(kept) : instant));
    }

    private static byte[] bytes(Instant instant) {
        return instant.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static Instant instantOf(byte[] kept) {
        return Instant.parse(new String(kept, StandardCharsets.UTF_8));
    }
}
