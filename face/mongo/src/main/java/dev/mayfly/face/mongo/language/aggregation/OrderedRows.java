package dev.mayfly.face.mongo.language.aggregation;

import dev.mayfly.face.mongo.language.aggregation.stage.Rows;
import dev.mayfly.face.mongo.language.aggregation.stage.SortKeys;
import dev.mayfly.face.mongo.language.value.Collation;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Rows that come in an order, and can say by which values each of them stands where it does. */
public final class OrderedRows implements Rows {
    private final Rows rows;
    private final BsonDocument sort;
    private final Collation collation;
    private @Nullable BsonDocument last;

    public OrderedRows(Rows rows, BsonDocument sort, Collation collation) {
        this.rows = rows;
        this.sort = sort;
        this.collation = collation;
    }

    @Override
    public @Nullable BsonDocument next() {
        last = rows.next();
        return last;
    }

    @Override
    public @Nullable BsonValue sortKey() {
        BsonDocument row = last;
        return row == null ? null : SortKeys.of(row, sort, collation);
    }

    @Override
    public void close() {
        rows.close();
    }
}
