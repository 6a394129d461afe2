package dev.mayfly.test.testkit;

import dev.mayfly.test.testkit.MayflyEvents.Expired;
import java.util.List;

/** Sentences about what a server has announced. */
public final class EventsAssert {
    private final MayflyEvents events;

    EventsAssert(MayflyEvents events) {
        this.events = events;
    }

    /** The document has expired once, which may be said more of. */
    public ExpiredAssert hasExpired(String collection, Object id) {
        List<Expired> found = events.expired(collection, id);
        if (found.size() != 1) {
            throw new AssertionError("document " + id + " of " + collection + " should have expired once, but did "
                    + found.size() + " times; expired is " + events.expired());
        }
        return new ExpiredAssert(found.get(0));
    }

    public EventsAssert hasNotExpired(String collection, Object id) {
        List<Expired> found = events.expired(collection, id);
        if (!found.isEmpty()) {
            throw new AssertionError("document " + id + " of " + collection + " should not have expired: " + found);
        }
        return this;
    }

    /** So many documents of the collection have expired. */
    public EventsAssert hasExpiredTimes(String collection, int documents) {
        List<Expired> found = events.expired(collection);
        if (found.size() != documents) {
            throw new AssertionError(
                    documents + " documents of " + collection + " should have expired, but these have: " + found);
        }
        return this;
    }
}
