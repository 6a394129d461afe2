package dev.mayfly.store.contract;

import static dev.mayfly.store.contract.StoreUnderTest.bytes;
import static dev.mayfly.store.contract.StoreUnderTest.puts;
import static dev.mayfly.store.contract.StoreUnderTest.text;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNull;

import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Keys and values of every shape come back as they went in, and nowhere else. */
interface ReadContract extends StoreUnderTest {
    @Test
    default void getAnswersWhatWasPut() {
        commit(puts("a", "b"));
        assertEquals("value of a", get("a"));
        assertEquals("value of b", get("b"));
        assertNull(get("c"));
    }

    @Test
    default void keysThatOnlyBeginAlikeAreOther() {
        commit(puts("abc"));
        assertNull(get("ab"));
        assertNull(get("abcd"));
        assertNull(get("abc\0"));
    }

    @Test
    default void theEmptyKeyAndTheEmptyValueAreOrdinary() {
        commit(new WriteBatch().put(S, bytes(""), bytes("x")).put(S, bytes("empty"), bytes("")));
        assertEquals("x", get(""));
        assertEquals("", get("empty"));
        assertEquals(List.of("", "empty"), keys());
    }

    @Test
    default void multiGetKeepsTheOrderOfItsKeys() {
        commit(puts("a", "b", "c"));
        List<String> found =
                store().multiGet(P, S, List.of(bytes("c"), bytes("x"), bytes("a"), bytes("c"), bytes(""))).stream()
                        .map(value -> Objects.toString(text(value)))
                        .toList();
        assertEquals(List.of("value of c", "null", "value of a", "value of c", "null"), found);
        assertEquals(List.of(), store().multiGet(P, S, List.of()));
    }

    @Test
    default void keysAreOrderedAsUnsignedBytes() {
        List<String> ordered = List.of(
                "",
                "\0",
                "\0\0",
                "\0\u00ff",
                "\1",
                "a",
                "a\0",
                "a\0b",
                "a\u00ff",
                "b",
                "\u007f",
                "\u0080",
                "\u00ff",
                "\u00ff\0",
                "\u00ff\u00ff",
                "\u00ff\u00ff\u00ff");
        commit(puts(ordered.reversed().toArray(String[]::new)));
        assertEquals(ordered, keys());
        assertEquals(ordered.reversed(), keys(KeyRange.ALL, Direction.BACKWARD, Reader.UNLIMITED));
        ordered.forEach(key -> assertEquals("value of " + key, get(key)));
    }

    @Test
    default void longKeysAndValuesAreKept() {
        byte[] key = new byte[longestKey()];
        Arrays.fill(key, (byte) 0xff);
        byte[] neighbour = key.clone();
        neighbour[longestKey() - 1] = (byte) 0xfe;
        byte[] value = new byte[5_000_000];
        for (int i = 0; i < value.length; i++) {
            value[i] = (byte) ((i * 31) >> 3);
        }
        commit(new WriteBatch().put(S, key, value.clone()).put(S, neighbour, bytes("near")));
        assertArrayEquals(value, store().get(P, S, key));
        assertEquals("near", text(store().get(P, S, neighbour)));
        assertEquals(2, keys().size());
    }

    @Test
    default void partitionsShareNothing() {
        List<Partition> partitions = List.of(
                Partition.CATALOG,
                new Partition(1),
                new Partition(255),
                new Partition(256),
                new Partition(Integer.MAX_VALUE),
                new Partition(Integer.MIN_VALUE),
                new Partition(-2),
                new Partition(-1));
        for (Partition partition : partitions) {
            commit(
                    partition,
                    new WriteBatch()
                            .put(S, bytes("k"), bytes("in " + partition.id()))
                            .put(S, bytes("\u00ff"), bytes("")));
        }
        for (Partition partition : partitions) {
            assertEquals("in " + partition.id(), text(store().get(partition, S, bytes("k"))));
            assertEquals(List.of("k", "\u00ff"), keys(partition, S));
            assertEquals(
                    List.of("\u00ff", "k"),
                    StoreUnderTest.keys(store(), partition, S, KeyRange.ALL, Direction.BACKWARD, Reader.UNLIMITED));
        }
        assertEquals(List.of(), keys(new Partition(2), S));
    }

    @Test
    default void spacesShareNothing() {
        WriteBatch batch = new WriteBatch();
        for (Space space : Space.values()) {
            batch.put(space, bytes("k"), bytes("in " + space)).put(space, bytes(space.name()), bytes(""));
        }
        commit(batch);
        for (Space space : Space.values()) {
            assertEquals("in " + space, text(store().get(P, space, bytes("k"))));
            assertEquals(List.of(space.name(), "k"), keys(P, space));
        }
    }
}
