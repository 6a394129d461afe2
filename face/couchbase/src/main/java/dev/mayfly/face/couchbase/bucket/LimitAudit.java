package dev.mayfly.face.couchbase.bucket;

import dev.mayfly.engine.AuditLog;
import dev.mayfly.engine.catalog.CollectionName;

/** Writes down, right before it is made, every change of a maximum time to live. */
final class LimitAudit {
    /** Stands for a bucket as a whole. */
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
