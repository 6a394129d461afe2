package dev.mayfly.face.cosmos.resource;

import dev.mayfly.base.document.FieldPath;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.face.cosmos.error.CosmosException;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.language.function.SearchSettings;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** A container's definition as sent by a client, checked and with the defaults filled in. Must not be changed. */
public final class ContainerDefinition {
    private static final long MILLIS_PER_MINUTE = 60_000;

    private final ObjectNode json;
    private final String id;
    private final List<String> partitionKeyPaths;
    private final List<List<String>> uniqueKeys;
    private final OptionalLong defaultTtl;
    private final @Nullable FieldPath ttlPath;
    private final ComputedProperties computedProperties;
    private final SearchSettings searchSettings;

    /** @param json checked, without what the system owns */
    private ContainerDefinition(ObjectNode json) {
        this.json = json;
        this.id = json.get("id").stringValue();
        this.partitionKeyPaths = texts(json.path("partitionKey").path("paths"));
        this.uniqueKeys = uniqueKeys(json);
        JsonNode ttl = json.get("defaultTtl");
        this.defaultTtl = ttl == null ? OptionalLong.empty() : OptionalLong.of(ttl.longValue());
        this.ttlPath = ttlPath(json);
        this.computedProperties = ComputedPropertyChecks.read(json);
        this.searchSettings = new SearchSettings(
                SpatialChecks.isPlanar(json),
                FullTextChecks.languages(json),
                FullTextChecks.language(json),
                VectorChecks.metrics(json));
    }

    /** @throws CosmosException when it says something that cannot be */
    public static ContainerDefinition sent(ObjectNode sent) {
        return new ContainerDefinition(ContainerChecks.checked(sent));
    }

    /** Returns a stored definition. */
    static ContainerDefinition kept(ObjectNode json) {
        return new ContainerDefinition(json);
    }

    /**
     * Returns the definition that replaces this one; constant parts may be left out of it.
     *
     * @throws CosmosException if it is invalid, or changes a constant part
     */
    ContainerDefinition replacedBy(ObjectNode sent) {
        ObjectNode complete = sent.deepCopy();
        keepWhereAbsent(complete, "partitionKey");
        keepWhereAbsent(complete, "uniqueKeyPolicy");
        keepWhereAbsent(complete, "conflictResolutionPolicy");
        keepWhereAbsent(complete, PropertyTtl.FIELD);
        ContainerDefinition changed = sent(complete);
        if (!changed.id.equals(id)) {
            throw CosmosException.badRequest("The id of a container cannot be changed: it is '" + id + "'.");
        }
        boolean isSamePartitioning = changed.partitionKeyPaths.equals(partitionKeyPaths)
                && changed.partitionKeyKind().equals(partitionKeyKind())
                && changed.partitionKeyVersion() == partitionKeyVersion();
        if (!isSamePartitioning) {
            throw CosmosException.badRequest("Document collection partition key cannot be changed.");
        }
        if (!changed.uniqueKeys.equals(uniqueKeys)) {
            throw CosmosException.badRequest("Unique keys of a container cannot be changed.");
        }
        ComputedPropertyChecks.requireNoneIndexed(computedProperties, changed);
        VectorChecks.requireKept(json, changed.json);
        return changed;
    }

    private void keepWhereAbsent(ObjectNode changed, String name) {
        JsonNode own = json.get(name);
        if (own != null && !changed.hasNonNull(name)) {
            changed.set(name, own.deepCopy());
        }
    }

    private static List<String> texts(JsonNode array) {
        List<String> texts = new ArrayList<>();
        array.forEach(text -> texts.add(text.stringValue()));
        return List.copyOf(texts);
    }

    private static List<List<String>> uniqueKeys(ObjectNode json) {
        List<List<String>> keys = new ArrayList<>();
        json.path("uniqueKeyPolicy").path("uniqueKeys").forEach(key -> keys.add(texts(key.path("paths"))));
        return List.copyOf(keys);
    }

    public String id() {
        return id;
    }

    /** Returns the paths as the client wrote them, such as {@code /address/"zip code"}. */
    public List<String> partitionKeyPaths() {
        return partitionKeyPaths;
    }

    /** {@code Hash}, {@code MultiHash} or {@code Range}. */
    public String partitionKeyKind() {
        return json.path("partitionKey").path("kind").asString("Hash");
    }

