package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.transaction.BatchWriter;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.OutcomeListener;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The writes of one collection, each made in the shard to which its document belongs. Safe for concurrent use. */
final class ShardedWrites {
    private final CollectionParts parts;
    private final BatchWriter batches;

    ShardedWrites(CollectionParts parts) {
        this.parts = parts;
        this.batches = new BatchWriter(parts.shards(), parts::plannerOf);
    }

    WriteOutcome write(DocumentKey key, Durability durability, Decider decider, @Nullable IdempotencyRecord receipt) {
        if (receipt != null) {
            receipt.aim(parts.shards().shardOf(key));
        }
        return parts.of(key).writer().write(key, durability, decider, receipt);
    }

    /** @param ordered whether to stop behind the first that meets a duplicate value */
    List<WriteOutcome> writeAll(
            List<WriteRequest> requests,
            boolean ordered,
            Durability durability,
            @Nullable IdempotencyRecord receipt,
            OutcomeListener listener) {
        return batches.writeAll(requests, ordered, durability, receipt, listener);
    }

    /** The number of writes that are committed at the same time if their order does not matter. */
    int together() {
        return batches.together();
    }

    /** Returns true if writes whose order does not matter are committed by several batches side by side. */
    boolean isSideBySide() {
        return batches.isSideBySide();
    }
}
