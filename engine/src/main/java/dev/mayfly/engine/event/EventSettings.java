package dev.mayfly.engine.event;

import dev.mayfly.engine.catalog.CollectionName;
import java.time.Duration;
import java.util.function.Predicate;

/**
 * What the log of events keeps.
 *
 * @param retain for how long; zero for no log at all
 * @param bytesMax how many bytes all events together may take, about; beyond that the oldest go early
 * @param documents of which collections events keep the whole document
 */
public record EventSettings(Duration retain, long bytesMax, Predicate<CollectionName> documents) {
    /** A day, a gigabyte, no documents. */
    public static final EventSettings DEFAULTS = new EventSettings(Duration.ofHours(24), 1L << 30, _ -> false);

    /** No log. */
    public static final EventSettings NONE = DEFAULTS.retaining(Duration.ZERO);

    public EventSettings retaining(Duration changed) {
        return new EventSettings(changed, bytesMax, documents);
    }

    public EventSettings atMost(long bytes) {
        return new EventSettings(retain, bytes, documents);
    }

    public EventSettings withDocuments(Predicate<CollectionName> whose) {
        return new EventSettings(retain, bytesMax, whose);
    }

    public boolean isOff() {
        return retain.isZero();
    }
}
