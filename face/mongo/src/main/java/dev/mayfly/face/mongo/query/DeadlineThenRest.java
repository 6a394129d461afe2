package dev.mayfly.face.mongo.query;

import dev.mayfly.engine.Collection;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.read.DeadlineRange;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** All documents, the next to expire first; after them those that never do, by their ids. */
final class DeadlineThenRest implements DocumentCursor {
    private final DocumentCursor first;
    private final DocumentCursor rest;
    private boolean isAtRest;

    DeadlineThenRest(Collection collection, ReadView reading) {
        this.first = collection.byDeadline(reading, DeadlineRange.ALL);
        this.rest = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD);
    }

    @Override
    public @Nullable Document next() {
        if (!isAtRest) {
            Document document = first.next();
            if (document != null) {
                return document;
            }
            first.suspend();
            isAtRest = true;
        }
        Document document = rest.next();
        while (document != null && document.deadline() != Deadlines.NO_DEADLINE) {
            document = rest.next();
        }
        return document;
    }

    @Override
    public void suspend() {
        first.suspend();
        rest.suspend();
    }

    @Override
    public void resume(ReadView reading) {
        first.resume(reading);
        rest.resume(reading);
    }

    @Override
    public byte @Nullable [] position() {
        return isAtRest ? rest.position() : first.position();
    }

    @Override
    public Effort effort() {
        return first.effort().plus(rest.effort());
    }

    @Override
    public void close() {
        first.close();
        rest.close();
    }
}
