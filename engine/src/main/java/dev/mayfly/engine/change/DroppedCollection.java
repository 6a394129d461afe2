package dev.mayfly.engine.change;

import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import java.nio.charset.StandardCharsets;

/**
 * A collection that is being taken out, or of which only the history is left.
 *
 * @param id the number of its partition
 * @param name its last
 * @param time in the history at which it was still there
 */
public record DroppedCollection(int id, CollectionName name, long time) {
    public byte[] toBytes() {
        ByteWriter writer = new ByteWriter(64).put4(id).put8(time);
        put(writer, name.face());
        put(writer, name.database());
        put(writer, name.collection());
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
            return new DroppedCollection(id, new CollectionName("", "", ""), 0);
        }
        long time = reader.take8();
        return new DroppedCollection(id, new CollectionName(take(reader), take(reader), take(reader)), time);
    }

    private static String take(ByteReader reader) {
        return new String(reader.take(reader.takeVarint()), StandardCharsets.UTF_8);
    }
}
