package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.query.expression.Frame;

/** The read views of a statement: one instant and one state of the store, whichever keyspaces it reads. */
final class StatementReadViews {
    private StatementReadViews() {}

    static ReadView of(Frame frame, BucketCollection keyspace) {
        return frame.execution().reads().of(keyspace.collection());
    }
}
