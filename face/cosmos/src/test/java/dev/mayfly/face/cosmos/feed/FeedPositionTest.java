package dev.mayfly.face.cosmos.feed;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.cosmos.error.CosmosException;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

final class FeedPositionTest {
    private static FeedPosition again(FeedPosition position) {
        String etag = position.etag();
        return FeedPosition.parse(
                etag.substring(1, etag.length() - 1), position.versions().size());
    }

    @Test
    void anEtagTellsAllOfIt() {
        for (FeedPosition position : List.of(
                new FeedPosition(List.of(7L)),
                new FeedPosition(List.of(Long.MAX_VALUE)),
                new FeedPosition(List.of(0L, 0L)),
                new FeedPosition(List.of(5L, Long.MAX_VALUE, 0L)))) {
            assertEquals(position, again(position));
        }
        assertEquals("\"7\"", new FeedPosition(List.of(7L)).etag());
        assertEquals("\"100.2s.0\"", new FeedPosition(List.of(0L, 100L)).etag());
    }

    @Test
    void oneVersionIsOfAllShards() {
        assertEquals(new FeedPosition(List.of(9L, 9L, 9L)), FeedPosition.parse("9", 3));
    }

    @Test
    void theOneFurthestBehindIsReadFirst() {
        assertEquals(List.of(1, 2, 0), new FeedPosition(List.of(9L, 1L, 4L)).eldestFirst());
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "-1", "x", "9.1", "9.1.2.3", "9.1.-2", "9.1.a", "9..1", "9223372036854775808"})
    void whatIsNoPositionOfTwoShardsIsRefused(String text) {
        assertThrows(CosmosException.class, () -> FeedPosition.parse(text, 2));
    }

    @Test
    void moreShardsThanAFieldOfARequestHoldsAreRefused() {
        List<Long> most = Collections.nCopies(1_000, 1L);
        assertEquals(most, new FeedPosition(most).versions());
        assertThrows(CosmosException.class, () -> FeedPosition.everywhere(1, 1_001));
    }
}
