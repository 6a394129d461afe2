package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import java.util.function.Function;

/** All documents of a keyspace, in the order of their keys. */
record SequentialScan(BucketCollection keyspace) implements AccessPath {
    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean isCovering() {
        return false;
    }

    @Override
    public DocumentCursor open(Reading reading, Function<Expression, Value> values) {
        return keyspace.collection().scan(reading, List.of(KeyRange.ALL), Direction.FORWARD);
    }

    @Override
    public Value explained() {
        return Explained.operator("PrimaryScan3")
                .with("index", "#sequentialscan")
                .with("keyspace", keyspace.name())
                .with("using", "sequentialscan")
                .value();
    }
}
