package dev.mayfly.face.cosmos.resource;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.cosmos.language.ComputedProperties;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import dev.mayfly.face.cosmos.partition.PartitionKeyPaths;
import tools.jackson.databind.JsonNode;

/**
 * The common properties of all items of one container. Immutable.
 *
 * @param partition the paths of their partition key
 * @param properties those that the server adds to them
 * @param hash of their partition keys
 * @param isIndexed whether their properties are indexed, as far as charges go
 * @param computed the further properties that queries see of them
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
                definition.hash(),
                isIndexed(definition.json().path("indexingPolicy")),
                definition.computedProperties());
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
