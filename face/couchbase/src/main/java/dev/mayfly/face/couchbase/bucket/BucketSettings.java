package dev.mayfly.face.couchbase.bucket;

import java.util.Map;
import java.util.TreeMap;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The settings of a bucket: valid values by the names of the management service. Immutable. */
public final class BucketSettings {
    public static final String TYPE = "bucketType";
    public static final String RAM_QUOTA = "ramQuotaMB";
    public static final String MAX_TTL = "maxTTL";
    public static final String FLUSH = "flushEnabled";
    public static final String REPLICAS = "replicaNumber";
    public static final String VBUCKETS = "numVBuckets";
    public static final String DURABILITY = "durabilityMinLevel";

    private final Map<String, String> values;
    private final BucketType type;
    private final int maxTtl;

    private BucketSettings(Map<String, String> values) {
        this.values = new TreeMap<>(values);
        this.type = BucketType.of(text(TYPE, BucketType.COUCHBASE.kept()));
        this.maxTtl = number(MAX_TTL, MaxTtl.NONE);
    }

    /** @param values that were found valid */
    public static BucketSettings of(Map<String, String> values) {
        return new BucketSettings(values);
    }

    /** A couchbase bucket that may be flushed, and whose every write is as durable as one node can make it. */
    public static BucketSettings plain() {
        return new BucketSettings(Map.of(RAM_QUOTA, "100", FLUSH, "1", REPLICAS, "0"));
    }

    public BucketType type() {
        return type;
    }

    /** Returns seconds, or {@link MaxTtl#NONE}. */
    public int maxTtl() {
        return maxTtl;
    }

    public boolean isFlushEnabled() {
        return isOn(FLUSH);
    }

    /** Returns the number of replicas asked for; a single node has none. */
    public int replicas() {
        return number(REPLICAS, 1);
    }

    /** Returns the least durability of a write: {@code none}, {@code majority} and so on. */
    public String durability() {
        return text(DURABILITY, "none");
    }

    /** Returns whether a setting of two values is 1 or true. */
    public boolean isOn(String name) {
        String value = text(name, "0");
        return value.equals("1") || value.equals("true");
    }

    public int number(String name, int otherwise) {
        String value = values.get(name);
        return value == null ? otherwise : Integer.parseInt(value);
    }

    public String text(String name, String otherwise) {
        return values.getOrDefault(name, otherwise);
    }

    public boolean has(String name) {
        return values.containsKey(name);
    }

    /** Returns the same settings with some values replaced. */
    public BucketSettings with(Map<String, String> changes) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.putAll(changes);
        return new BucketSettings(changed);
    }

    public BucketSettings without(String name) {
        Map<String, String> changed = new TreeMap<>(values);
        changed.remove(name);
        return new BucketSettings(changed);
    }

    /** Returns every value that is set. */
    public Map<String, String> values() {
        return Map.copyOf(values);
    }

    ObjectNode toJson() {
        ObjectNode json = CouchbaseJson.object();
        values.forEach(json::put);
        return json;
    }

    static BucketSettings fromJson(JsonNode json) {
        Map<String, String> values = new TreeMap<>();
        json.propertyStream()
                .forEach(each -> values.put(each.getKey(), each.getValue().asString()));
        return new BucketSettings(values);
    }
}
