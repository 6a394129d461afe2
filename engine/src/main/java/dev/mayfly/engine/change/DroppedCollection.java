package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionStorage;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.store.api.Partition;
import java.nio.charset.StandardCharsets;
import java.util.List;

/**
 * A collection that is being taken out, or of which only the history is left.
 *
 * @param id the number of its first partition
 * @param shards the number of its partitions
 * @param name its last
 * @param time in the history at which it was still there
 */
public record DroppedCollection(int id, int shards, CollectionName name, long time) {
    /** Where its shards are stored. */
    public List<Partition> partitions() {
        return CollectionStorage.partitions(id, shards);
    }

    public byte[] toBytes() {
        ByteWriter writer = new ByteWriter(64).put4(id).put8(time);
        put(writer, name.face());
        put(writer, name.database());
        put(writer, name.collection());
        if (shards != 1) {
            writer.putVarint(shards);
        }
        return writer.toBytes();
    }

    private static void put(ByteWriter writer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.putVarint(bytes.length).put(bytes);
    }

    public static DroppedCollection fromBytes(byte[] bytes) {
        ByteReader reader = new ByteReader(bytes);
        int id = reader.take4();
        if (bytes.length == 4) {
            // As it was written before there was a history.
            return new DroppedCollection(id, 1, new CollectionName("", "", ""), 0);
        }
        long time = reader.take8();
        CollectionName name = new CollectionName(take(reader), take(reader), take(reader));
        int shards = reader.position() < bytes.length ? reader.takeVarint() : 1;
        return new DroppedCollection(id, shards, name, time);
    }

    private static String take(ByteReader reader) {
        return new String(reader.take(reader.takeVarint()), StandardCharsets.UTF_8);
    }
}
