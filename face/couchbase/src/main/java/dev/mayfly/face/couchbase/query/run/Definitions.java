package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Statement;
import java.util.List;

/** What makes and drops indexes. Safe for concurrent use; may throw query exceptions. */
public interface Definitions {
    void createIndex(BucketCollection keyspace, Statement.CreateIndex index);

    void dropIndex(BucketCollection keyspace, Statement.DropIndex index);

    /** Builds indexes that were made to be built later. */
    void buildIndexes(BucketCollection keyspace, List<String> names);
}
