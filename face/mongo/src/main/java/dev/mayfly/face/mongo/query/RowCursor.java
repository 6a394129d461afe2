package dev.mayfly.face.mongo.query;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.face.mongo.language.Run;
import dev.mayfly.face.mongo.language.aggregation.Rows;
import dev.mayfly.face.mongo.session.Batch;
import dev.mayfly.face.mongo.session.OpenCursor;
import java.util.ArrayList;
import java.util.List;
import org.bson.BsonDocument;
import org.jspecify.annotations.Nullable;

/** The rows that come out of a pipeline, as a client's cursor. */
public final class RowCursor implements OpenCursor {
    private final Rows rows;
    private final Runnable pause;
    private @Nullable BsonView ahead;

    /** @param pause called after each batch, so that what feeds the pipeline lets go of the store */
    public RowCursor(Rows rows, Runnable pause) {
        this.rows = rows;
        this.pause = pause;
    }

    @Override
    public Batch next(int maxDocs, int maxBytes) {
        List<BsonView> documents = new ArrayList<>();
        long bytes = 0;
        boolean isLast = false;
        while (documents.size() < maxDocs) {
            BsonView next = ahead == null ? pull() : ahead;
            ahead = null;
            if (next == null) {
                isLast = true;
                break;
            }
            if (!documents.isEmpty() && bytes + next.length() > maxBytes) {
                ahead = next;
                break;
            }
            documents.add(next);
            bytes += next.length();
        }
        pause.run();
        return new Batch(documents, isLast);
    }

    private @Nullable BsonView pull() {
        Run.current().check();
        BsonDocument row = rows.next();
        return row == null ? null : BsonView.of(CatalogCodec.encode(row));
    }

    @Override
    public void close() {
        rows.close();
    }
}
