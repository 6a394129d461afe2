package dev.mayfly.face.couchbase.bucket;

import java.util.ArrayList;
import java.util.List;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The stored form of a bucket.
 *
 * @param flushing whether a flush has begun and not ended
 * @param tombstones of the collections that were dropped
 */
record BucketRecord(
        String uuid,
        int vBuckets,
        BucketSettings settings,
        Manifest manifest,
        boolean flushing,
        List<Tombstone> tombstones) {
    BucketRecord {
        tombstones = List.copyOf(tombstones);
    }

    /**
     * The record of a dropped collection.
     *
     * @param droppedAt in milliseconds since the epoch
     */
    record Tombstone(String path, int uid, long droppedAt) {}

    /** Returns the tombstones of collections dropped after this instant. */
    List<Tombstone> tombstonesSince(long instant) {
        return tombstones.stream().filter(each -> each.droppedAt > instant).toList();
    }

    BucketRecord with(BucketSettings changed) {
        return new BucketRecord(uuid, vBuckets, changed, manifest, flushing, tombstones);
    }

    BucketRecord with(Manifest changed, List<Tombstone> left) {
        return new BucketRecord(uuid, vBuckets, settings, changed, flushing, left);
    }

    BucketRecord flushing(boolean begun) {
        return new BucketRecord(uuid, vBuckets, settings, manifest, begun, tombstones);
    }

    byte[] toBytes() {
        ObjectNode json = CouchbaseJson.object();
        json.put("uuid", uuid).put("vBuckets", vBuckets).put("flushing", flushing);
        json.set("settings", settings.toJson());
        json.set("manifest", manifest.toJson());
        ArrayNode left = json.putArray("tombstones");
        for (Tombstone each : tombstones) {
            left.addObject().put("path", each.path).put("uid", each.uid).put("droppedAt", each.droppedAt);
        }
        return CouchbaseJson.bytes(json);
    }

    static BucketRecord fromBytes(byte[] bytes) {
        ObjectNode json = CouchbaseJson.kept(bytes);
        List<Tombstone> tombstones = new ArrayList<>();
        for (JsonNode each : json.path("tombstones")) {
            tombstones.add(new Tombstone(
                    each.path("path").asString(),
                    each.path("uid").asInt(),
                    each.path("droppedAt").asLong()));
        }
        return new BucketRecord(
                json.path("uuid").asString(),
                json.path("vBuckets").asInt(),
                BucketSettings.fromJson(json.path("settings")),
                Manifest.fromJson(json.path("manifest")),
                json.path("flushing").asBoolean(),
                tombstones);
    }
}
