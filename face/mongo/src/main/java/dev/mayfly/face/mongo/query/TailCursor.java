package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ArrivalOrder;
import dev.mayfly.face.mongo.collection.CappedLimits;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.BatchBuilder;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Follows a capped collection in its insertion order, and does not end with the last document. */
public final class TailCursor implements OpenCursor {
    private static final int POSITION_LOST = 136;

    /** Interval at which a waiting cursor checks whether it may continue to wait. */
    private static final long LOOK_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final Collection collection;
    private final ArrivalOrder arrivals;
    private final MongoFilter filter;
    private final Function<Document, BsonView> rendering;
    private final boolean awaits;
    private long toSkip;
    private byte[] position = {};

    /** @param skipped how many of the documents that match are passed over first */
    public TailCursor(
            Collection collection,
            ArrivalOrder arrivals,
            MongoFilter filter,
            Function<Document, BsonView> rendering,
            long skipped,
            boolean awaits) {
        this.collection = collection;
        this.arrivals = arrivals;
        this.filter = filter;
        this.rendering = rendering;
        this.toSkip = skipped;
        this.awaits = awaits;
    }

    @Override
    public boolean awaitsData() {
        return awaits;
    }

    @Override
    public Batch next(int maxDocs, int maxBytes, long waitNanos) {
        long left = waitNanos;
        while (true) {
            OperationContext.current().check();
            long newest = arrivals.newest();
            Batch batch = next(maxDocs, maxBytes);
            if (!batch.documents().isEmpty() || left <= 0) {
                return batch;
            }
            long slice = Math.min(left, LOOK_NANOS);
            long waited = slice - Math.max(0, arrivals.await(newest, slice));
            OperationContext.current().waited(waited);
            left -= waited;
        }
    }

    /** Returns the key ranges after the position. */
    private List<KeyRange> rest() {
        if (position.length == 0) {
            return List.of(KeyRange.ALL);
        }
        byte[] from = KeyRange.after(position);
        return from == null ? List.of() : List.of(new KeyRange(from, null));
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        ReadView reading = collection.reading();
        CappedLimits capped = CappedLimits.of(reading.record());
        if (capped == null) {
            throw new CommandError(MongoCode.QUERY_PLAN_KILLED, "the collection is no longer capped");
        }
        requirePosition(reading, capped);
        BatchBuilder batch = new BatchBuilder(maxDocs, maxBytes);
        OperationContext run = OperationContext.current();
        try (DocumentCursor newer = collection.scan(reading, capped.order(), rest(), Direction.FORWARD)) {
            for (Document found = newer.next(); found != null; found = newer.next()) {
                run.check();
                boolean isMeant = filter.matches(TimedView.of(found, filter)) && !isSkipped();
                if (isMeant && !batch.add(rendering.apply(found))) {
                    break;
                }
                position = found.face();
                if (batch.isFull()) {
                    break;
                }
            }
            run.stats().planned(() -> PlanSummary.WHOLE);
            run.stats().examined(0, newer.effort().documents());
        }
        return batch.build(false);
    }

    private boolean isSkipped() {
        if (toSkip == 0) {
            return false;
        }
        toSkip--;
        return true;
    }

    /** If the document at the position has been evicted, later documents may have been evicted unseen as well. */
    private void requirePosition(ReadView reading, CappedLimits capped) {
        if (position.length == 0) {
            return;
        }
        try (DocumentCursor at =
                collection.scan(reading, capped.order(), List.of(KeyRange.prefix(position)), Direction.FORWARD)) {
            if (at.next() == null) {
                throw new CommandError(
                        POSITION_LOST,
                        "CappedPositionLost",
                        "CollectionScan died due to position in capped collection being deleted. Last seen record id: "
                                + ByteBuffer.wrap(position).getLong());
            }
        }
    }

    @Override
    public void close() {}
}
