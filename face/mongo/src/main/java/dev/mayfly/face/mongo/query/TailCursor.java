package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.CommandError;
import dev.mayfly.face.mongo.MongoCode;
import dev.mayfly.face.mongo.collection.ArrivalOrder;
import dev.mayfly.face.mongo.collection.Capped;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.language.Run;
import dev.mayfly.face.mongo.session.Batch;
import dev.mayfly.face.mongo.session.OpenCursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;

/** Goes through a capped collection in the order in which its documents came, and does not end with the last of them. */
public final class TailCursor implements OpenCursor {
    private static final int POSITION_LOST = 136;

    /** How long it waits at a time before it looks whether it shall go on. */
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
            Run.current().check();
            long newest = arrivals.newest();
            Batch batch = next(maxDocs, maxBytes);
            if (!batch.documents().isEmpty() || left <= 0) {
                return batch;
            }
            long slice = Math.min(left, LOOK_NANOS);
            long waited = slice - Math.max(0, arrivals.await(newest, slice));
            Run.current().waited(waited);
            left -= waited;
        }
    }

    /** What is behind the position. */
    private List<KeyRange> rest() {
        if (position.length == 0) {
            return List.of(KeyRange.ALL);
        }
        byte[] from = KeyRange.after(position);
        return from == null ? List.of() : List.of(new KeyRange(from, null));
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        Reading reading = collection.reading();
        Capped capped = Capped.of(reading.record());
        if (capped == null) {
            throw new CommandError(MongoCode.QUERY_PLAN_KILLED, "the collection is no longer capped");
        }
        requirePosition(reading, capped);
        List<BsonView> documents = new ArrayList<>();
        long bytes = 0;
        Run run = Run.current();
        try (DocumentCursor newer = collection.scan(reading, capped.order(), rest(), Direction.FORWARD)) {
            for (Document found = newer.next(); found != null; found = newer.next()) {
                run.check();
                if (filter.matches(TimedView.of(found, filter)) && !isSkipped()) {
                    BsonView rendered = rendering.apply(found);
                    if (!documents.isEmpty() && bytes + rendered.length() > maxBytes) {
                        break;
                    }
                    documents.add(rendered);
                    bytes += rendered.length();
                }
                position = found.face();
                if (documents.size() == maxDocs) {
                    break;
                }
            }
            run.tally().planned(() -> PlanSummary.WHOLE);
            run.tally().examined(0, newer.effort().documents());
        }
        return new Batch(documents, false);
    }

    private boolean isSkipped() {
        if (toSkip == 0) {
            return false;
        }
        toSkip--;
        return true;
    }

    /** What has been pushed out may have been followed by others that nobody was told of. */
    private void requirePosition(Reading reading, Capped capped) {
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
