package dev.mayfly.face.cosmos.item;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.cosmos.CosmosFixture;
import dev.mayfly.face.cosmos.CosmosFixture.Reply;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.partition.PartitionKey;
import dev.mayfly.face.cosmos.resource.Container;
import dev.mayfly.face.cosmos.resource.ContainerIndexes;
import dev.mayfly.face.cosmos.resource.Containers;
import dev.mayfly.face.cosmos.resource.Databases;
import dev.mayfly.face.cosmos.resource.ItemRid;
import dev.mayfly.face.cosmos.resource.Metadata;
import dev.mayfly.face.cosmos.resource.UnitMeter;
import dev.mayfly.test.harness.Seeds;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.random.RandomGenerator;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** A bulk comes to what its members come to one by one. */
final class BulkTest {
    private static final JsonMapper MAPPER = JsonMapper.builder().build();
    private static final String ITEMS = "/dbs/d/colls/c/docs";
    private static final String[] BULK = {
        "x-ms-cosmos-is-batch-request",
        "True",
        "x-ms-cosmos-batch-atomic",
        "false",
        "x-ms-cosmos-batch-continue-on-error",
        "true"
    };

    @Test
    void membersTogetherComeToWhatTheyComeToAlone() {
        Seeds.run(40, (_, random) -> {
            try (CosmosFixture together = withContainer("");
                    CosmosFixture alone = withContainer("")) {
                for (int round = 0; round < 6; round++) {
                    List<String> members = members(random);
                    JsonNode many = MAPPER.readTree(bulk(together, members).body());
                    for (int index = 0; index < members.size(); index++) {
                        JsonNode one = MAPPER.readTree(
                                        bulk(alone, List.of(members.get(index))).body())
                                .get(0);
                        assertEquals(shown(one), shown(many.get(index)), members::toString);
                    }
                }
            }
        });
    }

    /** Status, charge and item; versions differ where several writes are one batch. */
    private static String shown(JsonNode answer) {
        return answer.toString().replaceAll("(e[Tt]ag\":\"\\\\\"|_rid\":\"|/docs/)[^\"/]*", "$1");
    }

    private static List<String> members(RandomGenerator random) {
        List<String> members = new ArrayList<>();
        for (int count = 1 + random.nextInt(12); count > 0; count--) {
            String id = Integer.toString(random.nextInt(8));
            String pk = random.nextBoolean() ? "a" : "b";
            String head = "\"id\":\"" + id + "\",\"partitionKey\":\"[\\\"" + pk + "\\\"]\"";
            String body =
                    "\"resourceBody\":{\"id\":\"" + id + "\",\"pk\":\"" + pk + "\",\"n\":" + random.nextInt(9) + "}";
            members.add(
                    switch (random.nextInt(8)) {
                        case 0 -> "{\"operationType\":\"Read\"," + head + "}";
                        case 1 -> "{\"operationType\":\"Delete\"," + head + "}";
                        case 2 -> "{\"operationType\":\"Replace\"," + head + "," + body + "}";
                        case 3 ->
                            "{\"operationType\":\"Patch\"," + head
                                    + ",\"resourceBody\":[{\"op\":\"incr\",\"path\":\"/n\",\"value\":1}]}";
                        case 4 -> "{\"operationType\":\"Create\"," + head + ",\"resourceBody\":{\"id\":7}}";
                        case 5, 6 -> "{\"operationType\":\"Create\"," + head + "," + body + "}";
                        default -> "{\"operationType\":\"Upsert\"," + head + "," + body + "}";
                    });
        }
        return members;
    }

    @Test
    void oneThatCannotBeIndexedDoesNotHoldUpTheOthers() {
        try (CosmosFixture fixture = withContainer("")) {
            String numbers =
                    IntStream.range(0, 1_000).mapToObj(Integer::toString).collect(Collectors.joining(","));
            String huge = "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"x\",\"pk\":\"a\",\""
                    + "x".repeat(100_000) + "\":[" + numbers + "]}}";
            Reply reply = bulk(fixture, List.of(create("1"), huge, create("2")));
            JsonNode answers = MAPPER.readTree(reply.body());
            assertEquals(201, answers.get(0).get("statusCode").intValue());
            assertEquals(400, answers.get(1).get("statusCode").intValue());
            assertEquals(201, answers.get(2).get("statusCode").intValue());
        }
    }

