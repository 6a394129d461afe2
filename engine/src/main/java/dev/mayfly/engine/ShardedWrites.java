package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.transaction.BatchWriter;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
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
        return parts.of(key).writer().write(key, durability, decider, receipt);
    }

    /** @param ordered whether to stop behind the first that meets a duplicate value */
    List<WriteOutcome> writeAll(
            List<WriteRequest> requests, boolean ordered, Durability durability, @Nullable IdempotencyRecord receipt) {
        return batches.writeAll(requests, ordered, durability, receipt);
    }

    /**
     * Returns what the last writes with a receipt of this identity have left, or null. The batches of one call
     * may have left theirs in several shards, each of all writes so far: the last of them says most.
     */
    byte @Nullable [] receipt(byte[] id) {
        IdempotencyRecords.Kept last = null;
        for (ShardParts shard : parts.each()) {
            IdempotencyRecords.Kept kept = shard.idempotencyRecords().get(id);
            last = last == null || (kept != null && kept.version() > last.version()) ? kept : last;
        }
        return last == null ? null : last.body();
    }

    void forgetReceipt(byte[] id) {
        for (ShardParts shard : parts.each()) {
            if (parts.each().size() == 1 || shard.idempotencyRecords().get(id) != null) {
                shard.idempotencyRecords().forget(id);
            }
        }
    }

    /** Shows every receipt once, the last where several shards have one of an identity. */
    void forEachReceipt(BiConsumer<byte[], byte[]> consumer) {
        Map<DocumentKey, IdempotencyRecords.Kept> last = new HashMap<>();
        parts.each()
                .forEach(shard -> shard.idempotencyRecords()
                        .forEach((id, kept) -> last.merge(
                                new DocumentKey(id),
                                kept,
                                (one, other) -> one.version() >= other.version() ? one : other)));
        last.forEach((id, kept) -> consumer.accept(id.bytes(), kept.body()));
    }
}
