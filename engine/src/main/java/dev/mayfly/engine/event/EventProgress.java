package dev.mayfly.engine.event;

import dev.mayfly.engine.commit.Versions;
import dev.mayfly.engine.format.ByteReader;
import dev.mayfly.engine.format.ByteWriter;
import java.util.Map;
import java.util.TreeMap;

/**
 * How far a reader of the events has come.
 *
 * @param position everything up to it was read, or does not concern the reader, but for what the rest says
 * @param since where several engines write: behind which each shard is read on that is not named
 * @param shards where several engines write: the event that was read last of each shard, by the number of its partition
 */
public record EventProgress(EventPosition position, EventPosition since, Map<Integer, EventPosition> shards) {
    /*
     * version 8 | number 4                                                  of a reader of whom its position says everything
     * version 8 | number 4 | since: version 8, number 4 | shard, shard ...  of others
     *
     * shard: partition | version | number       as varints: the partition less the one before, the position's version less
     *                                           this one
     *
     * For the same reason as in the history (ChangeProgress), a reader goes by shards where several engines write: an engine that is
     * stopped between the making of a batch and its commit adds events before those that others have added to other shards
     * meanwhile. What is kept for later names only the shards of which something was read in the last minute before the position.
     * Others are read on from there, since what they may still get from before is late by less.
     */

    /** Before all events that are kept. */
    public static final EventProgress START = at(EventPosition.START);

    /** By how much an event may come late to a shard that has had no others. */
    private static final long LATE_MILLIS = 60_000;

    private static final int POSITION_BYTES = Long.BYTES + Integer.BYTES;

    public EventProgress {
        shards = Map.copyOf(shards);
    }

    /** Everything up to the position was read, whatever comes late. */
    public static EventProgress at(EventPosition position) {
        return new EventProgress(position, position, Map.of());
    }

    /** Returns true if the position says everything. */
    private boolean isPlain() {
        return shards.isEmpty() && since.equals(position);
    }

    /** The event of a shard behind which it is read on. */
    EventPosition lastOf(int partition) {
        return shards.getOrDefault(partition, since);
    }

    /** Returns true if the events of a shard up to this one were deleted before they were read. */
    boolean lacks(int partition, EventPosition trimmed) {
        EventPosition last = shards.get(partition);
        if (last == null && since.equals(EventPosition.START)) {
            // It takes what is there.
            return false;
        }
        return trimmed.version() > (last == null ? position : last).version();
    }

    /** The later of two; an event that comes late does not lead back. */
    static EventPosition latest(EventPosition one, EventPosition other) {
        return one.compareTo(other) >= 0 ? one : other;
    }

    /** Returns the progress without what need not be remembered. */
    private EventProgress recent() {
        EventPosition late =
                latest(since, EventPosition.behind(Math.max(0, position.version() - Versions.ofMillis(LATE_MILLIS))));
        Map<Integer, EventPosition> recent = new TreeMap<>();
        shards.forEach((partition, last) -> {
            if (last.version() >= late.version()) {
                recent.put(partition, last);
            }
        });
        return new EventProgress(position, late, recent);
    }

    /** As it is kept, to go on later. */
    public byte[] toBytes() {
        ByteWriter bytes = new ByteWriter(POSITION_BYTES * 2);
        put(bytes, position);
        if (isPlain()) {
            return bytes.toBytes();
        }
        EventProgress recent = recent();
        put(bytes, recent.since);
        int before = 0;
        for (Map.Entry<Integer, EventPosition> shard : new TreeMap<>(recent.shards).entrySet()) {
            EventPosition last = shard.getValue();
            bytes.putVarint(shard.getKey() - before)
                    .putVarint((int) Math.min(Integer.MAX_VALUE, position.version() - last.version()))
                    .putVarint(last.number());
            before = shard.getKey();
        }
        return bytes.toBytes();
    }

    private static void put(ByteWriter bytes, EventPosition position) {
        bytes.put8(position.version()).put4(position.number());
    }

    /** @throws IllegalArgumentException if these are no bytes of a progress */
    public static EventProgress ofBytes(byte[] bytes) {
        try {
            ByteReader reader = new ByteReader(bytes);
            EventPosition position = takePosition(reader);
            if (reader.position() == bytes.length) {
                return at(position);
            }
            EventPosition since = takePosition(reader);
            Map<Integer, EventPosition> shards = new TreeMap<>();
            int partition = 0;
            while (reader.position() < bytes.length) {
                partition += reader.takeVarint();
                long version = position.version() - reader.takeVarint();
                shards.put(partition, valid(new EventPosition(version, reader.takeVarint())));
            }
            return new EventProgress(position, since, shards);
        } catch (IndexOutOfBoundsException | IllegalStateException broken) {
            throw new IllegalArgumentException("no progress", broken);
        }
    }

    private static EventPosition takePosition(ByteReader reader) {
        return valid(new EventPosition(reader.take8(), reader.take4()));
    }

    private static EventPosition valid(EventPosition position) {
        if (position.version() < 0 || position.number() < 0) {
            throw new IllegalArgumentException("no position");
        }
        return position;
    }
}
