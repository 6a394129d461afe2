package dev.mayfly.test.cosmos;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.mayfly.base.clock.SystemClock;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.CassandraGround;
import dev.mayfly.test.harness.CommandProcess;
import java.io.IOException;
import java.io.InputStream;
import java.net.URI;
import java.net.URL;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Items that three servers in three regions hide at the same instant: none answers after another has said that the item is gone, by more
 * than their clocks are measured to differ.
 */
@Tag("slow")
final class RegionExpiryIT {
    private static final List<String> REGIONS = List.of("West Europe", "East US", "Japan East");
    private static final int ITEMS = 1_000;
    private static final int ITEMS_AT_ONCE = 25;
    private static final int TTL_SECONDS = 2;
    private static final long AROUND_MILLIS = 300;
    private static final String COLLECTIONS = "/dbs/regions/colls";
    private static final Pattern ADMIN = Pattern.compile("http://127\\.0\\.0\\.1:\\d+");

    @TempDir
    private Path folder = Path.of("");

    private final List<Region> regions = new ArrayList<>();
    private long reads;
    private long worst = Long.MIN_VALUE;

    /** A server, and how it is asked. */
    private record Region(CommandProcess process, Wire wire, URL nodes) {}

    /**
     * What one server said of an item.
     *
     * @param asked the last instant before a request that found it, in nanoseconds
     * @param gone the first instant after an answer that did not
     */
    private record Sight(long asked, long gone, long reads) {}

    private Region start(CassandraGround below, String region) throws IOException {
        List<String> line = new ArrayList<>(List.of("serve", "--face", "cosmos,admin", "--cosmos-port", "0"));
        line.addAll(List.of("--http-port", "0", "--region", region));
        line.addAll(below.options());
        CommandProcess process = CommandProcess.start(folder, line.toArray(String[]::new));
        StringBuilder banner = new StringBuilder();
        process.awaitLine(printed -> {
            banner.append(printed).append('\n');
            return printed.strip().startsWith("data ");
        });
        Matcher endpoint =
                Pattern.compile("AccountEndpoint=([^;]+);AccountKey=([^;]+);").matcher(banner);
        Matcher admin = ADMIN.matcher(banner);
        assertTrue(endpoint.find(), banner::toString);
        assertTrue(admin.find(), banner::toString);
        Wire wire = new Wire(endpoint.group(1).replaceFirst("^https:", "http:"), endpoint.group(2));
        return new Region(
                process, wire, URI.create(admin.group() + "/api/v1/nodes").toURL());
    }

    /** Returns by how many milliseconds two of the clocks may differ, as the servers have measured it. */
    private long bound() {
        long[] widest = {0};
        Await.until("all clocks are measured", () -> {
            List<Long> offsets = new ArrayList<>();
            for (Region region : regions) {
                offsets.addAll(self(region));
            }
            widest[0] = offsets.stream().mapToLong(Long::longValue).max().orElse(0)
                    - offsets.stream().mapToLong(Long::longValue).min().orElse(0);
            return offsets.size() == regions.size();
        });
        return widest[0] + 1;
    }

    private static List<Long> self(Region region) {
        try (InputStream answer = region.nodes().openStream()) {
            for (JsonNode node : new ObjectMapper().readTree(answer).get("items")) {
                if (node.get("isSelf").booleanValue()
                        && !node.get("offsetMillis").isNull()) {
                    return List.of(node.get("offsetMillis").longValue());
                }
            }
            return List.of();
        } catch (IOException failure) {
            throw new AssertionError(failure);
        }
    }

