package dev.mayfly.face.cosmos.query.index;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.KeyDecoder;
import dev.mayfly.base.document.View;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.ShardRouting;
import dev.mayfly.engine.expiry.Policy;
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

    /** A logical partition lies in one shard: what is hashed are the components of the partition key, without the id. */
    @Override
    public int shardOf(DocumentKey key, int shards) {
        return ShardRouting.byHash(key.bytes(), KeyDecoder.lastValueAt(key.bytes()), shards);
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
