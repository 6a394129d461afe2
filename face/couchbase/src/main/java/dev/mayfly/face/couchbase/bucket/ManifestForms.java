package dev.mayfly.face.couchbase.bucket;

import java.util.function.Predicate;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** The forms of a manifest that clients see. */
public final class ManifestForms {
    private ManifestForms() {}

    /** Returns the form of the key-value service: a missing limit is left out, and a lifted one is 0. */
    public static byte[] keyValue(Manifest manifest) {
        ObjectNode json = CouchbaseJson.object().put("uid", manifest.hexUid());
        ArrayNode scopes = json.putArray("scopes");
        for (Scope scope : manifest.scopes()) {
            ArrayNode collections = addTo(scopes, scope);
            for (CollectionDefinition each : scope.collections()) {
                ObjectNode one = addTo(collections, each);
                if (each.maxTtl() != MaxTtl.NONE) {
                    one.put("maxTTL", Math.max(each.maxTtl(), 0));
                }
            }
        }
        return CouchbaseJson.bytes(json);
    }

    /**
     * Returns the form of the management service.
     *
     * @param seen whether the caller may see a collection, by its path
     */
    public static ObjectNode management(Manifest manifest, CouchbaseRelease release, Predicate<String> seen) {
        ObjectNode json = CouchbaseJson.object().put("uid", manifest.hexUid());
        ArrayNode scopes = json.putArray("scopes");
        for (Scope scope : manifest.scopes()) {
            boolean isSeen = seen.test(scope.name())
                    || scope.collections().stream().anyMatch(each -> seen.test(scope.name() + "." + each.name()));
            if (isSeen) {
                ArrayNode collections = addTo(scopes, scope);
                for (CollectionDefinition each : scope.collections()) {
                    if (seen.test(scope.name() + "." + each.name())) {
                        management(addTo(collections, each), each, release);
                    }
                }
            }
        }
        return json;
    }

    private static void management(ObjectNode one, CollectionDefinition each, CouchbaseRelease release) {
        if (release.isAtLeast(CouchbaseRelease.R7_6) || each.maxTtl() != MaxTtl.NONE) {
            one.put("maxTTL", each.maxTtl());
        }
        if (release.isAtLeast(CouchbaseRelease.R7_6)) {
            one.put("history", each.history());
        }
    }

    private static ArrayNode addTo(ArrayNode scopes, Scope scope) {
        return scopes.addObject()
                .put("name", scope.name())
                .put("uid", Manifest.hex(scope.uid()))
                .putArray("collections");
    }

    private static ObjectNode addTo(ArrayNode collections, CollectionDefinition each) {
        return collections.addObject().put("name", each.name()).put("uid", Manifest.hex(each.uid()));
    }
}
