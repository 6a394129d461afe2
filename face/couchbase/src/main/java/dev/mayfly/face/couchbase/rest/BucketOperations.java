package dev.mayfly.face.couchbase.rest;

import dev.mayfly.face.couchbase.access.Permission;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.Map;
import tools.jackson.databind.node.ArrayNode;

/** Makes, shows, changes, empties, compacts and deletes buckets. */
final class BucketOperations {
    private static final String ALL = "/pools/default/buckets";
    private static final String ONE = ALL + "/{bucket}";

    private final Buckets buckets;
    private final BucketChecks checks;
    private final BucketForms forms;
    private final Compaction compaction;
    private final BucketEvents events;

    BucketOperations(
            Buckets buckets, BucketChecks checks, BucketForms forms, Compaction compaction, BucketEvents events) {
        this.buckets = buckets;
        this.checks = checks;
        this.forms = forms;
        this.compaction = compaction;
        this.events = events;
    }

    void addTo(RestRoutes routes) {
        routes.add("GET", ALL, _ -> Permission.bucket(Permission.ANY, "settings", "read"), this::list)
                .add("POST", ALL, RestRoutes.cluster("buckets", "create"), this::create)
                .add("GET", ONE, RestRoutes.bucket("settings", "read"), this::show)
                .add("POST", ONE, RestRoutes.bucket("settings", "write"), this::update)
                .add("DELETE", ONE, RestRoutes.bucket("", "delete"), this::delete)
                .add("POST", ONE + "/controller/doFlush", RestRoutes.bucket("", "flush"), this::flush);
        for (String name : new String[] {"compactBucket", "compactDatabases", "unsafePurgeBucket"}) {
            boolean isForced = name.equals("unsafePurgeBucket");
            routes.add("POST", ONE + "/controller/" + name, RestRoutes.bucket("", "compact"), call -> {
                compaction.compact(require(call), isForced);
                return RestReply.empty(200);
            });
        }
        for (String name : new String[] {"cancelBucketCompaction", "cancelDatabasesCompaction"}) {
            routes.add("POST", ONE + "/controller/" + name, RestRoutes.bucket("", "compact"), call -> {
                require(call);
                return RestReply.empty(200);
            });
        }
    }

    /** The bucket of the path. */
    private Bucket require(RestCall call) {
        Bucket bucket = buckets.find(call.parameter("bucket"));
        if (bucket == null) {
            throw new RestException(RestReply.notFound());
        }
        return bucket;
    }

    private HttpResponse list(RestCall call) {
        ArrayNode json = CouchbaseJson.array();
        boolean hasMap = !"true".equals(call.query("skipMap"));
        for (Bucket bucket : buckets.all()) {
            if (call.may(Permission.bucket(bucket.name(), "settings", "read"))) {
                json.add(forms.of(bucket, call.host(), hasMap));
            }
        }
        return RestReply.json(json);
    }

    private HttpResponse show(RestCall call) {
        Bucket bucket = require(call);
        String uuid = call.query("bucket_uuid");
        if (uuid != null && !uuid.equals(bucket.uuid())) {
            return RestReply.text(404, "Bucket uuid does not match the requested.\r\n");
        }
        return RestReply.json(forms.of(bucket, call.host(), !"true".equals(call.query("skipMap"))));
    }

    private HttpResponse create(RestCall call) {
        RestForm form = call.form();
        String name = form.get("name");
        BucketSettings settings = checks.forNew(name, form);
        if ("1".equals(call.query("just_validate"))) {
            return RestReply.errors(200, Map.of());
        }
        Bucket bucket;
        try {
            bucket = buckets.create(String.valueOf(name), settings);
        } catch (BucketException refused) {
            throw RestException.invalid("name", refused.text());
        }
        events.created(call, bucket);
        return RestReply.empty(202).with("Location", ALL + "/" + bucket.name());
    }

    private HttpResponse update(RestCall call) {
        Bucket bucket = require(call);
        BucketSettings before = bucket.settings();
        BucketSettings settings = checks.forChange(bucket, call.form());
        HttpResponse only = DryRunAnswer.of(call, bucket.collections());
        if (only != null) {
            return only;
        }
        buckets.update(bucket, settings);
        events.modified(call, bucket, before);
        return RestReply.empty(200);
    }

    private HttpResponse delete(RestCall call) {
        Bucket bucket = buckets.find(call.parameter("bucket"));
        if (bucket == null) {
            return RestReply.text(404, "The bucket to be deleted was not found.\r\n");
        }
        buckets.drop(bucket);
        events.deleted(call, bucket);
        return RestReply.empty(200);
    }

    private HttpResponse flush(RestCall call) {
        Bucket bucket = require(call);
        if (!bucket.settings().isFlushEnabled()) {
            return RestReply.named(400, "_", "Flush is disabled for the bucket");
        }
        buckets.flush(bucket);
        events.flushed(call, bucket);
        return RestReply.empty(200);
    }
}
