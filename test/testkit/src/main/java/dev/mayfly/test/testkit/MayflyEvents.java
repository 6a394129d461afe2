package dev.mayfly.test.testkit;

import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventKind;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventPosition;
import dev.mayfly.engine.event.EventReason;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;

/** The events that the server has announced since it was started. Safe for concurrent use. */
public final class MayflyEvents {
    private static final int PAGE = 1_000;

    private final EventLog log;
    private final DocumentNames names;
    private final List<Expired> known = new ArrayList<>();
    private EventPosition position = EventPosition.START;

    MayflyEvents(EventLog log, DocumentNames names) {
        this.log = log;
        this.names = names;
    }

    /**
     * One document that expired.
     *
     * @param collection such as {@code app.sessions}
     * @param id as its face's clients write it, in Extended JSON where they have types
     * @param rule what the rule is called that decided: the name of an index, or one of {@code default}, {@code lifetime},
     *     {@code end}
     * @param deadline when it died
     * @param announcedAt when the server said so
     */
    public record Expired(
            String collection, String id, EventReason reason, String rule, Instant deadline, Instant announcedAt) {}

    /** All of them, in the order of announcement. */
    public synchronized List<Expired> expired() {
        EventPage page;
        do {
            page = log.read(position, PAGE);
            position = page.next();
            page.events().stream()
                    .filter(event -> event.kind() == EventKind.EXPIRED)
                    .map(this::shown)
                    .forEach(known::add);
        } while (!page.isLast());
        return List.copyOf(known);
    }

    private Expired shown(Event event) {
        return new Expired(
                event.collection().database() + "." + event.collection().collection(),
                names.text(event.collection(), event.key()),
                event.reason(),
                event.rule(),
                Instant.ofEpochMilli(event.deadline()),
                Instant.ofEpochMilli(event.announcedAt()));
    }

    /** Those of one collection, such as {@code app.sessions}. */
    public List<Expired> expired(String collection) {
        return expired().stream()
                .filter(one -> one.collection().equals(collection))
                .toList();
    }

    /** Those of one document. */
    List<Expired> expired(String collection, Object id) {
        return expired(collection).stream()
                .filter(one -> names.isOf(names.collection(collection).name(), one.id(), id))
                .toList();
    }
}
