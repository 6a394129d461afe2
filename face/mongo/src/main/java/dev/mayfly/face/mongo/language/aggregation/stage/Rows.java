package dev.mayfly.face.mongo.language.aggregation.stage;

import dev.mayfly.base.document.TreeView;
import dev.mayfly.base.document.View;
import java.util.Iterator;
import java.util.List;
import java.util.function.Function;
import org.bson.BsonDocument;
import org.bson.BsonValue;
import org.jspecify.annotations.Nullable;

/** Documents that are pulled one after another; used by one thread, and closed by their last consumer. */
public interface Rows extends AutoCloseable {
    /** The next document, or null at the end. Nobody changes it. */
    @Nullable
    BsonDocument next();

    /** Returns the next row for a caller that reads some fields only: where rows are bytes, no tree is built. */
    default @Nullable View nextView() {
        BsonDocument row = next();
        return row == null ? null : TreeView.of(row);
    }

    /** The values by which the row that came last was sorted; null where rows are in no order that a stage made. */
    default @Nullable BsonValue sortKey() {
        return null;
    }

    /** Releases everything below; repeated calls are harmless. */
    @Override
    void close();

    static Rows of(List<BsonDocument> documents) {
        return of(documents.iterator());
    }

    static Rows of(Iterator<BsonDocument> documents) {
        return new Rows() {
            @Override
            public @Nullable BsonDocument next() {
                return documents.hasNext() ? documents.next() : null;
            }

            @Override
            public void close() {}
        };
    }

    /** Each document turned into one, or into none where the function gives null. */
    static Rows mapped(Rows input, Function<BsonDocument, @Nullable BsonDocument> function) {
        return new Rows() {
            @Override
            public @Nullable BsonDocument next() {
                for (BsonDocument row = input.next(); row != null; row = input.next()) {
                    BsonDocument result = function.apply(row);
                    if (result != null) {
                        return result;
                    }
                }
                return null;
            }

            @Override
            public @Nullable BsonValue sortKey() {
                return input.sortKey();
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }

    /** Returns rows computed from the whole input at the first pull. */
    static Rows collected(Rows input, Function<Rows, Iterator<BsonDocument>> function) {
        return new Rows() {
            private @Nullable Iterator<BsonDocument> results;

            @Override
            public @Nullable BsonDocument next() {
                Iterator<BsonDocument> ready = results;
                if (ready == null) {
                    ready = function.apply(input);
                    results = ready;
                }
                return ready.hasNext() ? ready.next() : null;
            }

            @Override
            public void close() {
                input.close();
            }
        };
    }
}
