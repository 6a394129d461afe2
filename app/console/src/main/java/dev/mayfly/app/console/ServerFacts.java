package dev.mayfly.app.console;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * What a server says about itself.
 *
 * @param store such as {@code memory} or {@code folder /var/lib/mayfly}
 * @param storeBytes what the store occupies now
 * @param compactionDebt what the store has still to rewrite, if it ever does
 * @param isMeasured whether its metrics may be scraped
 * @param faces those that listen, asked for at each request
 */
public record ServerFacts(
        String version,
        Instant startedAt,
        String store,
        LongSupplier storeBytes,
        Supplier<OptionalLong> compactionDebt,
        boolean isMeasured,
        Supplier<List<FaceFacts>> faces) {
    /** One face that listens. */
    public record FaceFacts(String face, String address, String connectionString) {}
}
