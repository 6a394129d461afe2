package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.bucket.Json;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** What is set about the cluster as a whole. Safe for concurrent use. */
public final class ClusterSettings {
    private static final String RECORD = "cluster";
    private static final String MEMORY_QUOTA = "memoryQuota";
    private static final int MEMORY_QUOTA_DEFAULT = 65_536;
    private static final String PURGE_DAYS_DEFAULT = "3";
    private static final String EPHEMERAL_PURGE_DAYS = "1";
    private static final double DAY_MILLIS = 24 * 60 * 60 * 1_000.0;

    private final FaceRecords records;
    private volatile Map<String, String> values;

    public ClusterSettings(FaceRecords records) {
        this.records = records;
        byte[] kept = records.get(RECORD);
        Map<String, String> read = new TreeMap<>();
        if (kept != null) {
            Json.kept(kept).propertyStream().forEach(each -> read.put(each.getKey(), each.getValue().asString()));
        }
        this.values = read;
    }

    Map<String, String> values() {
        return Map.copyOf(values);
    }

    synchronized void put(Map<String, String> changed) {
        Map<String, String> all = new TreeMap<>(changed);
        ObjectNode json = Json.object();
        all.forEach(json::put);
        records.put(RECORD, Json.bytes(json));
        values = all;
    }

    synchronized void put(String name, String value) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.put(name, value);
        put(changed);
    }

    String get(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    /** How much the quotas of all buckets may come to, in MiB. */
    int memoryQuota() {
        return Integer.parseInt(get(MEMORY_QUOTA, Integer.toString(MEMORY_QUOTA_DEFAULT)));
    }

    /** How long tombstones stay where a bucket says nothing, in days. */
    double purgeDays() {
        return Double.parseDouble(get(CompactionDraft.PURGE_INTERVAL, PURGE_DAYS_DEFAULT));
    }

    /** How long the tombstones of a bucket stay, in days. */
    public double purgeDays(BucketSettings settings) {
        String otherwise = settings.type().isEphemeral() ? EPHEMERAL_PURGE_DAYS : Double.toString(purgeDays());
        return Double.parseDouble(settings.text(CompactionDraft.PURGE_INTERVAL, otherwise));
    }

    /** As {@link #purgeDays(BucketSettings)}, in milliseconds. */
    public long purgeMillis(BucketSettings settings) {
        return Math.round(purgeDays(settings) * DAY_MILLIS);
    }
}
