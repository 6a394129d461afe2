package dev.mayfly.store.contract;

import static dev.mayfly.store.api.Direction.BACKWARD;
import static dev.mayfly.store.api.Direction.FORWARD;
import static dev.mayfly.store.api.Reader.UNLIMITED;
import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.range;
import static dev.mayfly.store.contract.StoreUnderTest.rest;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.List;
import org.junit.jupiter.api.Test;

/** A cursor walks exactly its range, in its direction, to its limit, over the past it was opened on. */
interface CursorContract extends StoreUnderTest {
    @Test
    default void rangesAreHalfOpen() {
        commit(puts("b", "c", "d", "e"));
        assertEquals(List.of("c", "d"), keys(range("c", "e"), FORWARD, UNLIMITED));
        assertEquals(List.of("d", "c"), keys(range("c", "e"), BACKWARD, UNLIMITED));
        assertEquals(List.of("c", "d"), keys(range("bb", "dd"), FORWARD, UNLIMITED));
        assertEquals(List.of("d", "c"), keys(range("bb", "dd"), BACKWARD, UNLIMITED));
        assertEquals(List.of("d", "e"), keys(range("d", null), FORWARD, UNLIMITED));
        assertEquals(List.of("e", "d"), keys(range("d", null), BACKWARD, UNLIMITED));
        assertEquals(List.of("b"), keys(range("", "c"), FORWARD, UNLIMITED));
    }

    @Test
    default void rangesWithoutKeysGiveNothing() {
        commit(puts("b", "d"));
        for (KeyRange range :
                List.of(range("b", "b"), range("d", "b"), range("c", "d"), range("", "b"), range("e", null))) {
            assertEquals(List.of(), keys(range, FORWARD, UNLIMITED));
            assertEquals(List.of(), keys(range, BACKWARD, UNLIMITED));
        }
    }

    @Test
    default void prefixesOfHighBytesAreCovered() {
        commit(puts("a", "\u00fe\u00ff", "\u00ff", "\u00ffa", "\u00ff\u00ff"));
        assertEquals(
                List.of("\u00ff", "\u00ffa", "\u00ff\u00ff"),
                keys(KeyRange.prefix(bytes("\u00ff")), FORWARD, UNLIMITED));
        assertEquals(List.of("\u00fe\u00ff"), keys(KeyRange.prefix(bytes("\u00fe")), BACKWARD, UNLIMITED));
        assertEquals(5, keys(KeyRange.prefix(bytes("")), FORWARD, UNLIMITED).size());
    }

    @Test
    default void theLimitEndsTheWalk() {
        commit(puts("a", "b", "c"));
        assertEquals(List.of(), keys(KeyRange.ALL, FORWARD, 0));
        assertEquals(List.of("a"), keys(KeyRange.ALL, FORWARD, 1));
        assertEquals(List.of("c", "b"), keys(KeyRange.ALL, BACKWARD, 2));
        assertEquals(List.of("a", "b", "c"), keys(KeyRange.ALL, FORWARD, 3));
        assertEquals(List.of("a", "b", "c"), keys(KeyRange.ALL, FORWARD, 4));
    }

    @Test
    default void anEndedCursorStaysEnded() {
        commit(puts("a"));
        try (Cursor cursor = store().scan(P, S, KeyRange.ALL, FORWARD, UNLIMITED)) {
            assertTrue(cursor.next());
            assertFalse(cursor.next());
            assertFalse(cursor.next());
        }
    }

    @Test
    default void buffersHoldTheCurrentEntry() {
        String longer = "b".repeat(3_000);
        commit(puts("a", longer, "c"));
        try (Cursor cursor = store().scan(P, S, KeyRange.ALL, FORWARD, UNLIMITED)) {
            for (String key : List.of("a", longer, "c")) {
                assertTrue(cursor.next());
                assertEquals(key.length(), cursor.keyLength());
                assertEquals("value of ".length() + key.length(), cursor.valueLength());
                assertTrue(cursor.keyBuffer().length >= cursor.keyLength());
                assertTrue(cursor.valueBuffer().length >= cursor.valueLength());
                assertArrayEquals(bytes(key), cursor.key());
                assertArrayEquals(bytes("value of " + key), cursor.value());
            }
        }
    }

    @Test
    default void aCursorSeesThePastItWasOpenedOn() {
        commit(puts("a", "b", "c", "d"));
        try (Cursor forward = store().scan(P, S, KeyRange.ALL, FORWARD, UNLIMITED);
                Cursor backward = store().scan(P, S, KeyRange.ALL, BACKWARD, UNLIMITED)) {
            assertTrue(forward.next());
            commit(puts("aa", "e")
                    .delete(S, bytes("b"))
                    .deleteRange(S, range("c", "d"))
                    .put(S, bytes("d"), bytes("new")));
            assertEquals(List.of("b", "c", "d"), rest(forward));
            assertTrue(backward.next());
            assertArrayEquals(bytes("value of d"), backward.value());
            assertEquals(List.of("c", "b", "a"), rest(backward));
        }
        assertEquals(List.of("a", "aa", "d", "e"), keys());
    }

    @Test
    default void aWalkGoesOnFromAKey() {
        for (int i = 0; i < 250; i++) {
            commit(puts("key%03d".formatted(i)));
        }
        int seen = 0;
        KeyRange left = KeyRange.ALL;
        for (List<String> page = keys(left, FORWARD, 7); !page.isEmpty(); page = keys(left, FORWARD, 7)) {
            for (String key : page) {
                assertEquals("key%03d".formatted(seen++), key);
            }
            left = range(page.getLast() + "\0", null);
        }
        assertEquals(250, seen);
    }

    @Test
    default void manyCursorsWalkSideBySide() {
        commit(puts("a", "b", "c").put(Space.INDEX, bytes("i"), bytes("")));
        try (Cursor first = store().scan(P, S, KeyRange.ALL, FORWARD, UNLIMITED);
                Cursor second = store().scan(P, S, KeyRange.ALL, BACKWARD, UNLIMITED);
                Cursor other = store().scan(P, Space.INDEX, KeyRange.ALL, FORWARD, UNLIMITED)) {
            assertTrue(first.next() && second.next() && other.next() && first.next());
            assertArrayEquals(bytes("b"), first.key());
            assertArrayEquals(bytes("c"), second.key());
            assertArrayEquals(bytes("i"), other.key());
        }
    }

    @Test
    default void aClosedCursorRefusesToMove() {
        commit(puts("a"));
        Cursor cursor = store().scan(P, S, KeyRange.ALL, FORWARD, UNLIMITED);
        cursor.close();
        cursor.close();
        assertThrows(IllegalStateException.class, cursor::next);
    }
}
