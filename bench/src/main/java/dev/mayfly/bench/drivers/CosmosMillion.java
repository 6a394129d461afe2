package dev.mayfly.bench.drivers;

import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.bench.drivers.CosmosConnection.Answer;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.HdrHistogram.Histogram;

/** Measures what a container of a million items answers, and how soon all of them are gone. */
final class CosmosMillion {
    static final String PAGING = "cosmos ORDER BY of 1,000,000";
    static final String CHANGE = "cosmos defaultTtl of 1,000,000";

    private static final int ITEMS = 1_000_000;
    private static final int BATCH = 100;
    private static final int PAGES = 200;
    private static final String CONTAINER = "million";
    private static final String OTHER_CONTAINER = "small";
    /** Made before the one that is measured. */
    private static final int CHANGES = 200;

    private static final String PATH = CosmosTarget.path(CONTAINER);

    private final CosmosTarget target;
    private final Scale scale;

    CosmosMillion(CosmosTarget target, Scale scale) {
        this.target = target;
        this.scale = scale;
    }

    /** Loads the items by batches, each in one partition, under a default of a year. */
    void load() throws Exception {
        target.create(CONTAINER, ttl(Duration.ofDays(365)));
        target.inParallel(scale.of(ITEMS) / BATCH, (connection, batch) -> {
            List<String> items = new ArrayList<>();
            for (long member = 0; member < BATCH; member++) {
                // All of one batch are in the partition of its number.
                long number = batch % 100 + 100 * (batch / 100 * BATCH + member);
                items.add(target.item(number));
            }
            CosmosTarget.createBatch(connection, PATH, batch % 100, items);
        });
    }

    private static String ttl(Duration lifetime) {
        return ",\"defaultTtl\":" + lifetime.toSeconds();
    }

    /** The first page and the next ones, in the order of an indexed property. */
    String paging() throws IOException {
        Histogram pages = new Histogram(3);
        long firstNanos;
        try (CosmosConnection connection = target.connect()) {
            for (int warmUp = 0; warmUp < scale.of(PAGES); warmUp++) {
                page(connection, "").require(200);
            }
            long start = SystemClock.INSTANCE.tickNanos();
            String continuation = page(connection, "").require(200).continuation();
            firstNanos = SystemClock.INSTANCE.tickNanos() - start;
            for (int count = 0; count < scale.of(PAGES); count++) {
                start = SystemClock.INSTANCE.tickNanos();
                continuation = page(connection, continuation).require(200).continuation();
                pages.recordValue(SystemClock.INSTANCE.tickNanos() - start);
            }
        }
        double worst = pages.getMaxValue() / 1e6;
        return String.format(
                Locale.ROOT,
                "%s, pages of 100: first %.2f ms, next p50 %.2f ms, worst of %d %.2f ms   < 10 ms: %s",
                PAGING,
                firstNanos / 1e6,
                pages.getValueAtPercentile(50) / 1e6,
                scale.of(PAGES),
                worst,
                firstNanos < 10e6 && worst < 10 ? "reached" : "MISSED");
    }

    private static Answer page(CosmosConnection connection, String continuation) throws IOException {
        String more =
                CosmosTarget.QUERY + (continuation.isEmpty() ? "" : "x-ms-continuation: " + continuation + "\r\n");
        return connection.send(
                "POST", "/" + PATH + "/docs", "docs", PATH, more, "{\"query\":\"SELECT * FROM c ORDER BY c.number\"}");
    }

    /**
     * From a year to a second: what the change takes, and what the next count says. A server that has just started answers its
     * first changes more slowly, whatever they change, so others come before.
     */
    String change() throws IOException {
        target.create(OTHER_CONTAINER, "");
        try (CosmosConnection connection = target.connect()) {
            for (int warmUp = 0; warmUp < scale.of(CHANGES); warmUp++) {
                setDefault(connection, OTHER_CONTAINER, Duration.ofDays(1 + warmUp % 2));
            }
            long before = count(connection);
            long start = SystemClock.INSTANCE.tickNanos();
            setDefault(connection, CONTAINER, Duration.ofSeconds(1));
            long changed = SystemClock.INSTANCE.tickNanos();
            long after = count(connection);
            long counted = SystemClock.INSTANCE.tickNanos();
            return String.format(
                    Locale.ROOT,
                    "%s, a year to a second: PUT %.2f ms, next COUNT %d (%d before) in %.0f ms   < 10 ms, 0 within 3"
                            + " s: %s",
                    CHANGE,
                    (changed - start) / 1e6,
                    after,
                    before,
                    (counted - changed) / 1e6,
                    changed - start < 10_000_000 && after == 0 && counted - start < 3_000_000_000L
                            ? "reached"
                            : "MISSED");
        }
    }

    private static void setDefault(CosmosConnection connection, String container, Duration lifetime)
            throws IOException {
        String path = CosmosTarget.path(container);
        connection
                .send("PUT", "/" + path, "colls", path, "", CosmosTarget.definition(container, ttl(lifetime)))
                .require(200);
    }

    /** The sum over the pages, as an SDK makes it. */
    private static long count(CosmosConnection connection) throws IOException {
        long sum = 0;
        String continuation = "";
        do {
            String more =
                    CosmosTarget.QUERY + (continuation.isEmpty() ? "" : "x-ms-continuation: " + continuation + "\r\n");
            Answer answer = connection
                    .send(
                            "POST",
                            "/" + PATH + "/docs",
                            "docs",
                            PATH,
                            more,
                            "{\"query\":\"SELECT VALUE COUNT(1) FROM c\"}")
                    .require(200);
            String text = answer.text().replaceAll("\\s", "");
            int from = text.indexOf("\"Documents\":[") + "\"Documents\":[".length();
            String counted = text.substring(from, text.indexOf(']', from));
            sum += counted.isEmpty() ? 0 : Long.parseLong(counted);
            continuation = answer.continuation();
        } while (!continuation.isEmpty());
        return sum;
    }
}
