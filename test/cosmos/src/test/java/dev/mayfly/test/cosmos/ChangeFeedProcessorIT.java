package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.PARTITION;
import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.azure.cosmos.ChangeFeedProcessor;
import com.azure.cosmos.ChangeFeedProcessorBuilder;
import com.azure.cosmos.CosmosAsyncClient;
import com.azure.cosmos.CosmosAsyncContainer;
import com.azure.cosmos.models.ChangeFeedPolicy;
import com.azure.cosmos.models.ChangeFeedProcessorItem;
import com.azure.cosmos.models.ChangeFeedProcessorOptions;
import com.azure.cosmos.models.ChangeFeedProcessorState;
import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosContainerProperties;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.harness.Await;
import dev.mayfly.test.harness.Row;
import dev.mayfly.test.harness.Rows;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The change feed processor of the SDK for Java, with its leases in a container of the same server. */
@MayflyTest(faces = MayflyFace.COSMOS)
@Rows("processors")
final class ChangeFeedProcessorIT extends OnGround {
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    private final Queue<String> seen = new ConcurrentLinkedQueue<>();
    private final List<ChangeFeedProcessor> started = new ArrayList<>();
    private Ground leases;
    private CosmosAsyncContainer monitored;
    private CosmosAsyncContainer leased;

    @BeforeEach
    void prepare(CosmosAsyncClient async) {
        leases = new Ground(ground);
        // As the SDK's own samples make it: leases and locks live in it with a time to live of their own.
        CosmosContainerProperties definition = new CosmosContainerProperties(leases.name(), "/id");
        definition.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        leases.create(definition.setDefaultTimeToLiveInSeconds(-1));
        monitored = async.getDatabase(Ground.DATABASE).getContainer(ground.name());
        leased = async.getDatabase(Ground.DATABASE).getContainer(leases.name());
    }

    @AfterEach
    void stopAll() {
        started.forEach(ChangeFeedProcessorIT::stop);
    }

    private static void stop(ChangeFeedProcessor processor) {
        if (processor.isStarted()) {
            processor.stop().block(PATIENCE);
        }
    }

    private static ChangeFeedProcessorOptions options() {
        return new ChangeFeedProcessorOptions()
                .setFeedPollDelay(Duration.ofMillis(50))
                .setLeaseAcquireInterval(Duration.ofSeconds(1))
                .setLeaseRenewInterval(Duration.ofSeconds(1))
                .setLeaseExpirationInterval(Duration.ofSeconds(3));
    }

    private ChangeFeedProcessorBuilder builder(String host) {
        return new ChangeFeedProcessorBuilder()
                .hostName(host)
                .feedContainer(monitored)
                .leaseContainer(leased)
                .options(options());
    }

    private ChangeFeedProcessorBuilder fromBeginning(String host) {
        return builder(host).options(options().setStartFromBeginning(true));
    }

    private ChangeFeedProcessor start(ChangeFeedProcessorBuilder builder) {
        ChangeFeedProcessor processor = builder.buildChangeFeedProcessor();
        started.add(processor);
        processor.start().block(PATIENCE);
        return processor;
    }

    private Consumer<List<ChangeFeedProcessorItem>> latest(String host) {
        return changes -> changes.forEach(
                each -> seen.add(host + " " + each.getCurrent().get("id").textValue()));
    }

    private void await(String change) {
        Await.until("seen: " + change, () -> seen.contains(change));
    }

    /** Writes until this host sees it: a processor that was stopped may still end what it was at. */
    private void awaitBegun(String host) {
        Await.until(host + " has begun", () -> {
            ground.upsert(item("sign", ""));
            return seen.contains(host + " sign");
        });
    }

    /** Returns the changes that were seen but for the signs, each once: changes come at least once. */
    private List<String> told() {
        return seen.stream().filter(each -> !each.contains("sign")).distinct().toList();
    }

    @Test
    @Row(
            number = 1,
            when = "latest version, from the beginning; stops, and another starts with the same leases",
            then = "it goes on where the first stopped, and sees nothing twice")
    void anotherGoesOnWithTheLeases() {
        ground.create(-1);
        ground.putFor("dead", "1");
        ground.advance(1);
        ground.put("a");
        ChangeFeedProcessor first = start(fromBeginning("one").handleLatestVersionChanges(latest("one")));
        await("one a");
        ground.put("b");
        await("one b");
        Await.until("it has noted how far it is", () -> lag(first) == 0);
        stop(first);
        start(builder("two").handleLatestVersionChanges(latest("two")));
        awaitBegun("two");
        ground.put("c");
        await("two c");
        ground.replace(item("a", "\"m\":2"));
        await("two a");
        assertEquals(
                List.of("one a", "one b", "two c", "two a"),
                told().stream().filter(this::isNotLate).toList());
    }

    /** A stopped processor may see a change or two more, which the next one sees again. */
    private boolean isNotLate(String change) {
        return !change.equals("one c");
    }

