package dev.mayfly.engine.sweep;

import java.util.List;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Trims the logs of changes and events between sweeps; a failure is logged and stops no sweep. */
final class LogTrim {
    private static final Logger LOG = LoggerFactory.getLogger(LogTrim.class);

    private final SweepContext context;

    LogTrim(SweepContext context) {
        this.context = context;
    }

    /** Deletes what is no longer retained of the histories of these collections, and of all events. */
    void trim(Supplier<List<SweptCollection>> collections) {
        try {
            context.history().trim();
            for (SweptCollection collection : collections.get()) {
                if (collection.isFirst()) {
                    context.history().trim(collection.committer().record());
                }
            }
            context.events().trim();
        } catch (RuntimeException failure) {
            LOG.warn("the history could not be trimmed", failure);
        }
    }

    /** Deletes the oldest events while the log takes more than it may. */
    void trimFull() {
        try {
            context.events().trimFull();
        } catch (RuntimeException failure) {
            LOG.warn("the log of events could not be trimmed", failure);
        }
    }
}
