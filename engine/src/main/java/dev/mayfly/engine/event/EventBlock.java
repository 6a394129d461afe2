package dev.mayfly.engine.event;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.PropertyTerm;
import dev.mayfly.engine.catalog.QueueDefinition;
import dev.mayfly.engine.commit.EventEntries;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.QueueIds;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import dev.mayfly.engine.format.Layout;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Predicate;
import java.util.zip.CRC32C;

/** The stored form of the events of one collection in one batch. On the path of every sweep, hence plain. */
public final class EventBlock {
    /*
     * One block a batch, not one entry an event: a sweep announces hundreds of documents at once.
     *
     * written 8 | bytes before 8 | events before 8 | events 4 | rules: n 1, (queue 4, name) | events | checksum 4
     *
     * The events are encoded as in EventEntries. Names are preceded by their length as a varint. From the counts of bytes
     * and events before it, the size of a log follows from its first and its last block alone. The key is the version of
     * the commit and the number of the first event.
     */
    static final int KEY_BYTES = 1 + 8 + 4;

    private static final int RULES_MAX = 255;
    private static final int CHECKSUM_BYTES = 4;
    private static final int FRAME_BYTES = 8 + 8 + 8 + 4;

    private EventBlock() {}

    static byte[] keyOf(long version, int first) {
        return new ByteWriter(KEY_BYTES)
                .put1(Layout.EVENTS)
                .put8(version)
                .put4(first)
                .toBytes();
    }

    static long versionOf(byte[] key) {
        return (long) Layout.LONG.get(key, 1);
    }

    private static int firstOf(byte[] key) {
        return (int) Layout.INT.get(key, 9);
    }

    /** @param before what the log of the collection has had so far */
    static byte[] encode(EventEntries events, CollectionRecord record, long writtenAt, Header before) {
        byte[] all = events.toBytes();
        int[] queues = events.queues();
        ByteWriter writer = new ByteWriter(FRAME_BYTES + 64 + all.length)
                .put8(writtenAt)
                .put8(before.bytesBefore)
                .put8(before.eventsBefore)
                .put4(events.count());
        int names = Math.min(queues.length, RULES_MAX);
        writer.put1(names);
        for (int index = 0; index < names; index++) {
            byte[] name = ruleName(record, queues[index]).getBytes(StandardCharsets.UTF_8);
            writer.put4(queues[index]).putVarint(name.length).put(name);
        }
        byte[] value = writer.put(all).put4(0).toBytes();
        Layout.INT.set(value, value.length - CHECKSUM_BYTES, checksum(value));
        return value;
    }

    private static String ruleName(CollectionRecord record, int queue) {
        return switch (queue) {
            case 0 -> "";
            case QueueIds.INHERIT -> "default";
            case QueueIds.FOR -> "lifetime";
            case QueueIds.UNTIL -> "end";
            default -> fieldRuleName(record, queue);
        };
    }

    private static String fieldRuleName(CollectionRecord record, int queue) {
        PropertyTerm property =
                record.queue(queue).map(QueueDefinition::property).orElse(null);
        if (property != null) {
            return property.path().dotted();
        }
        var index = record.index(queue);
        if (index.isPresent()) {
            return index.get().name();
        }
        var path = record.queue(queue).map(found -> found.path());
        return path.isPresent() ? path.get().dotted() : "";
    }

    private static int checksum(byte[] value) {
        CRC32C checksum = new CRC32C();
        checksum.update(value, 0, value.length - CHECKSUM_BYTES);
        return (int) checksum.getValue();
    }

    /**
     * The header of a block.
     *
     * @param writtenAt by the guarded clock, which never runs back
     * @param bytesBefore how many bytes all earlier blocks of the collection took, be they deleted since
     * @param eventsBefore how many events those held
     */
    record Header(long writtenAt, long bytesBefore, long eventsBefore, int events) {
        static final Header NONE = new Header(0, 0, 0, 0);

        static Header of(byte[] value) {
            ByteReader reader = new ByteReader(value);
            return new Header(reader.take8(), reader.take8(), reader.take8(), reader.take4());
        }
    }

    public static boolean isWhole(byte[] key, byte[] value) {
        return key.length == KEY_BYTES
                && value.length > FRAME_BYTES + CHECKSUM_BYTES
                && (int) Layout.INT.get(value, value.length - CHECKSUM_BYTES) == checksum(value);
    }

    /** Shows the events of a block in their order until the reader has enough; its name is that of the collection. */
    static void read(byte[] key, byte[] value, CollectionName name, Predicate<Event> reader) {
        if (!isWhole(key, value)) {
            throw new EngineException(new EngineError.StoreCorrupt());
        }
        ByteReader bytes = new ByteReader(value, 24);
        int count = bytes.take4();
        Map<Integer, String> rules = new HashMap<>();
        for (int rest = bytes.take1(); rest > 0; rest--) {
            rules.put(bytes.take4(), new String(bytes.take(bytes.takeVarint()), StandardCharsets.UTF_8));
        }
        long version = versionOf(key);
        int first = firstOf(key);
        for (int index = 0; index < count; index++) {
            if (!reader.test(event(bytes, new EventPosition(version, first + index), name, rules))) {
                return;
            }
        }
    }

    private static Event event(
            ByteReader bytes, EventPosition position, CollectionName name, Map<Integer, String> rules) {
        EventKind kind = EventKind.ofCode(bytes.take1());
        if (kind == null) {
            throw new EngineException(new EngineError.StoreCorrupt());
        }
        int queue = bytes.take4();
        long version = bytes.take8();
        long deadline = bytes.take8();
        long announcedAt = bytes.take8();
        DocumentKey key = new DocumentKey(bytes.take(bytes.takeVarint()));
        int kept = bytes.takeVarint();
        byte[] document = kept == 0 ? null : bytes.take(kept - 1);
        EventReason reason = switch (kind) {
            case BROUGHT_BACK -> EventReason.POLICY;
            case PROPERTY_EXPIRED -> EventReason.PROPERTY;
            case EXPIRED -> EventReason.ofQueue(queue);
        };
        String rule = rules.getOrDefault(queue, "");
        EventProgress progress = EventProgress.at(position);
        return new Event(position, progress, kind, name, key, version, reason, rule, deadline, announcedAt, document);
    }
}
