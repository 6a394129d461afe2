package dev.mayfly.store.rocksdb;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

/** On a map in place of the database, so that every order of what a reader and a writer do can be had. */
class DocumentCacheTest {
    private static final Partition P = new Partition(1);

    private final DocumentCache cache = new DocumentCache(1 << 20);
    private final Map<String, String> database = new HashMap<>();
    private int asked;

    @Test
    void whatWasReadTwiceIsNotAskedForAgain() {
        database.put("a", "1");
        assertEquals("1", get("a"));
        assertEquals("1", get("a"));
        assertEquals(2, asked);
        assertEquals("1", get("a"));
        assertEquals(2, asked);
    }

    @Test
    void whatIsNotThereIsAskedForAgain() {
        assertEquals(null, get("a"));
        write(puts("a", "1"));
        assertEquals("1", get("a"));
    }

    @Test
    void aWriteShowsInWhatIsKept() {
        keep("a", "1");
        write(puts("a", "2"));
        assertEquals("2", get("a"));
        assertEquals(0, asked);
        write(new WriteBatch().delete(Space.DOCUMENT, bytes("a")));
        assertEquals(null, get("a"));
    }

    @Test
    void aRangeThatIsDeletedIsForgotten() {
        keep("a", "1");
        write(new WriteBatch().deleteRange(Space.DOCUMENT, KeyRange.ALL));
        assertEquals(null, get("a"));
    }

    @Test
    void nothingIsTakenFromHereWhileItIsWritten() {
        keep("a", "1");
        WriteBatch batch = puts("a", "2");
        cache.begin(P, batch);
        database.put("a", "2");
        assertEquals("2", get("a"));
        cache.end(P, batch, true);
        assertEquals("2", get("a"));
    }

    @Test
    void whatWasReadBeforeAWriteIsNotKeptAfterIt() {
        database.put("a", "1");
        get("a");
        byte[] seen = cache.get(P, bytes("a"), (_, _, _) -> {
            write(puts("a", "2"));
            return bytes("1");
        });
        assertEquals("1", text(seen));
        assertEquals("2", get("a"));
    }

    @Test
    void whatWasReadDuringAWriteIsNotKept() {
        WriteBatch batch = puts("a", "2");
        database.put("a", "1");
        get("a");
        cache.begin(P, batch);
        assertEquals("1", get("a"));
        database.put("a", "2");
        cache.end(P, batch, true);
        assertEquals("2", get("a"));
    }

    @Test
    void aReadThatAWriteOvertookAfterItBeganChangesNothing() {
        keep("a", "1");
        WriteBatch first = puts("a", "2");
        cache.begin(P, first);
        database.put("a", "2");
        byte[] seen = cache.get(P, bytes("a"), (_, _, _) -> {
            cache.end(P, first, true);
            return bytes("2");
        });
        assertEquals("2", text(seen));
        write(puts("a", "3"));
        assertEquals("3", get("a"));
    }

    @Test
    void whatMayHaveBeenWrittenIsForgotten() {
        keep("a", "1");
        WriteBatch batch = puts("a", "2");
        cache.begin(P, batch);
        cache.end(P, batch, false);
        assertEquals("1", get("a"));
        assertEquals(1, asked);
    }

    @Test
    void partitionsAndSpacesDoNotMix() {
        keep("a", "1");
        assertEquals("other", text(cache.get(new Partition(2), bytes("a"), (_, _, _) -> bytes("other"))));
        write(new WriteBatch().put(Space.META, bytes("a"), bytes("meta")));
        assertEquals("1", get("a"));
    }

    @Test
    void memoryIsBounded() {
        String large = "x".repeat(1 << 10);
        for (int i = 0; i < 4_000; i++) {
            keep("k" + i, large);
        }
        for (int i = 0; i < 4_000; i++) {
            get("k" + i);
        }
        assertTrue(asked >= 3_000, asked + " of 4000 were not kept");
        keep("long", "x".repeat(64 << 10));
        get("long");
        assertEquals(1, asked);
    }

    private void keep(String key, String value) {
        database.put(key, value);
        get(key);
        get(key);
        asked = 0;
    }

    private @Nullable String get(String key) {
        return text(cache.get(P, bytes(key), (_, _, asking) -> {
            asked++;
            String value = database.get(text(asking));
            return value == null ? null : bytes(value);
        }));
    }

    private void write(WriteBatch batch) {
        cache.begin(P, batch);
        for (WriteBatch.Write write : batch.writes()) {
            switch (write) {
                case WriteBatch.DeleteRange _ -> database.clear();
                case WriteBatch.Delete delete -> database.remove(text(delete.key()));
                case WriteBatch.Put put -> {
                    if (put.space() == Space.DOCUMENT) {
                        database.put(new String(put.key(), UTF_8), new String(put.value(), UTF_8));
                    }
                }
            }
        }
        cache.end(P, batch, true);
    }

    private static WriteBatch puts(String key, String value) {
        return new WriteBatch().put(Space.DOCUMENT, bytes(key), bytes(value));
    }

    private static byte[] bytes(String text) {
        return text.getBytes(UTF_8);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        return bytes == null ? null : new String(bytes, UTF_8);
    }
}
