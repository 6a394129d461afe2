package dev.mayfly.face.couchbase.query.index;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlStatement;
import java.util.List;

/** Makes and drops indexes. Safe for concurrent use; may throw query exceptions. */
public interface Definitions {
    void createIndex(BucketCollection keyspace, N1qlStatement.CreateIndex index);

    void dropIndex(BucketCollection keyspace, N1qlStatement.DropIndex index);

    /** Builds indexes that were made to be built later. */
    void buildIndexes(BucketCollection keyspace, List<String> names);
}
