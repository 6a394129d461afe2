package dev.mayfly.face.couchbase.rest;

import dev.mayfly.base.document.JsonValidator;
import dev.mayfly.base.document.MalformedDocumentException;
import dev.mayfly.face.couchbase.bucket.Bucket;
import dev.mayfly.face.couchbase.bucket.BucketException;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.Manifest;
import dev.mayfly.face.couchbase.bucket.ManifestChanges;
import dev.mayfly.face.couchbase.bucket.ManifestNames;
import dev.mayfly.face.couchbase.bucket.WantedScope;
import dev.mayfly.face.transport.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;

/** Replaces the scopes and collections of a bucket by those of a list, in one step. */
final class WholeManifest {
    private static final int DEPTH_MAX = 16;
    private static final Set<String> KNOWN = Set.of("scopes", "uid");

    private final Buckets buckets;
    private final Bucket bucket;

    private final BucketEvents events;

    WholeManifest(Buckets buckets, Bucket bucket, BucketEvents events) {
        this.events = events;
        this.buckets = buckets;
        this.bucket = bucket;
    }

    HttpResponse set(RestCall call) {
        JsonNode json = read(call.http().body());
        if (!json.path("scopes").isArray()) {
            throw RestException.invalid("scopes", "The value must be supplied");
        }
        json.propertyNames().stream()
                .filter(name -> !KNOWN.contains(name))
                .findFirst()
                .ifPresent(name -> {
                    throw RestException.invalid(name, "Unsupported key");
                });
        List<WantedScope> wanted = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode scope : json.path("scopes")) {
            WantedScope one = scope(scope);
            if (!names.add(one.name())) {
                throw RestException.invalid("scopes", "Contains duplicate name");
            }
            wanted.add(one);
        }
        Manifest manifest = new ManifestChanges(buckets).setAll(bucket, wanted, expected(call.query("validOnUid")));
        events.manifestSet(call, bucket, manifest);
        return RestReply.json(CouchbaseJson.object().put("uid", manifest.hexUid()));
    }

    private static JsonNode read(byte[] body) {
        try {
            JsonValidator.validate(body, 0, body.length, DEPTH_MAX);
            return CouchbaseJson.read(body);
        } catch (MalformedDocumentException _) {
            throw RestException.invalid("_", "Invalid JSON");
        }
    }

    private static @Nullable Long expected(@Nullable String uid) {
        try {
            return uid == null ? null : Long.parseUnsignedLong(uid, 16);
        } catch (NumberFormatException _) {
            throw BucketException.refused("Invalid validOnUid");
        }
    }

    private WantedScope scope(JsonNode json) {
        String name = name(json);
        List<WantedScope.WantedCollection> collections = new ArrayList<>();
        Set<String> names = new HashSet<>();
        for (JsonNode each : json.path("collections")) {
            Map<String, String> errors = new TreeMap<>();
            Integer ttl = CollectionForm.maxTtl(text(each, "maxTTL"), buckets.rules(), errors);
            Boolean history = CollectionForm.history(text(each, "history"), buckets.rules(), bucket.settings(), errors);
            if (!errors.isEmpty()) {
                throw new RestException(RestReply.errors(400, errors));
            }
            String collection = name(each);
            if (!names.add(collection)) {
                throw RestException.invalid("collections", "Contains duplicate name");
            }
            collections.add(new WantedScope.WantedCollection(collection, new ManifestChanges.Properties(ttl, history)));
        }
        return new WantedScope(name, collections);
    }

    private static String name(JsonNode json) {
        String name = text(json, "name");
        Set<String> special = Set.of("_default", "_system", "_mobile", "_query");
        String fault = ManifestNames.fault(name, special::contains);
        if (fault != null || name == null) {
            throw RestException.invalid("name", String.valueOf(fault));
        }
        return name;
    }

    private static @Nullable String text(JsonNode json, String name) {
        JsonNode value = json.path(name);
        return value.isMissingNode() ? null : value.asString();
    }
}
