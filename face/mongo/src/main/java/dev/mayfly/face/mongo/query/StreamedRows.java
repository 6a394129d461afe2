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
    private final boolean isTimed;
    private boolean suspended;

    public StreamedRows(Collection collection, Results results) {
        this(collection, results, false);
    }

    /** @param isTimed whether each row has its deadline among its fields */
    public StreamedRows(Collection collection, Results results, boolean isTimed) {
        this.isTimed = isTimed;
        this.collection = collection;
        this.results = results;
    }

    @Override
    public @Nullable BsonDocument next() {
        Document document = pull();
        if (document == null) {
            return null;
        }
        return isTimed
                ? TimedView.tree(document)
                : document.view().toBsonValue().asDocument();
    }

    @Override
    public @Nullable View nextView() {
        Document document = pull();
        if (document == null) {
            return null;
        }
        return isTimed ? TimedView.of(document) : document.view();
    }

    private @Nullable Document pull() {
        if (suspended) {
            results.resume(collection.reading());
            suspended = false;
        }
        return results.next();
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
