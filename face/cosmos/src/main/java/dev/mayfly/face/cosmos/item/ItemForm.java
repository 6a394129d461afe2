package dev.mayfly.face.cosmos.item;

import dev.mayfly.engine.Document;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.resource.ContainerDefinition;
import tools.jackson.databind.JsonNode;

/**
 * What all items of one container have in common. Immutable.
 *
 * @param partition where they say which partition they are in
 * @param properties what the server adds to them
 * @param hash how their partition keys are hashed
 * @param isIndexed whether their properties are indexed, as far as charges go
 * @param computed what queries see of them besides
 */
public record ItemForm(
        PartitionKeyPaths partition,
        SystemProperties properties,
        EffectivePartitionKey hash,
        boolean isIndexed,
        ComputedProperties computed) {
    public static ItemForm of(ContainerDefinition definition, byte[] rid, String self) {
        return new ItemForm(
                PartitionKeyPaths.of(definition.partitionKeyPaths(), definition.hasSystemKey()),
                new SystemProperties(rid, self),
                hash(definition),
                isIndexed(definition.json().path("indexingPolicy")),
                definition.computedProperties());
    }

    private static EffectivePartitionKey hash(ContainerDefinition definition) {
        return switch (definition.partitionKeyKind()) {
            case "MultiHash" -> EffectivePartitionKey.MULTI_HASH;
            case "Range" -> EffectivePartitionKey.RANGE;
            default -> definition.partitionKeyVersion() == 2 ? EffectivePartitionKey.V2 : EffectivePartitionKey.V1;
        };
    }

    private static boolean isIndexed(JsonNode policy) {
        boolean isOff = policy.path("indexingMode").asString("").equalsIgnoreCase("none");
        for (JsonNode excluded : policy.path("excludedPaths")) {
            isOff |= excluded.path("path").asString("").equals("/*");
        }
        return !isOff;
    }

    /** An item as clients see it. */
    public byte[] shown(Document item) {
        return properties.append(
                item.buffer(),
                item.bodyOffset(),
                item.bodyLength(),
                ItemRid.number(item),
                item.version(),
                item.stamp().modified());
    }

    /** An item as clients see it in a change feed, with its {@code _lsn}. */
    public byte[] shownWithLsn(Document item) {
        return properties.appendWithLsn(
                item.buffer(),
                item.bodyOffset(),
                item.bodyLength(),
                ItemRid.number(item),
                item.version(),
                item.stamp().modified());
    }
}
