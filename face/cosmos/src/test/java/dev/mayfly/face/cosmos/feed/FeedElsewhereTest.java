package dev.mayfly.face.cosmos.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.store.contract.StoppingStore;
import dev.mayfly.store.memory.SharedMemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Change feeds of a container that several servers write: any of them tells all changes, and goes on where another has ended. */
final class FeedElsewhereTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String LATEST = "Incremental Feed";
    private static final String VERSIONS = "Full-Fidelity Feed";
    private static final int ITEMS = 5;

    private static final int WRITES = 40;

    private final SharedMemoryStore store = new SharedMemoryStore();
    private final CosmosFixture one = CosmosFixture.unswept(store);
    private final StoppingStore stopping = new StoppingStore(store);
    private final CosmosFixture other = CosmosFixture.unswept(stopping);

    @AfterEach
    void close() {
        other.engine().close();
        one.engine().close();
        store.close();
    }

    private static void put(CosmosFixture through, String container, int id, int n) {
        Reply reply = through.call(
                "POST",
                container + "/docs",
                "{\"id\":\"" + id + "\",\"n\":" + n + "}",
                "x-ms-documentdb-partitionkey",
                "[\"" + id + "\"]",
                "x-ms-documentdb-is-upsert",
                "true");
        assertTrue(reply.status() < 300, reply::body);
    }

    private static Reply read(CosmosFixture through, Range range, String mode, String from) {
        List<String> fields = new ArrayList<>(List.of("A-IM", mode, "If-None-Match", from, "x-ms-max-item-count", "3"));
        if (!range.isWhole()) {
            fields.addAll(List.of("x-ms-documentdb-partitionkeyrangeid", range.id));
        }
        return through.call("GET", range.container + "/docs", null, fields.toArray(String[]::new));
    }

    private record Range(String container, String id) {
        /** What a client reads that names no range. */
        static Range whole(String container) {
            return new Range(container, "");
        }

        boolean isWhole() {
            return id.isEmpty();
        }
    }

    private List<Range> ranges(String container) {
        List<Range> ranges = new ArrayList<>();
        Reply reply = other.call("GET", container + "/pkranges", null);
        MAPPER.readTree(reply.body())
                .get("PartitionKeyRanges")
                .forEach(each -> ranges.add(new Range(container, each.path("id").asString())));
        return ranges;
    }

    private static String etag(Reply reply) {
        String etag = reply.field("etag");
        assertNotNull(etag, () -> reply.status() + " " + reply.body());
        return etag;
    }

    private static List<Integer> numbers(Reply reply) {
        List<Integer> numbers = new ArrayList<>();
        if (reply.status() == 200) {
            for (JsonNode each : MAPPER.readTree(reply.body()).get("Documents")) {
                JsonNode image = each.has("metadata") ? each.path("current") : each;
                numbers.add(image.path("n").asInt());
            }
        }
        return numbers;
    }

    /** Reads to the end, each page through another server. */
    private List<Integer> follow(Range range, String mode, String from) {
        List<Integer> all = new ArrayList<>();
        CosmosFixture asked = one;
        String at = from;
        for (Reply page = read(asked, range, mode, at); page.status() == 200; ) {
            all.addAll(numbers(page));
            at = etag(page);
            asked = asked == one ? other : one;
            page = read(asked, range, mode, at);
        }
        return all;
    }

    @Test
    void pagesOfAFeedMayComeFromDifferentServers() {
        one.call("POST", "/dbs", "{\"id\":\"d\"}");
        Seeds.run(5, this::followWrites);
    }

    private void followWrites(long seed, RandomGenerator random) {
        String container = "/dbs/d/colls/c" + seed;
        Reply made = one.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"c" + seed + "\",\"partitionKey\":{\"paths\":[\"/id\"],\"kind\":\"Hash\",\"version\":"
                        + (1 + seed % 2) + "},"
                        + "\"changeFeedPolicy\":{\"retentionDuration\":60}}");
        assertEquals(201, made.status(), made::body);
        List<Range> ranges = ranges(container);
        assertEquals(16, ranges.size());
        List<String> versions = ranges.stream()
                .map(range -> etag(read(one, range, VERSIONS, "*")))
                .toList();
        Range whole = Range.whole(container);
        String wholeVersions = etag(read(one, whole, VERSIONS, "*"));
        List<Integer> written = new ArrayList<>();
        int[] last = new int[ITEMS];
        int[] itemOf = new int[WRITES + 1];
        for (int n = 1; n <= WRITES; n++) {
            int id = random.nextInt(ITEMS);
            put(random.nextBoolean() ? one : other, container, id, n);
            written.add(n);
            last[id] = n;
            itemOf[n] = id;
        }
        List<Integer> all = new ArrayList<>();
        List<Integer> latest = new ArrayList<>();
        for (int at = 0; at < ranges.size(); at++) {
            all.addAll(follow(ranges.get(at), VERSIONS, versions.get(at)));
            latest.addAll(follow(ranges.get(at), LATEST, "\"0\""));
        }
        List<Integer> left =
                Arrays.stream(last).filter(n -> n != 0).sorted().boxed().toList();
        requireOrder(all, itemOf);
        assertEquals(written, all.stream().sorted().toList());
        assertEquals(left, latest.stream().sorted().toList());
        List<Integer> together = follow(whole, VERSIONS, wholeVersions);
        requireOrder(together, itemOf);
        assertEquals(written, together.stream().sorted().toList());
        assertEquals(left, follow(whole, LATEST, "\"0\"").stream().sorted().toList());
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2})
    void aChangeThatWasStoppedForLongBeforeItsCommitIsToldAllTheSame(int version) {
        one.call("POST", "/dbs", "{\"id\":\"d\"}");
        String container = "/dbs/d/colls/stopped";
        one.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"stopped\",\"partitionKey\":{\"paths\":[\"/id\"],\"version\":" + version
                        + ",\"kind\":\"Hash\"}," + "\"changeFeedPolicy\":{\"retentionDuration\":60}}");
        other.call("GET", container, null);
        List<Range> each = ranges(container);
        for (int pair = 0; pair < 12; pair++) {
            List<Range> ranges = pair < 8 ? each : List.of(Range.whole(container));
            int early = 2 * pair;
            int late = 2 * pair + 1;
            List<String> versions = new ArrayList<>();
            ranges.forEach(range -> versions.add(etag(read(one, range, VERSIONS, "*"))));
            List<Integer> before = new ArrayList<>();
            stopping.beforeNextCommit(() -> {
                put(one, container, early, early);
                one.clock().advance(Duration.ofSeconds(8));
                for (int at = 0; at < ranges.size(); at++) {
                    Reply page = read(one, ranges.get(at), VERSIONS, versions.get(at));
                    before.addAll(numbers(page));
                    versions.set(at, etag(page));
                }
            });
            put(other, container, late, late);
            other.clock().advance(Duration.ofSeconds(8));
            assertEquals(List.of(early), before);
            List<Integer> rest = new ArrayList<>();
            for (int at = 0; at < ranges.size(); at++) {
                rest.addAll(follow(ranges.get(at), VERSIONS, versions.get(at)));
            }
            assertEquals(List.of(late), rest);
        }
    }

    /** The changes of an item are told in their order, whoever made them. */
    private static void requireOrder(List<Integer> told, int[] itemOf) {
        int[] before = new int[ITEMS];
        for (int n : told) {
            assertTrue(n > before[itemOf[n]], told::toString);
            before[itemOf[n]] = n;
        }
    }
}
