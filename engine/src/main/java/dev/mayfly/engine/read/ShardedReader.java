package dev.mayfly.engine.read;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Reader;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.ToIntFunction;
import org.jspecify.annotations.Nullable;

/**
 * The shards of one collection, read as if they were one partition: a document is looked for where it belongs, and scans give
 * the entries of all shards in one order. A reader of a collection need not know how many shards it has, and its positions
 * are keys. Safe for concurrent use if the readers are.
 */
public final class ShardedReader implements Reader {
    private final List<Shard> shards;
    private final ToIntFunction<DocumentKey> routing;

    /** One partition, and through what it is read. */
    public record Shard(Reader reader, Partition partition) {}

    /** @param routing the number of the shard of a document */
    public ShardedReader(List<Shard> shards, ToIntFunction<DocumentKey> routing) {
        this.shards = List.copyOf(shards);
        this.routing = routing;
    }

    /** Asks every shard for other values than documents, since their keys do not tell the shard. */
    @Override
    public byte @Nullable [] get(Partition partition, Space space, byte[] key) {
        if (space == Space.DOCUMENT) {
            Shard shard = shards.get(routing.applyAsInt(new DocumentKey(key)));
            return shard.reader.get(shard.partition, space, key);
        }
        for (Shard shard : shards) {
            byte[] value = shard.reader.get(shard.partition, space, key);
            if (value != null) {
                return value;
            }
        }
        return null;
    }

    @Override
    public List<byte @Nullable []> multiGet(Partition partition, Space space, List<byte[]> keys) {
        byte @Nullable [][] values = new byte[keys.size()][];
        int[] shardOf = new int[keys.size()];
        if (space == Space.DOCUMENT) {
            Arrays.setAll(shardOf, index -> routing.applyAsInt(new DocumentKey(keys.get(index))));
        }
        for (int number = 0; number < shards.size(); number++) {
            List<byte[]> asked = new ArrayList<>();
            List<Integer> places = new ArrayList<>();
            for (int index = 0; index < keys.size(); index++) {
                if (space == Space.DOCUMENT ? shardOf[index] == number : values[index] == null) {
                    asked.add(keys.get(index));
                    places.add(index);
                }
            }
            if (!asked.isEmpty()) {
                Shard shard = shards.get(number);
                List<byte @Nullable []> found = shard.reader.multiGet(shard.partition, space, asked);
                for (int index = 0; index < places.size(); index++) {
                    values[places.get(index)] = found.get(index);
                }
            }
        }
        return Arrays.asList(values);
    }

    @Override
    public Cursor scan(Partition partition, Space space, KeyRange range, Direction direction, int limit) {
        List<Cursor> cursors = new ArrayList<>(shards.size());
        try {
            for (Shard shard : shards) {
                cursors.add(shard.reader.scan(shard.partition, space, range, direction, limit));
            }
            return new MergedCursor(cursors, direction, limit);
        } catch (RuntimeException failure) {
            cursors.forEach(Cursor::close);
            throw failure;
        }
    }
}
