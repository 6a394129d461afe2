package dev.mayfly.engine.event;

import dev.mayfly.store.api.Cursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;

/** Reads the events of several shards in one order, as they were when it was opened. Must be closed. */
final class EventMerge implements AutoCloseable {
    /** The number of events that one page examines, wanted or not. */
    private static final int SEEN_MAX = 20_000;

    /** The approximate number of bytes of documents in one page. */
    private static final long BYTES_MAX = 4L << 20;

    private final EventScope scope;
    private final boolean isShared;
    private final PriorityQueue<Source> sources =
            new PriorityQueue<>(Comparator.comparing((Source source) -> source.key, Arrays::compareUnsigned)
                    .thenComparingInt(source -> source.log.partition().id()));
    private final List<Event> events = new ArrayList<>();
    private final EventPosition since;
    private final Map<Integer, EventPosition> shards;
    private EventPosition position;
    private int seen;
    private long bytes;
    private boolean full;

    /** The log of one shard that is being read, standing on its next block. */
    private static final class Source {
        private final CollectionEvents log;
        private final EventPosition after;
        private final Cursor cursor;
        private byte[] key;

        Source(CollectionEvents log, EventPosition after, Cursor cursor) {
            this.log = log;
            this.after = after;
            this.cursor = cursor;
            this.key = cursor.key();
        }
    }

    /** @param isShared whether other engines write, so that each shard is read from where it was left */
    EventMerge(List<CollectionEvents> logs, EventScope scope, EventProgress after, boolean isShared) {
        this.scope = scope;
        this.isShared = isShared;
        this.since = after.since();
        this.shards = new HashMap<>(after.shards());
        this.position = after.position();
        for (CollectionEvents log : logs) {
            EventPosition last = isShared ? after.lastOf(log.partition().id()) : after.position();
            Cursor cursor = log.blocks(last.version());
            if (cursor.next()) {
                sources.add(new Source(log, last, cursor));
            } else {
                cursor.close();
            }
        }
    }

    /** @param settled the last version that is to be read */
    EventPage read(long settled, int limit) {
        while (!sources.isEmpty() && !full) {
            Source first = sources.remove();
            if (EventBlock.versionOf(first.key) > settled) {
                sources.add(first);
                break;
            }
            EventBlock.read(first.key, first.cursor.value(), first.log.name(), event -> take(first, event, limit));
            if (first.cursor.next()) {
                first.key = first.cursor.key();
                sources.add(first);
            } else {
                first.cursor.close();
            }
        }
        EventPosition end = EventPosition.behind(settled);
        if (full || end.compareTo(position) < 0) {
            return new EventPage(events, progress(), !full);
        }
        position = end;
        return new EventPage(events, progress(), true);
    }

    private EventProgress progress() {
        return isShared ? new EventProgress(position, since, shards) : EventProgress.at(position);
    }

    /** Returns true if there is room for more. */
    private boolean take(Source source, Event event, int limit) {
        if (event.position().compareTo(source.after) <= 0) {
            return true;
        }
        if (full) {
            return false;
        }
        position = EventProgress.latest(position, event.position());
        if (isShared) {
            shards.put(source.log.partition().id(), event.position());
        }
        seen++;
        if (scope.covers(event.reason())) {
            events.add(isShared ? event.metBy(progress()) : event);
            byte[] document = event.document();
            bytes += document == null ? 0 : document.length;
        }
        full = events.size() >= limit || seen >= SEEN_MAX || bytes >= BYTES_MAX;
        return !full;
    }

    @Override
    public void close() {
        sources.forEach(source -> source.cursor.close());
        sources.clear();
    }
}