    @Test
    @Row(
            number = 2,
            when = "two processors share the leases of one container, and the one that has the lease stops",
            then = "one of them gets each change; the other takes over")
    void twoShareTheLeases() {
        ground.create(-1);
        ground.put("a");
        ChangeFeedProcessor one = start(fromBeginning("one").handleLatestVersionChanges(latest("one")));
        await("one a");
        start(builder("two").handleLatestVersionChanges(latest("two")));
        ground.put("b");
        await("one b");
        assertEquals(List.of("one a", "one b"), told());
        Await.until("it has noted how far it is", () -> lag(one) == 0);
        stop(one);
        awaitBegun("two");
        ground.put("c");
        await("two c");
        assertEquals(
                List.of("one a", "one b", "two c"),
                told().stream().filter(this::isNotLate).toList());
    }

    @Test
    @Row(
            number = 3,
            when = "the older form, whose leases are of ranges of partition keys",
            then = "the same; and it says how far behind it is")
    void olderFormRuns() {
        ground.create(-1);
        ground.put("a");
        CountDownLatch busy = new CountDownLatch(1);
        Consumer<List<JsonNode>> plain = changes -> changes.forEach(each -> {
            seen.add(each.get("id").textValue());
            if (each.get("id").textValue().equals("b")) {
                waitFor(busy);
            }
        });
        ChangeFeedProcessor processor = start(fromBeginning("one").handleChanges(plain));
        await("a");
        Await.until("nothing is left", () -> lag(processor) == 0);
        ground.put("b");
        await("b");
        ground.put("c");
        ground.put("d");
        assertEquals(3, lag(processor));
        busy.countDown();
        await("d");
        Await.until("nothing is left", () -> lag(processor) == 0);
        assertEquals(List.of("a", "b", "c", "d"), List.copyOf(seen));
    }

    private static void waitFor(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException interrupted) {
            Thread.currentThread().interrupt();
        }
    }

    private static int lag(ChangeFeedProcessor processor) {
        List<ChangeFeedProcessorState> states = processor.getCurrentState().block(PATIENCE);
        return states == null
                ? -1
                : states.stream()
                        .mapToInt(ChangeFeedProcessorState::getEstimatedLag)
                        .sum();
    }

    @Test
    @Row(
            number = 4,
            when = "all versions and deletes, in gateway mode",
            then = "every change from its start on, expiry too, once it is announced")
    void allVersionsRun() {
        CosmosContainerProperties definition = ground.definition().setDefaultTimeToLiveInSeconds(-1);
        definition.setChangeFeedPolicy(ChangeFeedPolicy.createAllVersionsAndDeletesPolicy(Duration.ofMinutes(10)));
        ground.create(definition);
        ground.put("before");
        Consumer<List<ChangeFeedProcessorItem>> every = changes -> changes.forEach(each -> seen.add(told(each)));
        ChangeFeedProcessor first = start(builder("one").handleAllVersionsAndDeletesChanges(every));
        Await.until("it has begun", () -> {
            ground.upsert(item("sign", ""));
            return !seen.isEmpty();
        });
        ground.putFor("dies", "5");
        ground.put("a");
        ground.container().deleteItem("a", PARTITION, new CosmosItemRequestOptions());
        await("DELETE a false");
        ground.advance(5);
        await("DELETE dies true");
        stop(first);
        ground.put("b");
        start(builder("two").handleAllVersionsAndDeletesChanges(every));
        await("CREATE b false");
        assertEquals(
                List.of("CREATE dies false", "CREATE a false", "DELETE a false", "DELETE dies true", "CREATE b false"),
                told());
    }

    private static String told(ChangeFeedProcessorItem change) {
        var metadata = change.getChangeFeedMetaData();
        JsonNode image = change.getCurrent() == null ? change.getPrevious() : change.getCurrent();
        return metadata.getOperationType() + " " + image.get("id").textValue() + " " + metadata.isTimeToLiveExpired();
    }

    @Test
    @Row(
            number = 5,
            when = "makes its leases, under a lock that is an item with a `ttl`",
            then = "the lock is gone when it has done so, and would go by itself if it had not")
    void lockHasALifetime() {
        ground.create(-1);
        var fromNow = CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange());
        String now = leases.container()
                .queryChangeFeed(fromNow.allVersionsAndDeletes(), JsonNode.class)
                .iterableByPage()
                .iterator()
                .next()
                .getContinuationToken();
        ground.put("a");
        start(fromBeginning("one").handleLatestVersionChanges(latest("one")));
        await("one a");
        var since = CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(now);
        List<JsonNode> locks =
                leases.container().queryChangeFeed(since.allVersionsAndDeletes(), JsonNode.class).stream()
                        .filter(each -> image(each).get("id").textValue().endsWith(".lock"))
                        .toList();
        assertFalse(locks.isEmpty());
        assertEquals(lockIds(locks, "create"), lockIds(locks, "delete"));
        locks.forEach(each -> assertEquals(30, image(each).get("ttl").intValue()));
    }

    private static List<String> lockIds(List<JsonNode> locks, String operation) {
        return locks.stream()
                .filter(each -> each.at("/metadata/operationType").textValue().equals(operation))
                .map(each -> image(each).get("id").textValue())
                .toList();
    }

    private static JsonNode image(JsonNode change) {
        return change.has("current") ? change.get("current") : change.get("previous");
    }
}