    @Test
    void theFirstFailureEndsABulkThatIsNotToGoOn() {
        try (CosmosFixture fixture = withContainer("")) {
            String[] fields = BULK.clone();
            fields[5] = "false";
            String body = "[" + String.join(",", create("1"), create("1"), create("2")) + "]";
            JsonNode answers =
                    MAPPER.readTree(fixture.call("POST", ITEMS, body, fields).body());
            assertEquals(
                    List.of(201, 409, 424),
                    answers.valueStream()
                            .map(answer -> answer.get("statusCode").intValue())
                            .toList());
        }
    }

    @Test
    void uniqueValuesAreUniqueWithinABulk() {
        try (CosmosFixture fixture = withContainer(",\"uniqueKeyPolicy\":{\"uniqueKeys\":[{\"paths\":[\"/n\"]}]}")) {
            JsonNode answers = MAPPER.readTree(bulk(fixture, List.of(create("1"), create("2"), create("3")))
                    .body());
            assertEquals(
                    List.of(201, 409, 409),
                    answers.valueStream()
                            .map(answer -> answer.get("statusCode").intValue())
                            .toList());
        }
    }

    /** An upsert that found an item, and on a second look finds none, makes a new one with a number of its own. */
    @Test
    void anItemThatIsGoneOnTheSecondLookLeavesNoNumberBehind() {
        try (CosmosFixture fixture = withContainer("")) {
            fixture.call("POST", ITEMS, "{\"id\":\"1\",\"pk\":\"a\"}");
            Container container = container(fixture);
            Collection collection = container.collection();
            ReadView reading = collection.reading();
            Document item =
                    Objects.requireNonNull(collection.get(reading, ItemKey.of(PartitionKey.ofText("[\"a\"]"), "1")));
            ItemNumbers numbers = new ItemNumbers(fixture.engine().records("cosmos"));
            ItemBody body = ItemBody.parse("{\"id\":\"1\",\"pk\":\"a\"}".getBytes(StandardCharsets.UTF_8));
            ItemChange change = ItemChange.of(ItemChange.Kind.UPSERT, container, Conditions.NONE, numbers, body);
            Decision.Put first = (Decision.Put) change.decide(item, reading);
            Decision.Put second = (Decision.Put) change.decide(null, reading);
            Decision.Put third = (Decision.Put) change.decide(null, reading);
            assertEquals(ItemRid.number(item), number(first.face()));
            assertEquals(number(second.face()), number(third.face()));
            assertNotEquals(number(first.face()), number(second.face()));
        }
    }

    private static long number(byte[] face) {
        return ByteBuffer.wrap(face).getLong();
    }

    private static Container container(CosmosFixture fixture) {
        Metadata metadata = new Metadata(fixture.engine());
        Containers containers =
                new Containers(metadata, new Databases(metadata), ContainerIndexes.NONE, UnitMeter.NONE);
        return Objects.requireNonNull(containers.find("d", "c"));
    }

    private static String create(String id) {
        return "{\"operationType\":\"Create\",\"resourceBody\":{\"id\":\"" + id + "\",\"pk\":\"a\",\"n\":1}}";
    }

    private static Reply bulk(CosmosFixture fixture, List<String> members) {
        return fixture.call("POST", ITEMS, "[" + String.join(",", members) + "]", BULK);
    }

    private static CosmosFixture withContainer(String more) {
        CosmosFixture fixture = new CosmosFixture();
        fixture.call("POST", "/dbs", "{\"id\":\"d\"}");
        Reply created = fixture.call(
                "POST",
                "/dbs/d/colls",
                "{\"id\":\"c\",\"partitionKey\":{\"paths\":[\"/pk\"],\"kind\":\"Hash\",\"version\":2}" + more + "}");
        assertEquals(201, created.status(), created.body());
        return fixture;
    }
}
