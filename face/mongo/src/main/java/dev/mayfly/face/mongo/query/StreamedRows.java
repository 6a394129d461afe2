package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.value.HeapSize;
import java.util.function.Supplier;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** Results as rows of a pipeline. A pipeline that pulls after a pause goes on as of then. */
public final class StreamedRows implements Rows {
    private final PipelineReads reads;
    private final Supplier<ReadView> later;
    private final Results results;
    private final boolean isTimed;
    private boolean suspended;

    private StreamedRows(PipelineReads reads, Supplier<ReadView> later, Results results, boolean isTimed) {
        this.reads = reads;
        this.later = later;
        this.isTimed = isTimed;
        this.results = results;
        reads.opened(this);
    }

    /**
     * The rows that feed a pipeline.
     *
     * @param isTimed whether each row has its deadline among its fields
     */
    public static StreamedRows source(PipelineReads reads, Collection collection, Results results, boolean isTimed) {
        return new StreamedRows(reads, () -> reads.source(collection), results, isTimed);
    }

    /** The rows of a collection that a stage names. */
    public static StreamedRows joined(PipelineReads reads, Collection collection, Results results, boolean isTimed) {
        return new StreamedRows(reads, () -> reads.joined(collection), results, isTimed);
    }

    @Override
    public @Nullable BsonDocument next() {
        Document document = pull();
        if (document == null) {
            return null;
        }
        return isTimed ? TimedView.tree(document) : HeapSize.admittedTree(document.view());
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
            results.resume(later.get());
            suspended = false;
        }
        return results.next();
    }

    /** Releases the store until the next pull. */
    void suspend() {
        results.suspend();
        suspended = true;
    }

    @Override
    public void close() {
        reads.closed(this);
        results.close();
    }
}
