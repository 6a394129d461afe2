package dev.mayfly.test.cosmos;

import static dev.mayfly.test.cosmos.Ground.item;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.azure.cosmos.models.CosmosChangeFeedRequestOptions;
import com.azure.cosmos.models.CosmosItemRequestOptions;
import com.azure.cosmos.models.FeedRange;
import com.azure.cosmos.models.FeedResponse;
import com.azure.cosmos.models.PartitionKey;
import com.fasterxml.jackson.databind.JsonNode;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyTest;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The change feed of latest versions through the SDK for Java. */
@MayflyTest(faces = MayflyFace.COSMOS)
final class FeedIT extends OnGround {
    @BeforeEach
    void prepare() {
        ground.createWithoutTtl();
    }

    private void putIn(String partition, String id) {
        ground.container()
                .upsertItem(
                        item(id, "").put("pk", partition), new PartitionKey(partition), new CosmosItemRequestOptions());
    }

    /** The result of a read of the feed, and the place from where it goes on. */
    private record Read(List<String> ids, String next) {}

    private Read read(CosmosChangeFeedRequestOptions options) {
        List<String> ids = new ArrayList<>();
        String next = "";
        for (FeedResponse<JsonNode> page : ground.container()
                .queryChangeFeed(options.setMaxItemCount(2), JsonNode.class)
                .iterableByPage()) {
            page.getResults().forEach(each -> ids.add(each.get("id").textValue()));
            next = page.getContinuationToken();
        }
        return new Read(ids, next);
    }

    private Read readOn(Read last) {
        return read(CosmosChangeFeedRequestOptions.createForProcessingFromContinuation(last.next()));
    }

    private static CosmosChangeFeedRequestOptions beginning(FeedRange range) {
        return CosmosChangeFeedRequestOptions.createForProcessingFromBeginning(range);
    }

    @Test
    void feedGoesFromTheBeginningInOrderOfWriting() {
        List.of("c", "a", "b", "e", "d").forEach(id -> putIn("p", id));
        putIn("p", "a");
        Read first = read(beginning(FeedRange.forFullRange()));
        assertEquals(List.of("c", "b", "e", "d", "a"), first.ids());
        assertEquals(List.of(), readOn(first).ids());
        putIn("q", "f");
        assertEquals(List.of("f"), readOn(first).ids());
    }

    @Test
    void feedFromNowHasWhatComesAfter() {
        putIn("p", "before");
        Read now = read(CosmosChangeFeedRequestOptions.createForProcessingFromNow(FeedRange.forFullRange()));
        assertEquals(List.of(), now.ids());
        putIn("p", "after");
        assertEquals(List.of("after"), readOn(now).ids());
    }

    @Test
    void feedFromATimeHasWhatWasWrittenSince() {
        putIn("p", "early");
        ground.advance(60);
        putIn("p", "late");
        var since = CosmosChangeFeedRequestOptions.createForProcessingFromPointInTime(
                ground.clock().now().minusSeconds(30), FeedRange.forFullRange());
        assertEquals(List.of("late"), read(since).ids());
    }

    @Test
    void feedOfAPartitionHasItsItemsAlone() {
        putIn("p", "a");
        putIn("q", "b");
        putIn("p", "c");
        Read read = read(beginning(FeedRange.forLogicalPartition(new PartitionKey("p"))));
        assertEquals(List.of("a", "c"), read.ids());
    }

    @Test
    void feedRangesTogetherAreTheWhole() {
        for (int number = 0; number < 20; number++) {
            putIn("p" + number, "i" + number);
        }
        List<FeedRange> ranges = ground.container().getFeedRanges();
        assertFalse(ranges.isEmpty());
        int sum = 0;
        for (FeedRange range : ranges) {
            sum += read(beginning(range)).ids().size();
        }
        assertEquals(20, sum);
    }
}
