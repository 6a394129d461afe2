package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.query.plan.ManifestWitness;
import org.jspecify.annotations.Nullable;

/** Writes to the audit log what statements change of scopes and collections, as if a request of management had done it. */
public final class AuditedStatements implements ManifestWitness {
    private final Audit audit;

    public AuditedStatements(Audit audit) {
        this.audit = audit;
    }

    @Override
    public void created(Bucket bucket, String scope, @Nullable String collection, Manifest manifest) {
        AuditEvent event = collection == null ? AuditEvent.SCOPE_CREATED : AuditEvent.COLLECTION_CREATED;
        audit.logAsked(event, AuditedEvents.of(bucket, scope, collection, manifest));
    }

    @Override
    public void dropped(Bucket bucket, String scope, @Nullable String collection, Manifest manifest) {
        AuditEvent event = collection == null ? AuditEvent.SCOPE_DROPPED : AuditEvent.COLLECTION_DROPPED;
        audit.logAsked(event, AuditedEvents.of(bucket, scope, collection, manifest));
    }
}
