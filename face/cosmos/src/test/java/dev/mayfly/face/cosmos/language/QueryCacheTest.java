package dev.mayfly.face.cosmos.language;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotSame;
import static org.junit.jupiter.api.Assertions.assertSame;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.cosmos.CosmosException;
import org.junit.jupiter.api.Test;

/** Queries kept for the next time. */
class QueryCacheTest {
    private final QueryCache cache = new QueryCache();

    @Test
    void aTextIsReadOnce() {
        CosmosQuery first = cache.parse("SELECT * FROM c");
        assertSame(first, cache.parse("SELECT * FROM c"));
        assertNotSame(first, cache.parse("SELECT * FROM d"));
    }

    @Test
    void whatWasAskedLongAgoIsForgotten() {
        CosmosQuery often = cache.parse("SELECT VALUE 'often'");
        CosmosQuery once = cache.parse("SELECT VALUE 'once'");
        for (int i = 0; i < QueryCache.QUERIES_MAX; i++) {
            cache.parse("SELECT VALUE " + i);
            assertSame(often, cache.parse("SELECT VALUE 'often'"));
        }
        assertNotSame(once, cache.parse("SELECT VALUE 'once'"));
    }

    @Test
    void longTextsAreNotKept() {
        String text = "SELECT VALUE '" + "x".repeat(QueryCache.TEXT_MAX) + "'";
        assertNotSame(cache.parse(text), cache.parse(text));
    }

    @Test
    void mistakesAreToldEachTime() {
        for (int i = 0; i < 2; i++) {
            CosmosException refusal = assertThrows(CosmosException.class, () -> cache.parse("SELECT"));
            assertEquals(400, refusal.status());
        }
    }
}
