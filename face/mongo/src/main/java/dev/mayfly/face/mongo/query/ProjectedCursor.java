package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.BatchBuilder;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.filter.MongoFilter;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results as a client's cursor: each document as bytes, as it is or as a projection leaves it. */
public final class ProjectedCursor implements OpenCursor {
    private final Collection collection;
    private final MongoFilter filter;
    private final Results results;
    private final Function<Document, BsonView> rendering;
    private boolean suspended;
    private @Nullable Document ahead;

    /** @param filter by which a document that waited for the next batch is looked at again */
    public ProjectedCursor(
            Collection collection, MongoFilter filter, Results results, Function<Document, BsonView> rendering) {
        this.collection = collection;
        this.filter = filter;
        this.results = results;
        this.rendering = rendering;
    }

    /** The document as it is stored. */
    public static BsonView whole(Document document) {
        return BsonView.of(document.buffer(), document.bodyOffset());
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        if (suspended) {
            resume(collection.reading());
        }
        BatchBuilder batch = new BatchBuilder(maxDocs, maxBytes);
        Document next = ahead == null ? results.next() : ahead;
        ahead = null;
        while (next != null) {
            if (!batch.add(rendering.apply(next))) {
                ahead = next;
                break;
            }
            next = batch.isFull() ? null : results.next();
        }
        boolean isLast = ahead == null && (!batch.isFull() || results.isExhausted());
        results.suspend();
        suspended = true;
        return batch.build(isLast);
    }

    private void resume(ReadView reading) {
        results.resume(reading);
        suspended = false;
        if (ahead != null) {
            Document again = collection.get(reading, ahead.key());
            ahead = again != null && filter.matches(TimedView.of(again, filter)) ? again : null;
        }
    }

    @Override
    public void close() {
        results.close();
    }
}
