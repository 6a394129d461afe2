package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * The settings of the log of events.
 *
 * @param retain for how long; zero for no log at all
 * @param bytesMax how many bytes all events together may take, about; beyond that the oldest go early
 * @param documents of which collections events keep the whole document
 * @param askable whether those of others do while a reader asks for it
 */
public record EventSettings(Duration retain, long bytesMax, Predicate<CollectionName> documents, boolean askable) {
    /** A day, a gigabyte, documents on request. */
    public static final EventSettings DEFAULTS = new EventSettings(Duration.ofHours(24), 1L << 30, _ -> false, true);

    /** No log. */
    public static final EventSettings NONE = DEFAULTS.retaining(Duration.ZERO);

    public EventSettings retaining(Duration changed) {
        return new EventSettings(changed, bytesMax, documents, askable);
    }

    public EventSettings atMost(long bytes) {
        return new EventSettings(retain, bytes, documents, askable);
    }

    public EventSettings withDocuments(Predicate<CollectionName> whose) {
        return new EventSettings(retain, bytesMax, whose, askable);
    }

    /** Returns these settings without documents on request: only events that keep them anyway have them. */
    public EventSettings unasked() {
        return new EventSettings(retain, bytesMax, documents, false);
    }

    public boolean isOff() {
        return retain.isZero();
    }
}
