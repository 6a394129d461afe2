package dev.mayfly.engine.change;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.CRC32C;
import org.jspecify.annotations.Nullable;

/** Entries of the history as bytes. */
public final class ChangeCodec {
    /*
     * kind 1 | version 8 | at 8 | face, database, collection | key of the document | queue 4, deadline 8 of one that expired |
     * new name of a collection that was renamed | properties | note | checksum 4
     *
     * The properties are there only if the bit below the kind's highest is set: their number, and for each the queue of its rule,
     * its path, the document's instant in the queue before the change 8, and after it 8.
     *
     * The version of the commit is there only if the kind's highest bit is set; like the checksum it is written when the
     * draft is sealed. Texts and the key are preceded by their length as a varint. The checksum is the CRC-32C of everything before it.
     */
    private static final int CHECKSUM_BYTES = 4;
    private static final int KEY_BYTES = 12;
    private static final int VERSIONED = 0x80;
    private static final int WITH_PROPERTIES = 0x40;
    private static final byte[] NO_KEY = {};

    private ChangeCodec() {}

    public static byte[] keyOf(ChangePosition position) {
        return new ByteWriter(KEY_BYTES)
                .put8(position.time())
                .put4(position.sequence())
                .toBytes();
    }

    public static ChangePosition positionOf(byte[] key) {
        ByteReader reader = new ByteReader(key);
        return new ChangePosition(reader.take8(), reader.take4());
    }

    public static byte[] encode(CollectionName name, long at, @Nullable DocumentKey key, Change change, byte[] note) {
        return encode(name, at, key, change, List.of(), note, false);
    }

    /** @param versioned whether it is to be sealed with the version of the commit */
    public static byte[] encode(
            CollectionName name,
            long at,
            @Nullable DocumentKey key,
            Change change,
            List<PropertyInstants> properties,
            byte[] note,
            boolean versioned) {
        byte[] keyBytes = key == null ? NO_KEY : key.bytes();
        ByteWriter writer = new ByteWriter(64 + keyBytes.length + note.length);
        int kind = ChangeKind.of(change).code() | (properties.isEmpty() ? 0 : WITH_PROPERTIES);
        if (versioned) {
            writer.put1(kind | VERSIONED).put8(0);
        } else {
            writer.put1(kind);
        }
        writer.put8(at);
        putName(writer, name);
        writer.putVarint(keyBytes.length).put(keyBytes);
        if (change instanceof Change.Expired expired) {
            writer.put4(expired.queue()).put8(expired.deadline());
        }
        if (change instanceof Change.Renamed renamed) {
            putName(writer, renamed.to());
        }
        if (!properties.isEmpty()) {
            putProperties(writer, properties);
        }
        byte[] value = writer.put(note).put4(0).toBytes();
        Layout.INT.set(value, value.length - CHECKSUM_BYTES, checksum(value));
        return value;
    }

    /** Writes the version into an entry that has a place for it. */
    public static void seal(byte[] value, long version) {
        if ((value[0] & VERSIONED) != 0) {
            Layout.LONG.set(value, 1, version);
            Layout.INT.set(value, value.length - CHECKSUM_BYTES, checksum(value));
        }
    }

    /** The version of the commit that made an entry, or 0 where that is not kept. */
    public static long version(byte[] value) {
        return (value[0] & VERSIONED) == 0 ? 0 : (long) Layout.LONG.get(value, 1);
    }

    private static void putProperties(ByteWriter writer, List<PropertyInstants> properties) {
        writer.putVarint(properties.size());
        for (PropertyInstants property : properties) {
            writer.putVarint(property.queue());
            putText(writer, property.path().dotted());
            writer.put8(property.before()).put8(property.after());
        }
    }

    private static List<PropertyInstants> takeProperties(ByteReader reader) {
        int count = reader.takeVarint();
        List<PropertyInstants> properties = new ArrayList<>(count);
        for (int index = 0; index < count; index++) {
            int queue = reader.takeVarint();
            FieldPath path = FieldPath.of(takeText(reader));
            properties.add(new PropertyInstants(queue, path, reader.take8(), reader.take8()));
        }
        return properties;
    }

    private static void putName(ByteWriter writer, CollectionName name) {
        putText(writer, name.face());
        putText(writer, name.database());
        putText(writer, name.collection());
    }

    private static void putText(ByteWriter writer, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        writer.putVarint(bytes.length).put(bytes);
    }

    private static int checksum(byte[] value) {
        CRC32C checksum = new CRC32C();
        checksum.update(value, 0, value.length - CHECKSUM_BYTES);
        return (int) checksum.getValue();
    }

    /** Returns null for an entry that is not what was written. */
    public static @Nullable ChangeEntry decode(byte[] key, byte[] value) {
        boolean whole = key.length == KEY_BYTES
                && value.length > CHECKSUM_BYTES
                && (int) Layout.INT.get(value, value.length - CHECKSUM_BYTES) == checksum(value);
        if (!whole) {
            return null;
        }
        ByteReader reader = new ByteReader(value);
        int tag = reader.take1() & 0xff;
        ChangeKind kind = ChangeKind.ofCode(tag & ~(VERSIONED | WITH_PROPERTIES));
        if (kind == null) {
            return null;
        }
        long version = (tag & VERSIONED) == 0 ? 0 : reader.take8();
        long at = reader.take8();
        CollectionName name = takeName(reader);
        byte[] document = reader.take(reader.takeVarint());
        ChangeEntry.Expiry expiry =
                kind == ChangeKind.EXPIRED ? new ChangeEntry.Expiry(reader.take4(), reader.take8()) : null;
        CollectionName to = kind == ChangeKind.RENAMED ? takeName(reader) : null;
        List<PropertyInstants> properties = (tag & WITH_PROPERTIES) == 0 ? List.of() : takeProperties(reader);
        byte[] note = reader.take(value.length - CHECKSUM_BYTES - reader.position());
        DocumentKey documentKey = document.length == 0 ? null : new DocumentKey(document);
        return new ChangeEntry(positionOf(key), kind, version, name, at, documentKey, expiry, to, properties, note);
    }

    private static CollectionName takeName(ByteReader reader) {
        return new CollectionName(takeText(reader), takeText(reader), takeText(reader));
    }

    private static String takeText(ByteReader reader) {
        return new String(reader.take(reader.takeVarint()), StandardCharsets.UTF_8);
    }
}
