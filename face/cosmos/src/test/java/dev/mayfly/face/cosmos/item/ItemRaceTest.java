package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Several clients at once. */
final class ItemRaceTest {
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final String[] IN_A = {"x-ms-documentdb-partitionkey", "[\"a\"]"};
    private static final String[] ATOMIC = {
        "x-ms-documentdb-partitionkey",
        "[\"a\"]",
        "x-ms-cosmos-is-batch-request",
        "True",
        "x-ms-cosmos-batch-atomic",
        "true"
    };
    private static final int CLIENTS = 4;
    private static final int ROUNDS = 60;

    @Test
    void noIncrementIsLostAndOneOfManyCreatesWins() throws Exception {
        try (CosmosFixture fixture = withItems()) {
            AtomicInteger created = new AtomicInteger();
            together((client, round) -> {
                Reply patched =
                        fixture.call("PATCH", ITEMS + "/1", "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]", IN_A);
                assertEquals(200, patched.status());
                Reply reply = fixture.call("POST", ITEMS, "{\"id\":\"new" + round + "\",\"pk\":\"a\"}", IN_A);
                created.addAndGet(reply.status() == 201 ? 1 : 0);
            });
            assertEquals(CLIENTS * ROUNDS, number(fixture, "1"));
            assertEquals(ROUNDS, created.get());
        }
    }

    @Test
    void oneOfManyReplacesOfOneStateWins() throws Exception {
        try (CosmosFixture fixture = withItems()) {
            AtomicInteger won = new AtomicInteger();
            together((_, _) -> {
                Reply read = fixture.call("GET", ITEMS + "/1", null, IN_A);
                String next = "{\"id\":\"1\",\"pk\":\"a\",\"n\":" + (number(read) + 1) + "}";
                Reply replaced = fixture.call(
                        "PUT",
                        ITEMS + "/1",
                        next,
                        "x-ms-documentdb-partitionkey",
                        "[\"a\"]",
                        "If-Match",
                        String.valueOf(read.field("etag")));
                assertTrue(replaced.status() == 200 || replaced.status() == 412);
                won.addAndGet(replaced.status() == 200 ? 1 : 0);
            });
            assertEquals(won.get(), number(fixture, "1"));
        }
    }

    @Test
    void nobodySeesAPartOfATransaction() throws Exception {
        try (CosmosFixture fixture = withItems()) {
            together((client, round) -> {
                if (client % 2 == 0) {
                    String failing = round % 3 == 0 ? ",{\"operationType\":\"Read\",\"id\":\"none\"}" : "";
                    Reply moved =
                            fixture.call("POST", ITEMS, "[" + add("1", 1) + "," + add("2", -1) + failing + "]", ATOMIC);
                    assertEquals(round % 3 == 0 ? 207 : 200, moved.status(), moved.body());
                } else {
                    Reply both = fixture.call(
                            "POST",
                            ITEMS,
                            "[{\"operationType\":\"Read\",\"id\":\"1\"},{\"operationType\":\"Read\",\"id\":\"2\"}]",
                            ATOMIC);
                    List<Integer> numbers = numbers(both.body());
                    assertEquals(0, numbers.get(0) + numbers.get(1), both.body());
                }
            });
            assertEquals(CLIENTS / 2 * ROUNDS * 2 / 3, number(fixture, "1"));
        }
    }

    @Test
    void transactionsAndSingleWritesOfOneItemLoseNothing() throws Exception {
        try (CosmosFixture fixture = withItems()) {
            together((client, _) -> {
                Reply reply = client == 0
                        ? fixture.call("POST", ITEMS, "[" + add("1", 1) + "," + add("1", 1) + "]", ATOMIC)
                        : fixture.call("PATCH", ITEMS + "/1", "[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]", IN_A);
                assertEquals(200, reply.status(), reply.body());
            });
            assertEquals((CLIENTS + 1) * ROUNDS, number(fixture, "1"));
        }
    }

    private static String add(String id, int value) {
        return "{\"operationType\":\"Patch\",\"id\":\"" + id
                + "\",\"resourceBody\":{\"operations\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":" + value + "}]}}";
    }

    /** The work of a client in one round. */
    @FunctionalInterface
    private interface Turn {
        void take(int client, int round);
    }

    private static void together(Turn turn) throws Exception {
        try (ExecutorService clients = Executors.newFixedThreadPool(CLIENTS)) {
            List<Future<?>> running = new ArrayList<>();
            for (int client = 0; client < CLIENTS; client++) {
                int number = client;
                running.add(clients.submit(() -> {
                    for (int round = 0; round < ROUNDS; round++) {
                        turn.take(number, round);
                    }
                }));
            }
            for (Future<?> one : running) {
                one.get();
            }
        }
    }

    private static int number(CosmosFixture fixture, String id) {
        return number(fixture.call("GET", ITEMS + "/" + id, null, IN_A));
    }

    private static int number(Reply reply) {
        return numbers(reply.body()).getFirst();
    }

    private static List<Integer> numbers(String body) {
        var found = Pattern.compile("\"n\":(-?\\d+)").matcher(body);
        List<Integer> numbers = new ArrayList<>();
        while (found.find()) {
            numbers.add(Integer.parseInt(found.group(1)));
        }
        return numbers;
    }

    private static CosmosFixture withItems() {
        CosmosFixture fixture = new CosmosFixture();
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        fixture.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}}");
        for (String id : List.of("1", "2")) {
            assertEquals(
                    201,
                    fixture.call("POST", ITEMS, "{\"id\":\"" + id + "\",\"pk\":\"a\",\"n\":0}")
                            .status());
        }
        return fixture;
    }
}
