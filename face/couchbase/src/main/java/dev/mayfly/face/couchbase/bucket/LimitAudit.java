package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.schema.LimitChange;

/** Logs every change of a maximum time to live, right before it is made. */
final class LimitAudit {
    /** The name that stands for a bucket as a whole. */
    private static final String WHOLE = "";

    private final AuditLog audit;

    LimitAudit(AuditLog audit) {
        this.audit = audit;
    }

    void bucket(String bucket, int before, int after) {
        if (before != after) {
            audit.limitChanges(
                    new CollectionName(Buckets.FACE, bucket, WHOLE), words(before, "none"), words(after, "none"));
        }
    }

    void manifest(String bucket, Manifest before, Manifest after) {
        for (Scope scope : after.scopes()) {
            Scope scopeBefore = before.find(scope.name());
            for (CollectionDefinition collection : scope.collections()) {
                CollectionDefinition known = scopeBefore == null ? null : scopeBefore.find(collection.name());
                boolean isSame = known != null && known.uid() == collection.uid();
                int limit = known != null && isSame ? known.maxTtl() : MaxTtl.NONE;
                if (limit != collection.maxTtl()) {
                    CollectionName name =
                            new CollectionName(Buckets.FACE, bucket, scope.name() + "." + collection.name());
                    audit.limitChanges(name, ofCollection(limit), ofCollection(collection.maxTtl()));
                }
            }
        }
    }

    /** Returns a change of a bucket's limit, to be written with others. */
    static LimitChange ofBucket(String bucket, String record, byte[] value, int before, int after) {
        CollectionName subject = new CollectionName(Buckets.FACE, bucket, WHOLE);
        return new LimitChange(record, value, subject, words(before, "none"), words(after, "none"));
    }

    /** Returns a change of a collection's limit, to be written with others. */
    static LimitChange ofCollection(CollectionName subject, String record, byte[] value, int before, int after) {
        return new LimitChange(record, value, subject, ofCollection(before), ofCollection(after));
    }

    private static String ofCollection(int limit) {
        return words(limit, "the bucket's");
    }

    private static String words(int limit, String absent) {
        return "maxTTL "
                + switch (limit) {
                    case MaxTtl.NONE -> absent;
                    case MaxTtl.UNLIMITED -> "none";
                    default -> limit + " s";
                };
    }
}
