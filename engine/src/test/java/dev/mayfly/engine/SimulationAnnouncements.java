package dev.mayfly.engine;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotNull;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.Announcement;
import dev.mayfly.engine.event.Event;
import dev.mayfly.engine.event.EventKind;
import dev.mayfly.engine.event.EventLog;
import dev.mayfly.engine.event.EventPage;
import dev.mayfly.engine.event.EventProgress;
import dev.mayfly.engine.event.EventScope;
import dev.mayfly.engine.event.ExpiryListener;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;

/** What one simulation announced: only what was written, only when hidden, and in order. */
final class SimulationAnnouncements implements ExpiryListener {
    private static final int PAGE = 3;

    private final ExpiryModel model;
    private final Map<Written, ModelDocument> written = new HashMap<>();
    private final Set<Written> announced = new HashSet<>();
    private final List<Written> inOrder = new ArrayList<>();
    private final List<Long> instants = new ArrayList<>();
    private final LongSupplier guarded;
    private EventProgress position = EventProgress.START;
    private int compared;
    private long lastCommit;

    private record Written(DocumentKey key, long version) {
        static Written of(ModelDocument document) {
            return new Written(EngineFixture.key(document.key), document.version);
        }
    }

    /** @param guarded tells the time by which events become too old */
    SimulationAnnouncements(ExpiryModel model, LongSupplier guarded) {
        this.model = model;
        this.guarded = guarded;
    }

    void wrote(ModelDocument document) {
        written.put(Written.of(document), document);
    }

    boolean has(ModelDocument document) {
        return announced.contains(Written.of(document));
    }

    @Override
    public void announced(Announcement announcement) {
        assertTrue(announcement.commit() >= lastCommit, "announced out of order");
        lastCommit = announcement.commit();
        Written name = new Written(announcement.key(), announcement.version());
        ModelDocument document = written.get(name);
        assertNotNull(document, "announced what was never written");
        assertEquals(document.version, announcement.version());
        assertTrue(model.isHidden(document, announcement.at()), () -> "announced although live: " + document);
        announced.add(name);
        inOrder.add(name);
        instants.add(guarded.getAsLong());
    }

    /**
     * The log of events says what was announced, once and in order, whatever has failed and whoever was restarted. It has
     * forgotten only what is older than tombstones are kept.
     */
    void compare(EventLog log) {
        EventProgress oldest = log.oldest(EventScope.ALL);
        position = position.position().compareTo(oldest.position()) < 0 ? oldest : position;
        List<Written> events = new ArrayList<>();
        EventPage page;
        do {
            page = log.read(position, PAGE);
            for (Event event : page.events()) {
                if (event.kind() == EventKind.EXPIRED) {
                    events.add(new Written(event.key(), event.version()));
                }
            }
            position = page.next();
        } while (!page.isLast());
        int kept = inOrder.size() - events.size();
        assertTrue(kept >= compared, "told twice: " + events);
        assertEquals(inOrder.subList(kept, inOrder.size()), events);
        for (int lost = compared; lost < kept; lost++) {
            long age = guarded.getAsLong() - instants.get(lost);
            assertTrue(age >= EngineFixture.TOMBSTONE_MILLIS, "lost at an age of " + age + ": " + inOrder.get(lost));
        }
        compared = inOrder.size();
    }
}
