package dev.mayfly.face.couchbase.query.index;

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

/** The documents that never expire, by their keys; behind them those that expire within a range, the first of them first. */
final class LastingFirst implements DocumentCursor {
    private final DocumentCursor lasting;
    private final DocumentCursor mortal;
    private boolean isMortal;

    LastingFirst(Collection collection, ReadView reading, DeadlineRange range) {
        this.lasting = collection.scan(reading, List.of(KeyRange.ALL), Direction.FORWARD);
        this.mortal = collection.byDeadline(reading, range);
    }

    @Override
    public @Nullable Document next() {
        while (!isMortal) {
            Document document = lasting.next();
            if (document == null) {
                lasting.suspend();
                isMortal = true;
            } else if (document.deadline() == Deadlines.NO_DEADLINE) {
                return document;
            }
        }
        return mortal.next();
    }

    @Override
    public void suspend() {
        lasting.suspend();
        mortal.suspend();
    }

    @Override
    public void resume(ReadView reading) {
        lasting.resume(reading);
        mortal.resume(reading);
    }

    @Override
    public byte @Nullable [] position() {
        return isMortal ? mortal.position() : lasting.position();
    }

    @Override
    public Effort effort() {
        return lasting.effort().plus(mortal.effort());
    }

    @Override
    public void close() {
        lasting.close();
        mortal.close();
    }
}
