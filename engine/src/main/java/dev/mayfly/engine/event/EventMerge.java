package dev.mayfly.engine.event;

import dev.mayfly.store.api.Cursor;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.PriorityQueue;

/** Reads the events of several collections in one order, as they were when it was opened. Must be closed. */
final class EventMerge implements AutoCloseable {
    /** The number of events that one page examines, wanted or not. */
    private static final int SEEN_MAX = 20_000;

    /** The approximate number of bytes of documents in one page. */
    private static final long BYTES_MAX = 4L << 20;

    private final EventScope scope;
    private final EventPosition after;
    private final PriorityQueue<Source> sources =
            new PriorityQueue<>(Comparator.comparing(source -> source.key, Arrays::compareUnsigned));
    private final List<Event> events = new ArrayList<>();
    private EventPosition next;
    private int seen;
    private long bytes;
    private boolean full;

    /** The log of one collection that is being read, standing on its next block. */
    private static final class Source {
        private final CollectionEvents log;
        private final Cursor cursor;
        private byte[] key;

        Source(CollectionEvents log, Cursor cursor) {
            this.log = log;
            this.cursor = cursor;
            this.key = cursor.key();
        }
    }

    EventMerge(List<CollectionEvents> logs, EventScope scope, EventPosition after) {
        this.scope = scope;
        this.after = after;
        this.next = after;
        for (CollectionEvents log : logs) {
            Cursor cursor = log.blocks(after.version());
            if (cursor.next()) {
                sources.add(new Source(log, cursor));
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
            EventBlock.read(first.key, first.cursor.value(), first.log.name(), event -> take(event, limit));
            if (first.cursor.next()) {
                first.key = first.cursor.key();
                sources.add(first);
            } else {
                first.cursor.close();
            }
        }
        EventPosition end = EventPosition.behind(settled);
        return full || end.compareTo(next) < 0 ? new EventPage(events, next, !full) : new EventPage(events, end, true);
    }

    /** Returns true if there is room for more. */
    private boolean take(Event event, int limit) {
        if (event.position().compareTo(after) <= 0) {
            return true;
        }
        if (full) {
            return false;
        }
        next = event.position();
        seen++;
        if (scope.covers(event.reason())) {
            events.add(event);
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
