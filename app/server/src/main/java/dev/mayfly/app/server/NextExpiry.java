package dev.mayfly.app.server;

import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Engine;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;

/** The earliest deadline ahead of any live document; what the sweeper waits for besides is none. */
final class NextExpiry {
    private NextExpiry() {}

    /** Returns the next expiry in milliseconds since the epoch, or {@link Deadlines#NO_DEADLINE}. */
    static long of(Engine engine) {
        long next = Deadlines.NO_DEADLINE;
        for (FaceName face : FaceName.values()) {
            for (Collection collection : engine.collections(face.word())) {
                next = Math.min(next, of(collection, next));
            }
        }
        return next;
    }

    private static long of(Collection collection, long before) {
        ReadView reading = collection.reading();
        DeadlineRange ahead = DeadlineRange.of(reading.now() + 1, before);
        try (DocumentCursor cursor = collection.byDeadline(reading, ahead)) {
            Document first = cursor.next();
            return first == null ? Deadlines.NO_DEADLINE : first.deadline();
        }
    }
}
