package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.mongo.language.MongoFilter;
import dev.mayfly.face.mongo.session.Batch;
import dev.mayfly.face.mongo.session.OpenCursor;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Results as a client's cursor: each document as bytes, as it is or as a projection leaves it. */
public final class Rendered implements OpenCursor {
    private final Collection collection;
    private final MongoFilter filter;
    private final Results results;
    private final Function<Document, BsonView> rendering;
    private boolean suspended;
    private @Nullable Document ahead;

    /** @param filter by which a document that waited for the next batch is looked at again */
    public Rendered(
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
        List<BsonView> documents = new ArrayList<>(Math.min(maxDocs, 128));
        long bytes = 0;
        Document next = ahead == null ? results.next() : ahead;
        ahead = null;
        while (next != null) {
            BsonView rendered = rendering.apply(next);
            if (!documents.isEmpty() && bytes + rendered.length() > maxBytes) {
                ahead = next;
                break;
            }
            documents.add(rendered);
            bytes += rendered.length();
            next = documents.size() < maxDocs ? results.next() : null;
        }
        boolean isLast = ahead == null && (documents.size() < maxDocs || results.isExhausted());
        results.suspend();
        suspended = true;
        return new Batch(documents, isLast);
    }

    private void resume(Reading reading) {
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
