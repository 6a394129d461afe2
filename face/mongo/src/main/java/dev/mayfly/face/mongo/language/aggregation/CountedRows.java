package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.base.document.View;
import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Rows that are counted as they are pulled. */
public final class CountedRows implements Rows {
    private final Rows rows;
    private final long[] counts;
    private final int at;

    /** @param at the place of their number among the counts */
    public CountedRows(Rows rows, long[] counts, int at) {
        this.rows = rows;
        this.counts = counts;
        this.at = at;
    }

    @Override
    public @Nullable BsonDocument next() {
        BsonDocument row = rows.next();
        counts[at] += row == null ? 0 : 1;
        return row;
    }

    @Override
    public @Nullable View nextView() {
        View row = rows.nextView();
        counts[at] += row == null ? 0 : 1;
        return row;
    }

    @Override
    public @Nullable BsonValue sortKey() {
        return rows.sortKey();
    }

    @Override
    public void close() {
        rows.close();
    }
}
