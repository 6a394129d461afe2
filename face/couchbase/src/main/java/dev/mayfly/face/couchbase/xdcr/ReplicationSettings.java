package dev.mayfly.face.couchbase.xdcr;

import dev.mayfly.face.couchbase.bucket.CouchbaseJson;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.BiConsumer;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The settings of a replication, each of which is valid. Immutable.
 *
 * @param values those that are not what they are by themselves
 */
public record ReplicationSettings(Map<ReplicationSetting, String> values) {
    public static final ReplicationSettings INITIAL = new ReplicationSettings(Map.of());

    private static final long KIB = 1 << 10;
    private static final long MIB = 1 << 20;

    public ReplicationSettings {
        values = Map.copyOf(values);
    }

    /**
     * Returns these settings with other values.
     *
     * @throws ReplicationException if one of them is none, or they do not fit each other
     */
    public ReplicationSettings with(Map<ReplicationSetting, String> changes) {
        Map<ReplicationSetting, String> all = new EnumMap<>(ReplicationSetting.class);
        all.putAll(values);
        changes.forEach((setting, value) -> all.put(setting, setting.checked(value)));
        ReplicationSettings changed = new ReplicationSettings(all);
        CollectionMapping.of(changed);
        return changed;
    }

    public String text(ReplicationSetting setting) {
        return values.getOrDefault(setting, setting.initial());
    }

    boolean is(ReplicationSetting setting) {
        return text(setting).equals("true");
    }

    long number(ReplicationSetting setting) {
        return Long.parseLong(text(setting));
    }

    /** Returns true if nothing is to be sent at present. */
    public boolean isPaused() {
        return is(ReplicationSetting.PAUSE_REQUESTED);
    }

    ReplicationPriority priority() {
        return ReplicationPriority.of(text(ReplicationSetting.PRIORITY));
    }

    /** Returns the bytes that may be sent a second; 0 for any number. */
    long bytesPerSecond() {
        return number(ReplicationSetting.NETWORK_USAGE_LIMIT) * MIB;
    }

    int pageChanges() {
        return (int) number(ReplicationSetting.WORKER_BATCH_SIZE);
    }

    long pageBytes() {
        return number(ReplicationSetting.DOC_BATCH_SIZE_KB) * KIB;
    }

    /** Returns true if what was left out by the one must be looked at again by the other. */
    boolean needsRestream(ReplicationSettings before) {
        boolean hasOtherFilter =
                !text(ReplicationSetting.FILTER_EXPRESSION).equals(before.text(ReplicationSetting.FILTER_EXPRESSION));
        boolean isMappedElsewhere = !CollectionMapping.of(this).equals(CollectionMapping.of(before));
        return isMappedElsewhere || (hasOtherFilter && !is(ReplicationSetting.FILTER_SKIP_RESTREAM));
    }

    /** Gives every setting to a receiver: a boolean, a number or a text. */
    public void forEach(BiConsumer<String, Object> to) {
        for (ReplicationSetting each : ReplicationSetting.values()) {
            String value = text(each);
            Object typed = each.isFlag() ? Boolean.valueOf(value) : each.isNumber() ? Long.valueOf(value) : value;
            to.accept(each.restName(), typed);
        }
    }

    ObjectNode toJson() {
        ObjectNode json = CouchbaseJson.object();
        values.forEach((setting, value) -> json.put(setting.restName(), value));
        return json;
    }

    /** A setting of a later version is left out. */
    static ReplicationSettings fromJson(JsonNode json) {
        Map<ReplicationSetting, String> values = new EnumMap<>(ReplicationSetting.class);
        json.forEachEntry((name, value) -> {
            ReplicationSetting setting = ReplicationSetting.of(name);
            if (setting != null) {
                values.put(setting, value.asString());
            }
        });
        return new ReplicationSettings(values);
    }
}
