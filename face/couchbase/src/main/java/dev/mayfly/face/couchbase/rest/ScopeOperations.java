package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketType;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.ManifestForms;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Shows, makes, changes and drops scopes and collections. */
final class ScopeOperations {
    private static final String ALL = "/pools/default/buckets/{bucket}/scopes";
    private static final String SCOPE = ALL + "/{scope}";
    private static final String COLLECTIONS = SCOPE + "/collections";
    private static final String COLLECTION = COLLECTIONS + "/{collection}";

    private final Buckets buckets;
    private final ManifestChanges changes;
    private final BucketEvents events;

    ScopeOperations(Buckets buckets, BucketEvents events) {
        this.buckets = buckets;
        this.changes = new ManifestChanges(buckets);
        this.events = events;
    }

    void addTo(RestRoutes routes) {
        routes.add("GET", ALL, within("read"), this::show)
                .add("POST", ALL, within("write"), this::createScope)
                .add("PUT", ALL, within("write"), call -> new WholeManifest(buckets, require(call), events).set(call))
                .add("POST", ALL + "/@ensureManifest/{uid}", within("read"), this::ensure)
                .add("DELETE", SCOPE, within("write"), this::dropScope)
                .add("POST", COLLECTIONS, within("write"), this::createCollection)
                .add("DELETE", COLLECTION, within("write"), this::dropCollection)
                .add("PATCH", COLLECTION, within("write"), this::modifyCollection);
    }

    /** Returns the permission needed for the scope that the path names, or for any. */
    private static RestRoutes.Need within(String operation) {
        return parameters -> Permission.collection(
                parameters.getOrDefault("bucket", ""),
                operation.equals("read") ? Permission.ANY : parameters.getOrDefault("scope", ""),
                Permission.ANY,
                "collections",
                operation);
    }

    /** The bucket of the path, if it has collections. */
    private Bucket require(RestCall call) {
        Bucket bucket = buckets.find(call.parameter("bucket"));
        if (bucket == null) {
            throw new RestException(RestReply.notFound());
        }
        if (bucket.settings().type() == BucketType.MEMCACHED) {
            throw new RestException(RestReply.text(400, "Not allowed on this type of bucket"));
        }
        return bucket;
    }

    private HttpResponse show(RestCall call) {
        Bucket bucket = require(call);
        return RestReply.json(ManifestForms.management(
                bucket.manifest(), buckets.rules().release(), path -> isSeen(call, bucket, path)));
    }

    private static boolean isSeen(RestCall call, Bucket bucket, String path) {
        int dot = path.indexOf('.');
        String scope = dot < 0 ? path : path.substring(0, dot);
        String collection = dot < 0 ? Permission.ANY : path.substring(dot + 1);
        return call.may(Permission.collection(bucket.name(), scope, collection, "collections", "read"));
    }

    private static HttpResponse answer(Manifest manifest) {
        return RestReply.json(CouchbaseJson.object().put("uid", manifest.hexUid()));
    }

    private HttpResponse createScope(RestCall call) {
        Bucket bucket = require(call);
        CollectionForm form = CollectionForm.scope(call.form());
        Manifest manifest = changes.createScope(bucket, form.name());
        tell(call, BucketEvents.ManifestStep.CREATED, bucket, form.name(), null, manifest);
        return answer(manifest);
    }

    private HttpResponse dropScope(RestCall call) {
        Bucket bucket = require(call);
        String scope = call.parameter("scope");
        Manifest manifest = changes.dropScope(bucket, scope);
        tell(call, BucketEvents.ManifestStep.DROPPED, bucket, scope, null, manifest);
        return answer(manifest);
    }

    private HttpResponse createCollection(RestCall call) {
        Bucket bucket = require(call);
        String scope = call.parameter("scope");
        CollectionForm form = CollectionForm.collection(call.form(), buckets.rules(), bucket.settings());
        Manifest manifest = changes.createCollection(bucket, scope, form.name(), form.properties());
        tell(call, BucketEvents.ManifestStep.CREATED, bucket, scope, form.name(), manifest);
        return answer(manifest);
    }

    private HttpResponse modifyCollection(RestCall call) {
        Bucket bucket = require(call);
        String scope = call.parameter("scope");
        String collection = call.parameter("collection");
        CollectionForm form = CollectionForm.change(call.form(), buckets.rules(), bucket.settings());
        BucketCollection changed = bucket.find(scope, collection);
        HttpResponse only = changed == null ? null : DryRunAnswer.of(call, List.of(changed));
        if (only != null) {
            return only;
        }
        Manifest manifest = changes.modifyCollection(bucket, scope, collection, form.properties());
        tell(call, BucketEvents.ManifestStep.MODIFIED, bucket, scope, collection, manifest);
        return answer(manifest);
    }

    private HttpResponse dropCollection(RestCall call) {
        Bucket bucket = require(call);
        String scope = call.parameter("scope");
        String collection = call.parameter("collection");
        Manifest manifest = changes.dropCollection(bucket, scope, collection);
        tell(call, BucketEvents.ManifestStep.DROPPED, bucket, scope, collection, manifest);
        return answer(manifest);
    }

    private void tell(
            RestCall call,
            BucketEvents.ManifestStep step,
            Bucket bucket,
            String scope,
            @Nullable String collection,
            Manifest manifest) {
        events.manifestChanged(call, step, bucket, scope, collection, manifest);
    }

    /** There is one node, which knows every manifest there ever was. */
    private HttpResponse ensure(RestCall call) {
        Bucket bucket = require(call);
        long uid;
        try {
            uid = Long.parseUnsignedLong(call.parameter("uid"), 16);
        } catch (NumberFormatException _) {
            throw new RestException(RestReply.text(400, "Invalid UID"));
        }
        return bucket.manifest().uid() >= uid ? RestReply.empty(200) : RestReply.text(504, "timeout");
    }
}
