package dev.mayfly.face.couchbase.dcp;

import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.ManifestEvent;
import dev.mayfly.face.couchbase.bucket.Scope;
import dev.mayfly.face.couchbase.bucket.VBucketChange;
import dev.mayfly.face.couchbase.wire.Status;
import dev.mayfly.face.couchbase.wire.StatusException;
import java.util.HashSet;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/**
 * Which changes of a vBucket a stream is about. Immutable.
 *
 * @param collections their numbers; null for all of the scope
 * @param scope its number; null for all
 * @param tellsEvents whether the client knows of collections, and is told of theirs
 * @param tellsModified whether it is told of changes of collections, too, which have no form but FlatBuffers
 * @param name of the stream among those of its vBucket, or 0
 * @param knownPurge the number of the last purge that the client has heard of, or 0
 */
record StreamFilter(
        @Nullable Set<Integer> collections,
        @Nullable Integer scope,
        boolean tellsEvents,
        boolean tellsModified,
        int name,
        long knownPurge)
        implements VBucketChange.Selection {
    private static final int HEX = 16;
    private static final int DECIMAL = 10;

    /** Reads the filter of a request; throws the refusal of one that names what is not there. */
    static StreamFilter read(Bucket bucket, boolean knowsCollections, boolean tellsModified, byte[] value) {
        if (!knowsCollections) {
            return new StreamFilter(Set.of(0), null, false, false, 0, 0);
        }
        if (value.length == 0) {
            return new StreamFilter(null, null, true, tellsModified, 0, 0);
        }
        JsonNode json = DcpJson.object(value, StreamFilter::malformed);
        long known = json.has("uid") ? hex(json.path("uid")) : 0;
        if (Long.compareUnsigned(known, bucket.manifest().uid()) > 0) {
            throw new StatusException(Status.COLLECTIONS_MANIFEST_IS_AHEAD, "The manifest is not known here yet");
        }
        int name = json.path("sid").asInt(0);
        long purge = json.has("purge_seqno") ? number(json.path("purge_seqno"), DECIMAL) : 0;
        if (json.has("collections") && json.has("scope")) {
            throw malformed();
        }
        if (json.has("collections")) {
            Set<Integer> collections = collections(bucket, json.path("collections"));
            return new StreamFilter(collections, null, true, tellsModified, name, purge);
        }
        Integer scope = json.has("scope") ? scope(bucket, json.path("scope")) : null;
        return new StreamFilter(null, scope, true, tellsModified, name, purge);
    }

    private static Set<Integer> collections(Bucket bucket, JsonNode list) {
        Set<Integer> ids = new HashSet<>();
        for (JsonNode each : list) {
            int id = (int) hex(each);
            if (bucket.find(id) == null) {
                throw StatusException.notInManifest(
                        Status.UNKNOWN_COLLECTION, bucket.manifest().hexUid());
            }
            ids.add(id);
        }
        if (ids.isEmpty()) {
            throw malformed();
        }
        return Set.copyOf(ids);
    }

    private static int scope(Bucket bucket, JsonNode named) {
        int id = (int) hex(named);
        for (Scope each : bucket.manifest().scopes()) {
            if (each.uid() == id) {
                return id;
            }
        }
        throw StatusException.notInManifest(
                Status.UNKNOWN_SCOPE, bucket.manifest().hexUid());
    }

    private static long hex(JsonNode text) {
        return number(text, HEX);
    }

    private static long number(JsonNode text, int radix) {
        if (!text.isString()) {
            throw malformed();
        }
        try {
            return Long.parseUnsignedLong(text.asString(), radix);
        } catch (NumberFormatException _) {
            throw malformed();
        }
    }

    private static StatusException malformed() {
        return new StatusException(Status.EINVAL, "The filter of the stream is malformed");
    }

    /** Returns true if there may be changes that the stream is not about. */
    boolean isPartial() {
        return collections != null || scope != null;
    }

    @Override
    public boolean wants(BucketCollection collection) {
        if (collections != null) {
            return collections.contains(collection.uid());
        }
        return scope == null || isIn(collection);
    }

    private boolean isIn(BucketCollection collection) {
        Scope found = collection.bucket().manifest().find(collection.scope());
        return found != null && scope != null && found.uid() == scope;
    }

    @Override
    public boolean wants(ManifestEvent event) {
        if (!tellsEvents || (!tellsModified && event.kind() == ManifestEvent.Kind.COLLECTION_MODIFIED)) {
            return false;
        }
        if (collections != null) {
            return !event.isOfScope() && collections.contains(event.collection());
        }
        return scope == null || scope == event.scope();
    }

    /** Returns true if nothing is left that the stream is about. */
    boolean isEmpty(Bucket bucket) {
        if (collections != null) {
            return collections.stream().allMatch(id -> bucket.find(id) == null);
        }
        return scope != null && bucket.manifest().scopes().stream().noneMatch(each -> each.uid() == scope);
    }
}
