package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.KeyRange;
import java.util.List;
import java.util.function.Function;

/** All documents of a keyspace, in the order of their keys. */
public record SequentialScan(BucketCollection keyspace) implements AccessPath {
    @Override
    public boolean isOrdered() {
        return false;
    }

    @Override
    public boolean isPrimary() {
        return true;
    }

    @Override
    public boolean isCovering() {
        return false;
    }

    @Override
    public DocumentCursor open(ReadView reading, Function<N1qlExpression, N1qlValue> values) {
        return keyspace.collection().scan(reading, List.of(KeyRange.ALL), Direction.FORWARD);
    }

    @Override
    public N1qlValue explained() {
        return ExplainNode.operator("PrimaryScan3")
                .with("index", "#sequentialscan")
                .with("keyspace", keyspace.name())
                .with("using", "sequentialscan")
                .value();
    }
}
