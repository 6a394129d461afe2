package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.StoreErrors;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/**
 * The receipts that writes of a collection have left, each in the shard that was written; see {@link IdempotencyRecord}. Safe for
 * concurrent use.
 */
public final class CollectionReceipts {
    private final CollectionParts parts;
    private final StoreErrors storeErrors;

    /**
     * A receipt as it was read.
     *
     * @param version of the commit that left it; 0 if that is not kept
     */
    public record Receipt(long version, byte[] body) {
        private static @Nullable Receipt of(IdempotencyRecords.@Nullable Kept kept) {
            return kept == null ? null : new Receipt(kept.version(), kept.body());
        }

        private static IdempotencyRecords.@Nullable Kept kept(@Nullable Receipt read) {
            return read == null ? null : new IdempotencyRecords.Kept(read.version, read.body);
        }
    }

    CollectionReceipts(CollectionParts parts) {
        this.parts = parts;
        this.storeErrors = parts.storeErrors();
    }

    /** Returns the number of shards, each of which has receipts of its own. */
    public int shards() {
        return parts.each().size();
    }

    /** Returns the shard in which a document lies. */
    public int shardOf(DocumentKey key) {
        return parts.shards().shardOf(key);
    }

    /**
     * Returns what the last writes with a receipt of this identity have left, or null. The batches of one call
     * may have left theirs in several shards, each of all writes so far: the last of them says most.
     */
    public byte @Nullable [] last(byte[] id) {
        return storeErrors.translate(() -> {
            IdempotencyRecords.Kept last = null;
            for (ShardParts shard : parts.each()) {
                IdempotencyRecords.Kept kept = shard.idempotencyRecords().get(id);
                last = last == null || (kept != null && kept.version() > last.version()) ? kept : last;
            }
            return last == null ? null : last.body();
        });
    }

    /** Returns the receipt in a shard, or null. */
    public @Nullable Receipt at(int shard, byte[] id) {
        return storeErrors.translate(() -> Receipt.of(records(shard).get(id)));
    }

    /** Returns the same, as it is behind every commit of which any reader has seen anything. */
    public @Nullable Receipt settledAt(int shard, byte[] id) {
        return storeErrors.translate(() -> Receipt.of(records(shard).getSettled(id)));
    }

    /**
     * Replaces the receipt of a shard, unless it is another by now; returns whether it did. Only where several engines write.
     *
     * @param before the receipt as it was read, or null for none
     */
    public boolean replace(int shard, byte[] id, @Nullable Receipt before, byte[] body) {
        return storeErrors.translate(() -> records(shard).replace(id, Receipt.kept(before), body));
    }

    private IdempotencyRecords records(int shard) {
        return parts.each().get(shard).idempotencyRecords();
    }

    /** Forgets the receipts of an identity in all shards, whatever they say. */
    public void forget(byte[] id) {
        storeErrors.run(() -> {
            for (ShardParts shard : parts.each()) {
                if (parts.each().size() == 1 || shard.idempotencyRecords().get(id) != null) {
                    shard.idempotencyRecords().forget(id);
                }
            }
        });
    }

    /** Forgets all that were left longer ago than this; returns how many. Only where several engines write. */
    public int forgetOlderThan(Duration age) {
        int forgotten = 0;
        for (ShardParts shard : parts.each()) {
            forgotten += storeErrors.translate(() -> shard.idempotencyRecords().forgetOlderThan(age.toMillis()));
        }
        return forgotten;
    }

    /** Shows every receipt once, by its identity, the last where several shards have one. */
    public void forEach(BiConsumer<byte[], byte[]> consumer) {
        Map<DocumentKey, IdempotencyRecords.Kept> last = new HashMap<>();
        storeErrors.run(() -> parts.each()
                .forEach(shard -> shard.idempotencyRecords()
                        .forEach((id, kept) -> last.merge(
                                new DocumentKey(id),
                                kept,
                                (one, other) -> one.version() >= other.version() ? one : other))));
        last.forEach((id, kept) -> consumer.accept(id.bytes(), kept.body()));
    }
}