    @Test
    void regionsHideAnItemAtTheSameInstant() throws Exception {
        try (CassandraGround below = CassandraGround.found(1, folder)) {
            try {
                for (String region : REGIONS) {
                    regions.add(start(below, region));
                }
                Wire first = regions.getFirst().wire();
                created(first.send("POST", "/dbs", Map.of(), "{\"id\":\"regions\"}"));
                created(
                        first.send(
                                "POST",
                                COLLECTIONS,
                                Map.of(),
                                "{\"id\":\"items\",\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\"},\"defaultTtl\":-1}"));
                long bound = bound();
                for (int from = 0; from < ITEMS; from += ITEMS_AT_ONCE) {
                    around(first, from, bound);
                }
                System.out.println(ITEMS + " items through three servers in three regions, " + reads
                        + " reads around their deadlines: the last answer of one came " + worst / 1_000
                        + " us after another had said gone; clocks are measured to differ by " + bound + " ms");
            } finally {
                regions.forEach(region -> region.process().close());
            }
        }
    }

    private static void created(Wire.Answer answer) {
        assertEquals(201, answer.status(), answer::toString);
    }

    /** Reads some items around their deadlines, through all regions at once. */
    private void around(Wire first, int from, long bound) throws Exception {
        long deadline = 0;
        for (int item = from; item < from + ITEMS_AT_ONCE; item++) {
            Wire.Answer answer = first.send(
                    "POST",
                    COLLECTIONS + "/items/docs",
                    Map.of("x-ms-documentdb-partitionkey", "[\"" + item + "\"]"),
                    "{\"id\":\"" + item + "\",\"ttl\":" + TTL_SECONDS + "}");
            created(answer);
            deadline = (answer.json().get("_ts").longValue() + TTL_SECONDS) * 1_000;
        }
        long begin = deadline - AROUND_MILLIS;
        Await.until("the deadline is near", () -> SystemClock.INSTANCE.wallMillis() >= begin);
        List<List<Sight>> sights = new ArrayList<>();
        try (ExecutorService executor = Executors.newFixedThreadPool(regions.size())) {
            List<Future<List<Sight>>> running = new ArrayList<>();
            for (Region region : regions) {
                running.add(executor.submit(() -> look(region.wire(), from)));
            }
            for (Future<List<Sight>> each : running) {
                sights.add(each.get());
            }
        }
        for (int item = 0; item < ITEMS_AT_ONCE; item++) {
            int index = item;
            long asked = sights.stream()
                    .mapToLong(seen -> seen.get(index).asked())
                    .max()
                    .orElseThrow();
            long gone = sights.stream()
                    .mapToLong(seen -> seen.get(index).gone())
                    .min()
                    .orElseThrow();
            reads += sights.stream().mapToLong(seen -> seen.get(index).reads()).sum();
            if (asked != Long.MIN_VALUE) {
                worst = Math.max(worst, asked - gone);
                assertTrue(
                        asked - gone <= bound * 1_000_000,
                        () -> "item " + (from + index) + " was found " + (asked - gone) / 1_000
                                + " us after another server had said gone");
            }
        }
    }

    /** Reads the items by turns until each is gone. */
    private static List<Sight> look(Wire wire, int from) {
        List<Sight> sights = new ArrayList<>();
        for (int item = 0; item < ITEMS_AT_ONCE; item++) {
            sights.add(new Sight(Long.MIN_VALUE, Long.MAX_VALUE, 0));
        }
        int left = ITEMS_AT_ONCE;
        while (left > 0) {
            for (int item = 0; item < ITEMS_AT_ONCE; item++) {
                Sight before = sights.get(item);
                if (before.gone() == Long.MAX_VALUE) {
                    long asked = SystemClock.INSTANCE.tickNanos();
                    String key = Integer.toString(from + item);
                    Wire.Answer answer = wire.send(
                            "GET",
                            COLLECTIONS + "/items/docs/" + key,
                            Map.of("x-ms-documentdb-partitionkey", "[\"" + key + "\"]"),
                            (String) null);
                    if (answer.status() == 404) {
                        left--;
                        sights.set(
                                item, new Sight(before.asked(), SystemClock.INSTANCE.tickNanos(), before.reads() + 1));
                    } else {
                        assertEquals(200, answer.status(), answer::toString);
                        sights.set(item, new Sight(asked, Long.MAX_VALUE, before.reads() + 1));
                    }
                }
            }
        }
        return sights;
    }
}