    /** 1 where the client names none. */
    public int partitionKeyVersion() {
        return json.path("partitionKey").path("version").asInt(1);
    }

    /** Returns the hash of the partition keys, which never changes. */
    public EffectivePartitionKey hash() {
        return switch (partitionKeyKind()) {
            case "MultiHash" -> EffectivePartitionKey.MULTI_HASH;
            case "Range" -> EffectivePartitionKey.RANGE;
            default -> partitionKeyVersion() == 2 ? EffectivePartitionKey.V2 : EffectivePartitionKey.V1;
        };
    }

    /** Returns the hash of the partition keys of a container as it is stored. */
    public static EffectivePartitionKey hashOf(CollectionRecord record) {
        return kept(CosmosJson.kept(record.options())).hash();
    }

    /**
     * Returns true if the container was made without a partition key and has the system's; requests need not name it.
     */
    public boolean hasSystemKey() {
        return SystemPartitionKey.is(this);
    }

    /** The paths of each unique key, as the client wrote them. */
    public List<List<String>> uniqueKeys() {
        return uniqueKeys;
    }

    /** The policy of indexing, with defaults filled in. */
    public ObjectNode indexingPolicy() {
        return (ObjectNode) json.get("indexingPolicy");
    }

    /** Returns the properties computed of every item. */
    public ComputedProperties computedProperties() {
        return computedProperties;
    }

    /** Returns the names that lead to the texts whose words are indexed. */
    public List<List<String>> fullTextPaths() {
        return FullTextChecks.indexed(json);
    }

    /** Returns the paths of places that have an index, as the client wrote them. */
    public List<String> spatialPaths() {
        return SpatialChecks.indexed(json);
    }

    /** Returns true if the vectors to which these names lead have an index. */
    public boolean hasVectorIndex(List<String> path) {
        return VectorChecks.indexed(json).contains(path);
    }

    /** Returns true if a path whose vectors have an index here has none in another definition. */
    boolean losesVectorIndex(ContainerDefinition changed) {
        return !VectorChecks.indexed(changed.json).containsAll(VectorChecks.indexed(json));
    }

    /** Returns what functions of queries have to know about the values in the items. */
    public SearchSettings searchSettings() {
        return searchSettings;
    }

    /** Returns true if items have a time to live at all. */
    public boolean isTtlOn() {
        return defaultTtl.isPresent();
    }

    /** Seconds, or -1 for none by default; empty while time to live is off. */
    public OptionalLong defaultTtl() {
        return defaultTtl;
    }

    /** The property from which time to live counts, in seconds since the epoch; null for the last change. */
    public @Nullable FieldPath ttlPath() {
        return ttlPath;
    }

    /**
     * Returns the stored form of a container whose policy was changed other than by a replace; null if time to live
     * excludes its mode of indexing.
     */
    public static byte @Nullable [] withPolicy(CollectionRecord record, Policy policy) {
        ObjectNode json = CosmosJson.kept(record.options());
        json.remove("defaultTtl");
        PropertyQueues.defaultTtl(record, policy).ifPresent(seconds -> json.put("defaultTtl", seconds));
        FieldPath path = PropertyQueues.path(record, policy);
        if (path != null) {
            json.put(LifetimeChecks.PROPERTY_PATH, PartitionKeyPaths.text(path.names()));
        } else if (!json.has("defaultTtl") || kept(json).ttlPath != null) {
            json.remove(LifetimeChecks.PROPERTY_PATH);
        }
        boolean isUnindexed =
                json.path("indexingPolicy").path("indexingMode").asString("").equals("none");
        return isUnindexed && json.has("defaultTtl") ? null : CosmosJson.bytes(json);
    }

    /** The time of the last change counts by itself. */
    private static @Nullable FieldPath ttlPath(ObjectNode json) {
        JsonNode path = json.get(LifetimeChecks.PROPERTY_PATH);
        List<String> names = path == null ? List.of() : PartitionKeyPaths.names(path.stringValue());
        return names.isEmpty() || names.equals(List.of("_ts")) ? null : new FieldPath(names);
    }

    /** Returns the time for which all versions and deletes are kept for a change feed; 0 if they are not. */
    public long retentionMillis() {
        return json.path("changeFeedPolicy").path("retentionDuration").asLong(0) * MILLIS_PER_MINUTE;
    }

    /** All of it. */
    public ObjectNode json() {
        return json;
    }
}
