package dev.mayfly.face.cosmos.query;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.JsonView;
import dev.mayfly.base.document.View;
import dev.mayfly.base.query.value.JsonSink;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.language.CosmosQuery;
import dev.mayfly.face.cosmos.language.function.FunctionSource;
import dev.mayfly.face.cosmos.language.value.SqlValue;
import dev.mayfly.face.cosmos.language.value.SqlValues;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.query.index.PolicyIndexes;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.KeyRanges;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;

/** A container of items at random, and queries over it page by page. */
final class RandomContainer implements AutoCloseable {
    private static final String COMPOSITE = "\"compositeIndexes\":[[{\"path\":\"/a\",\"order\":\"ascending\"},"
            + "{\"path\":\"/b\",\"order\":\"descending\"}],[{\"path\":\"/pk\",\"order\":\"ascending\"},"
            + "{\"path\":\"/a\",\"order\":\"ascending\"}]]";

    /** The paths of ORDER BY are in each of them, and b is named in each. */
    private static final List<String> POLICIES = List.of(
            "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/b/?\"}]," + COMPOSITE + "}",
            "{\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/b/?\"}],\"excludedPaths\":[{\"path\":\"/o/*\"},"
                    + "{\"path\":\"/l/[]/?\"}]," + COMPOSITE + "}",
            "{\"includedPaths\":[{\"path\":\"/a/*\"},{\"path\":\"/b/?\"},{\"path\":\"/id/?\"}],"
                    + "\"excludedPaths\":[{\"path\":\"/*\"}]," + COMPOSITE + "}",
            "{\"indexingMode\":\"lazy\",\"includedPaths\":[{\"path\":\"/*\"},{\"path\":\"/b/?\"}]," + COMPOSITE + "}");

    private final RandomGenerator random;
    final RandomQueries queries;
    final CosmosFixture fixture = new CosmosFixture();
    private final Containers containers;

    RandomContainer(RandomGenerator random) {
        this.random = random;
        this.queries = new RandomQueries(random);
        Metadata metadata = new Metadata(fixture.engine());
        this.containers = new Containers(metadata, new Databases(metadata), new PolicyIndexes(), UnitMeter.NONE);
        call("POST", "/dbs", "{\"id\":\"d\"}");
        call("POST", "/dbs/d/colls", container(POLICIES.getFirst()));
    }

    private static String container(String policy) {
        return "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2},\"defaultTtl\":-1,"
                + "\"indexingPolicy\":" + policy + "}";
    }

    CosmosFixture.Reply call(String method, String path, @Nullable String body, String... fields) {
        CosmosFixture.Reply reply = fixture.call(method, path, body, fields);
        assertTrue(reply.status() < 300, () -> method + " " + path + " " + body + ": " + reply);
        return reply;
    }

    void fill(int count) {
        for (int n = 0; n < count; n++) {
            call(
                    "POST",
                    "/dbs/d/colls/c/docs",
                    queries.item(queries.id(), queries.partition(), true),
                    "x-ms-documentdb-is-upsert",
                    "true");
        }
    }

    void changePolicy() {
        String policy = POLICIES.get(random.nextInt(POLICIES.size()));
        call("PUT", "/dbs/d/colls/c", container(policy));
    }

    /** All living items, as the feed shows them, by id and partition. */
    Map<String, SqlValue> living() {
        Map<String, SqlValue> living = new HashMap<>();
        String body = call("GET", "/dbs/d/colls/c/docs", null, "x-ms-max-item-count", "-1")
                .body();
        for (SqlValue item : documents(body)) {
            living.put(identity(item), item);
        }
        return living;
    }

    /** One page: its rows, and what leads to the next. */
    record Rows(List<SqlValue> rows, @Nullable String continuation) {}

    Rows page(String query, int size, @Nullable String continuation, @Nullable String partition) {
        return page(query, size, continuation, partition, 8_000);
    }

    Rows page(String query, int size, @Nullable String continuation, @Nullable String partition, int continuationMax) {
        Container container = Objects.requireNonNull(containers.find("d", "c"));
        PartitionKey key = partition == null ? null : PartitionKey.ofText("[" + partition + "]");
        PageRequest asked = new PageRequest(
                container,
                CosmosQuery.parse(query),
                Map.of(),
                key,
                "",
                PageRequest.EVERYWHERE,
                KeyRanges.ALL,
                size,
                continuation,
                continuationMax,
                FunctionSource.NONE);
        int few = List.of(0, 3, 1_000).get(random.nextInt(3));
        QueryLimits limits = new QueryLimits(few, random.nextBoolean() ? 5 : 1_000);
        JsonSink out = SqlValues.sink();
        out.ascii("{\"Documents\":[");
        QueryRun run = new QueryRun(
                asked, QueryRules.NONE, limits, container.collection().reading(), new SplittableRandom(1), out);
        PageResult answer = Objects.requireNonNull(run.answer());
        out.ascii("]}");
        return new Rows(documents(out.toString()), answer.continuation());
    }

    List<SqlValue> rows(String query, Supplier<Integer> size, @Nullable String partition) {
        List<SqlValue> rows = new ArrayList<>();
        String continuation = null;
        // The shorter ones keep no more than the beginning of a position.
        int continuationMax = List.of(64, 76, 8_000).get(random.nextInt(3));
        do {
            int most = size.get();
            Rows page = page(query, most, continuation, partition, continuationMax);
            assertTrue(page.rows.size() <= most, () -> "more rows than asked for: " + page.rows.size());
            rows.addAll(page.rows);
            continuation = page.continuation;
            assertTrue(rows.size() < 10_000, "the pages do not end");
        } while (continuation != null);
        return rows;
    }

    @Override
    public void close() {
        fixture.close();
    }

    private static List<SqlValue> documents(String body) {
        List<SqlValue> documents = new ArrayList<>();
        View array = JsonView.of(body.getBytes(StandardCharsets.UTF_8)).field("Documents");
        for (View.Fields fields = array == null ? null : array.fields(); fields != null && fields.next(); ) {
            documents.add(SqlValues.stored((JsonView) fields.value()));
        }
        return documents;
    }

    static String identity(SqlValue row) {
        return row.field("id") + "/" + row.field("pk");
    }
}
