package dev.mayfly.face.couchbase.rest;

import dev.mayfly.engine.FaceRecords;
import dev.mayfly.engine.RecordsCopy;
import dev.mayfly.face.couchbase.bucket.Buckets;
import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import dev.mayfly.face.couchbase.bucket.PurgeInterval;
import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.node.ObjectNode;

/** The settings of the cluster as a whole. Safe for concurrent use. */
public final class ClusterSettings {
    private static final String RECORD = "cluster";
    private static final String MEMORY_QUOTA = "memoryQuota";
    private static final int MEMORY_QUOTA_DEFAULT = 65_536;

    private final FaceRecords records;
    private final Buckets buckets;
    private volatile Map<String, String> values;
    private final RecordsCopy copy;
    private final Object reading = new Object();

    public ClusterSettings(FaceRecords records, Buckets buckets) {
        this.records = records;
        this.buckets = buckets;
        this.copy = new RecordsCopy(records);
        this.values = Map.of();
        takeOver();
        buckets.onTakeOver(this::takeOver);
    }

    private Map<String, String> read() {
        byte[] kept = records.get(RECORD);
        Map<String, String> read = new TreeMap<>();
        if (kept != null) {
            CouchbaseJson.kept(kept)
                    .propertyStream()
                    .forEach(each -> read.put(each.getKey(), each.getValue().asString()));
        }
        return read;
    }

    /** Returns the settings as they are when this is called, whichever server has changed them. */
    private Map<String, String> current() {
        records.refresh();
        takeOver();
        return values;
    }

    /** Reads anew what another server may have changed. */
    private void takeOver() {
        if (copy.isOld() && readAnew()) {
            buckets.setPurgeDays(purgeDays(values));
        }
    }

    private boolean readAnew() {
        synchronized (reading) {
            return copy.readAnew(() -> values = read());
        }
    }

    Map<String, String> values() {
        return Map.copyOf(current());
    }

    synchronized void put(Map<String, String> changed) {
        Map<String, String> all = new TreeMap<>(changed);
        ObjectNode json = CouchbaseJson.object();
        all.forEach(json::put);
        records.put(RECORD, CouchbaseJson.bytes(json));
        values = all;
        buckets.setPurgeDays(purgeDays(all));
    }

    synchronized void put(String name, String value) {
        Map<String, String> changed = new TreeMap<>(current());
        changed.put(name, value);
        put(changed);
    }

    String get(String name, String otherwise) {
        return current().getOrDefault(name, otherwise);
    }

    /** Returns the limit on the quotas of all buckets together, in MiB. */
    int memoryQuota() {
        return Integer.parseInt(get(MEMORY_QUOTA, Integer.toString(MEMORY_QUOTA_DEFAULT)));
    }

    /** Returns the default time that tombstones stay, in days. */
    double purgeDays() {
        return purgeDays(current());
    }

    private static double purgeDays(Map<String, String> of) {
        return Double.parseDouble(of.getOrDefault(PurgeInterval.NAME, Double.toString(PurgeInterval.CLUSTER_DAYS)));
    }
}
