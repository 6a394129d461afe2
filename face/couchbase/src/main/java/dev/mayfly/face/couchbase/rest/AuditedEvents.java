package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.audit.Audit;
import dev.mayfly.face.couchbase.audit.AuditEvent;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.Manifest;
import java.util.Map;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.node.ObjectNode;

/** Writes the changes of buckets and collections to the audit log. */
final class AuditedEvents implements BucketEvents {
    private static final long MIB = 1 << 20;

    /** The log's own names of settings. */
    private static final Map<String, String> NAMES = Map.ofEntries(
            Map.entry("maxTTL", "max_ttl"),
            Map.entry("ramQuotaMB", "ram_quota"),
            Map.entry("replicaNumber", "num_replicas"),
            Map.entry("replicaIndex", "replica_index"),
            Map.entry("flushEnabled", "flush_enabled"),
            Map.entry("evictionPolicy", "eviction_policy"),
            Map.entry("compressionMode", "compression_mode"),
            Map.entry("durabilityMinLevel", "durability_min_level"),
            Map.entry("conflictResolutionType", "conflict_resolution_type"),
            Map.entry("storageBackend", "storage_mode"),
            Map.entry("threadsNumber", "num_threads"),
            Map.entry("purgeInterval", "purge_interval"),
            Map.entry("autoCompactionDefined", "autocompaction"),
            Map.entry("numVBuckets", "num_vbuckets"));

    private final Audit audit;

    AuditedEvents(Audit audit) {
        this.audit = audit;
    }

    static Audit.Actor actor(RestCall call) {
        return new Audit.Actor(
                call.caller().domain(),
                call.caller().name(),
                call.http().connection().peer(),
                call.http().connection().local());
    }

    private static ObjectNode of(Bucket bucket) {
        return CouchbaseJson.object().put("bucket_name", bucket.name());
    }

    private static ObjectNode of(Bucket bucket, Map<String, String> values) {
        ObjectNode json = of(bucket).put("type", bucket.settings().type().shown());
        ObjectNode props = json.putObject("props");
        values.forEach((name, value) -> add(props, name, value));
        return json;
    }

    private static void add(ObjectNode props, String name, String value) {
        String shown = NAMES.getOrDefault(name, name);
        switch (name) {
            case BucketSettings.TYPE -> {}
            case BucketSettings.RAM_QUOTA -> props.put(shown, Long.parseLong(value) * MIB);
            case BucketSettings.FLUSH, "replicaIndex" -> props.put(shown, value.equals("1"));
            default -> {
                if (Numbers.isBetween(value, Integer.MIN_VALUE, Integer.MAX_VALUE)) {
                    props.put(shown, Integer.parseInt(value));
                } else {
                    props.put(shown, value);
                }
            }
        }
    }

    @Override
    public void created(RestCall call, Bucket bucket) {
        audit.log(
                AuditEvent.BUCKET_CREATED,
                actor(call),
                of(bucket, bucket.settings().values()));
    }

    @Override
    public void modified(RestCall call, Bucket bucket, BucketSettings before) {
        Map<String, String> changed = new TreeMap<>();
        bucket.settings().values().forEach((name, value) -> {
            if (!value.equals(before.text(name, ""))) {
                changed.put(name, value);
            }
        });
        audit.log(AuditEvent.BUCKET_MODIFIED, actor(call), of(bucket, changed));
    }

    @Override
    public void deleted(RestCall call, Bucket bucket) {
        audit.log(AuditEvent.BUCKET_DELETED, actor(call), of(bucket));
    }

    @Override
    public void flushed(RestCall call, Bucket bucket) {
        audit.log(AuditEvent.BUCKET_FLUSHED, actor(call), of(bucket));
    }

    @Override
    public void manifestChanged(
            RestCall call,
            ManifestStep step,
            Bucket bucket,
            String scope,
            @Nullable String collection,
            Manifest manifest) {
        audit.log(event(step, collection != null), actor(call), of(bucket, scope, collection, manifest));
    }

    static ObjectNode of(Bucket bucket, String scope, @Nullable String collection, Manifest manifest) {
        ObjectNode json = of(bucket).put("scope_name", scope);
        if (collection != null) {
            json.put("collection_name", collection);
        }
        return json.put("new_manifest_uid", manifest.hexUid());
    }

    private static AuditEvent event(ManifestStep step, boolean isCollection) {
        return switch (step) {
            case CREATED -> isCollection ? AuditEvent.COLLECTION_CREATED : AuditEvent.SCOPE_CREATED;
            case MODIFIED -> AuditEvent.COLLECTION_MODIFIED;
            case DROPPED -> isCollection ? AuditEvent.COLLECTION_DROPPED : AuditEvent.SCOPE_DROPPED;
        };
    }

    @Override
    public void manifestSet(RestCall call, Bucket bucket, Manifest manifest) {
        ObjectNode json =
                of(bucket).put("input_manifest", call.http().text()).put("new_manifest_uid", manifest.hexUid());
        audit.log(AuditEvent.MANIFEST_SET, actor(call), json);
    }
}
