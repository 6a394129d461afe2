package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.face.mongo.cursor.Batch;
import dev.mayfly.face.mongo.cursor.BatchBuilder;
import dev.mayfly.face.mongo.cursor.OpenCursor;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.run.OperationContext;
import dev.mayfly.face.mongo.language.value.EncodedRow;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The rows that come out of a pipeline, as a client's cursor. */
public final class RowCursor implements OpenCursor {
    private final Rows rows;
    private final Runnable pause;
    private final boolean outlivesCollection;
    private @Nullable BsonView ahead;

    /** @param pause called after each batch, so that what feeds the pipeline lets go of the store */
    public RowCursor(Rows rows, Runnable pause) {
        this(rows, pause, false);
    }

    private RowCursor(Rows rows, Runnable pause, boolean outlivesCollection) {
        this.rows = rows;
        this.pause = pause;
        this.outlivesCollection = outlivesCollection;
    }

    /** Over documents that are all there already, whatever becomes of the collection that they tell of. */
    public static RowCursor of(List<BsonDocument> documents) {
        return new RowCursor(Rows.of(documents), () -> {}, true);
    }

    @Override
    public boolean outlivesCollection() {
        return outlivesCollection;
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        BatchBuilder batch = new BatchBuilder(maxDocs, maxBytes);
        boolean isLast = false;
        while (!batch.isFull()) {
            BsonView next = ahead == null ? pull() : ahead;
            ahead = null;
            if (next == null) {
                isLast = true;
                break;
            }
            if (!batch.add(next)) {
                ahead = next;
                break;
            }
        }
        pause.run();
        return batch.build(isLast);
    }

    private @Nullable BsonView pull() {
        OperationContext.current().check();
        BsonDocument row = rows.next();
        return row == null ? null : EncodedRow.of(row);
    }

    @Override
    public void close() {
        rows.close();
    }
}
