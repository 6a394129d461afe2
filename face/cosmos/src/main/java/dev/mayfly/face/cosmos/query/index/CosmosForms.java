package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.KeyRouting;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.face.cosmos.partition.EffectivePartitionKey;
import dev.mayfly.face.cosmos.partition.ItemKey;
import dev.mayfly.face.cosmos.resource.ContainerDefinition;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** The data that this face keeps with an index for the engine: its paths, in the order of this face's values. */
public final class CosmosForms implements FaceForms {
    @Override
    public Predicate<View> filter(byte[] partial) {
        throw new IllegalStateException("no index of a container is partial");
    }

    @Override
    public @Nullable KeySource keys(IndexDefinition index) {
        return ContainerIndex.isName(index.name())
                ? ContainerIndex.of(index.options()).keys()
                : null;
    }

    /** A logical partition lies in one shard, with all whose keys begin with the same component. */
    @Override
    public KeyRouting routing(CollectionRecord record) {
        EffectivePartitionKey hash = ContainerDefinition.hashOf(record);
        return (key, shards) -> hash.shardOf(ItemKey.firstComponent(key), shards);
    }

    /** Unique keys hold within a logical partition. */
    @Override
    public boolean isWithinShard(IndexDefinition index) {
        return true;
    }

    @Override
    public Decision.@Nullable Put renewed(Renewal asked) {
        return RenewedItem.of(asked);
    }

    @Override
    public byte @Nullable [] options(CollectionRecord record, Policy policy) {
        return ContainerDefinition.withPolicy(record, policy);
    }
}
