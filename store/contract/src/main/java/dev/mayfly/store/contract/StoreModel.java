package dev.mayfly.store.contract;

import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The expected content of a store, as plain sorted maps: simple enough to be obviously right. */
final class StoreModel {
    private record Place(Partition partition, Space space) {}

    private final Map<Place, NavigableMap<byte[], byte[]>> places = new HashMap<>();

    StoreModel copy() {
        StoreModel copy = new StoreModel();
        places.forEach((place, entries) -> copy.places.put(place, new TreeMap<>(entries)));
        return copy;
    }

    private NavigableMap<byte[], byte[]> entries(Partition partition, Space space) {
        return places.computeIfAbsent(new Place(partition, space), _ -> new TreeMap<>(Arrays::compareUnsigned));
    }

    byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        return entries(partition, space).get(key);
    }

    List<Map.Entry<byte[], byte[]>> scan(
            Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        if (range.isEmpty()) {
            return List.of();
        }
        NavigableMap<byte[], byte[]> covered = covered(partition, space, range);
        NavigableMap<byte[], byte[]> ordered = direction == Direction.FORWARD ? covered : covered.descendingMap();
        return ordered.entrySet().stream().limit(limit).toList();
    }

    private NavigableMap<byte[], byte[]> covered(Partition partition, Space space, KeyRange range) {
        byte[] until = range.until();
        NavigableMap<byte[], byte[]> tail = entries(partition, space).tailMap(range.from(), true);
        return until == null ? tail : tail.headMap(until, false);
    }

    List<Expectation> failed(Partition partition, List<Expectation> expectations) {
        List<Expectation> failed = new ArrayList<>();
        for (Expectation expectation : expectations) {
            byte[] value = get(partition, expectation.space(), expectation.key());
            boolean holds = switch (expectation) {
                case Expectation.Absent _ -> value == null;
                case Expectation.Version(var _, var _, long version) ->
                    value != null
                            && value.length >= Long.BYTES
                            && ByteBuffer.wrap(value).getLong() == version;
            };
            if (!holds) {
                failed.add(expectation);
            }
        }
        return failed;
    }

    void apply(Partition partition, WriteBatch batch) {
        for (WriteBatch.Write write : batch.writes()) {
            switch (write) {
                case WriteBatch.Put(var space, var key, var value) ->
                    entries(partition, space).put(key, value);
                case WriteBatch.Delete(var space, var key) ->
                    entries(partition, space).remove(key);
                case WriteBatch.DeleteRange(var space, var key, var until) ->
                    covered(partition, space, new KeyRange(key, until)).clear();
            }
        }
    }
}
