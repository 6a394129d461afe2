package dev.mayfly.engine.transaction;

import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import dev.mayfly.store.memory.MemoryStore;
import dev.mayfly.test.harness.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.NavigableMap;
import java.util.TreeMap;
import java.util.random.RandomGenerator;
import org.junit.jupiter.api.Test;

/** What lies over a store reads like a store into which it was written. */
final class OverlayProperties {
    private static final Partition PARTITION = new Partition(7);
    private static final int KEYS = 12;

    @Test
    void readsAsIfItHadBeenWritten() {
        Seeds.run(500, (_, random) -> check(random));
    }

    private static void check(RandomGenerator random) {
        try (MemoryStore store = new MemoryStore()) {
            NavigableMap<byte[], byte[]> model = new TreeMap<>(Arrays::compareUnsigned);
            WriteBatch below = batch(random, model);
            store.commit(PARTITION, below, List.of(), Durability.LOGGED);
            Overlay overlay = new Overlay(store);
            for (int round = 0; round < 4; round++) {
                overlay.apply(batch(random, model));
                for (int key = 0; key < KEYS; key++) {
                    byte[] bytes = {(byte) (key * 20)};
                    assertArrayEquals(model.get(bytes), overlay.get(PARTITION, Space.DOCUMENT, bytes));
                }
                for (Direction direction : Direction.values()) {
                    int limit = random.nextInt(1, KEYS + 2);
                    KeyRange range = range(random);
                    assertEquals(expected(model, range, direction, limit), found(overlay, range, direction, limit));
                }
            }
        }
    }

    /** A batch of random puts and deletes, applied to the model as well. */
    private static WriteBatch batch(RandomGenerator random, NavigableMap<byte[], byte[]> model) {
        WriteBatch batch = new WriteBatch();
        for (int key = 0; key < KEYS; key++) {
            byte[] bytes = {(byte) (key * 20)};
            switch (random.nextInt(4)) {
                case 0 -> {
                    byte[] value = new byte[random.nextInt(8, 12)];
                    random.nextBytes(value);
                    batch.put(Space.DOCUMENT, bytes, value);
                    model.put(bytes, value);
                }
                case 1 -> {
                    batch.delete(Space.DOCUMENT, bytes);
                    model.remove(bytes);
                }
                default -> {
                    // Left as it is.
                }
            }
        }
        return batch;
    }

    private static KeyRange range(RandomGenerator random) {
        byte[] from = {(byte) random.nextInt(256)};
        byte[] until = random.nextInt(3) == 0 ? null : new byte[] {(byte) random.nextInt(256)};
        return new KeyRange(random.nextInt(3) == 0 ? new byte[0] : from, until);
    }

    private static List<String> expected(
            NavigableMap<byte[], byte[]> model, KeyRange range, Direction direction, int limit) {
        List<String> entries = new ArrayList<>();
        (direction == Direction.FORWARD ? model : model.descendingMap()).forEach((key, value) -> {
            if (range.contains(key) && entries.size() < limit) {
                entries.add(text(key, value));
            }
        });
        return entries;
    }

    private static List<String> found(Overlay overlay, KeyRange range, Direction direction, int limit) {
        List<String> entries = new ArrayList<>();
        try (Cursor cursor = overlay.scan(PARTITION, Space.DOCUMENT, range, direction, limit)) {
            while (cursor.next()) {
                entries.add(text(cursor.key(), cursor.value()));
            }
        }
        return entries;
    }

    private static String text(byte[] key, byte[] value) {
        return HexFormat.of().formatHex(key) + "=" + HexFormat.of().formatHex(value);
    }
}
