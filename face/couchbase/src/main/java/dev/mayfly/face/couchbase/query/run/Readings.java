package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Reading;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.query.expression.Frame;

/** What a statement answers as of: one reading of each collection, taken when it is first asked for. */
final class Readings {
    private Readings() {}

    static Reading of(Frame frame, BucketCollection keyspace) {
        return frame.once(keyspace.collection(), Reading.class, keyspace.collection()::reading);
    }
}
