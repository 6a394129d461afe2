package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Document;
import dev.mayfly.face.mongo.language.aggregation.Rows;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Results as rows of a pipeline. A pipeline that pulls after a pause goes on as of then. */
public final class StreamedRows implements Rows {
    private final Collection collection;
    private final Results results;
    private boolean suspended;

    public StreamedRows(Collection collection, Results results) {
        this.collection = collection;
        this.results = results;
    }

    @Override
    public @Nullable BsonDocument next() {
        View document = nextView();
        return document == null ? null : document.toBsonValue().asDocument();
    }

    @Override
    public @Nullable View nextView() {
        if (suspended) {
            results.resume(collection.reading());
            suspended = false;
        }
        Document document = results.next();
        return document == null ? null : document.view();
    }

    /** Lets go of the store until the next pull. */
    public void suspend() {
        results.suspend();
        suspended = true;
    }

    @Override
    public void close() {
        results.close();
    }
}
