package dev.mayfly.engine.event;

/**
 * The position of an event in the log of the whole store. Where one engine writes, a reader that has come to it has seen it and
 * everything before: positions are never reused, and what is announced after another event was acknowledged has a later one.
 * Where several write, that holds within a shard, and readers go by an {@link EventProgress}.
 *
 * @param version of the commit that announced it
 * @param number orders the events of one commit
 */
public record EventPosition(long version, int number) implements Comparable<EventPosition> {
    /** Before all events that are kept, whichever those are. */
    public static final EventPosition START = new EventPosition(0, 0);

    /** Behind everything that this commit announced. */
    public static EventPosition behind(long version) {
        return new EventPosition(version, Integer.MAX_VALUE);
    }

    @Override
    public int compareTo(EventPosition other) {
        int byVersion = Long.compare(version, other.version);
        return byVersion != 0 ? byVersion : Integer.compare(number, other.number);
    }
}
