package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.engine.read.ReadInstant;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import java.util.Collections;
import java.util.IdentityHashMap;
import java.util.Set;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/**
 * The reads of one pipeline, batch by batch: all collections of a batch as of one instant, and those that its stages
 * join in one state of the store. Used by one thread at a time; must be closed.
 */
public final class PipelineReads implements AutoCloseable {
    private final FrozenReads reads;
    private final Set<StreamedRows> open = Collections.newSetFromMap(new IdentityHashMap<>());

    /** @param first the instant of the first batch; each later one has its own */
    public PipelineReads(FrozenReads reads, ReadInstant first) {
        this.reads = reads.at(first);
    }

    /** Returns the read view of the collection that feeds the pipeline. */
    public ReadView source(Collection collection) {
        return collection.reading(reads.instant());
    }

    /** Returns the read view of a collection that a stage names. */
    public ReadView joined(Collection collection) {
        return reads.of(collection);
    }

    void opened(StreamedRows rows) {
        open.add(rows);
    }

    void closed(StreamedRows rows) {
        open.remove(rows);
    }

    /** Releases the store until the next pull, which begins another batch. */
    public void pause() {
        open.forEach(StreamedRows::suspend);
        reads.close();
    }

    /** Returns the same rows; closing them closes the reads too. */
    public Rows closedBy(Rows rows) {
        return new Rows() {
            @Override
            public @Nullable BsonDocument next() {
                return rows.next();
            }

            @Override
            public @Nullable View nextView() {
                return rows.nextView();
            }

            @Override
            public void close() {
                try (PipelineReads _ = PipelineReads.this) {
                    rows.close();
                }
            }
        };
    }

    @Override
    public void close() {
        reads.close();
    }
}
