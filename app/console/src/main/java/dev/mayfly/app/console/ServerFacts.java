package dev.mayfly.app.console;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The facts that a server reports about itself.
 *
 * @param store such as {@code memory} or {@code folder /var/lib/mayfly}
 * @param storeBytes the current size of the store
 * @param compactionDebt the bytes that the store has still to rewrite, if it ever does
 * @param writeRefusal the reason in words why writes are refused now; empty while writes are taken
 * @param isMeasured whether its metrics may be scraped
 * @param faces those that listen, read at each request
 * @param settings the configuration, without passwords and keys
 */
public record ServerFacts(
        String version,
        Instant startedAt,
        String store,
        LongSupplier storeBytes,
        Supplier<OptionalLong> compactionDebt,
        Supplier<String> writeRefusal,
        boolean isMeasured,
        Supplier<List<FaceFacts>> faces,
        List<SettingFacts> settings) {
    public ServerFacts {
        settings = List.copyOf(settings);
    }

    /**
     * One setting.
     *
     * @param from a flag, a variable, a place in a file, or {@code default}
     */
    public record SettingFacts(String setting, String value, String from) {}

    /** One face that listens. */
    public record FaceFacts(String face, String address, String connectionString) {}
}
