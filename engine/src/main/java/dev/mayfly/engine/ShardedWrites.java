package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.IdempotencyRecord;
import dev.mayfly.engine.write.IdempotencyRecords;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Durability;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.function.BiConsumer;
import org.jspecify.annotations.Nullable;

/** The writes of one collection, each made in the shard to which its document belongs. Safe for concurrent use. */
final class ShardedWrites {
    private final CollectionParts parts;

    ShardedWrites(CollectionParts parts) {
        this.parts = parts;
    }

    WriteOutcome write(DocumentKey key, Durability durability, Decider decider, @Nullable IdempotencyRecord receipt) {
        return parts.of(key).writer().write(key, durability, decider, receipt);
    }

    /**
     * Writes in order, or shard by shard if the order does not matter: many to a batch either way.
     *
     * @param ordered whether to stop behind the first that meets a duplicate value
     */
    List<WriteOutcome> writeAll(
            List<WriteRequest> requests, boolean ordered, Durability durability, @Nullable IdempotencyRecord receipt) {
        if (parts.each().size() == 1) {
            return parts.each().getFirst().writer().writeAll(requests, ordered, durability, receipt);
        }
        List<WriteOutcome> outcomes = ordered ? inOrder(requests, receipt) : shardByShard(requests, receipt);
        if (durability == Durability.SYNCED) {
            parts.shards().sync();
        }
        return outcomes;
    }

    /** Writes together what stands side by side and belongs to one shard. */
    private List<WriteOutcome> inOrder(List<WriteRequest> requests, @Nullable IdempotencyRecord receipt) {
        List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
        while (outcomes.size() < requests.size()) {
            int from = outcomes.size();
            int shard = shardOf(requests.get(from));
            int until = from + 1;
            while (until < requests.size() && shardOf(requests.get(until)) == shard) {
                until++;
            }
            outcomes.addAll(parts.each()
                    .get(shard)
                    .writer()
                    .writeAll(requests.subList(from, until), true, Durability.LOGGED, behind(receipt, outcomes)));
            if (outcomes.size() < until || outcomes.getLast() instanceof WriteOutcome.DuplicateValue) {
                break;
            }
        }
        return outcomes;
    }

    private List<WriteOutcome> shardByShard(List<WriteRequest> requests, @Nullable IdempotencyRecord receipt) {
        List<List<Integer>> places = new ArrayList<>();
        parts.each().forEach(_ -> places.add(new ArrayList<>()));
        for (int place = 0; place < requests.size(); place++) {
            places.get(shardOf(requests.get(place))).add(place);
        }
        List<WriteOutcome> written = new ArrayList<>(requests.size());
        WriteOutcome[] outcomes = new WriteOutcome[requests.size()];
        for (int shard = 0; shard < places.size(); shard++) {
            List<Integer> own = places.get(shard);
            if (!own.isEmpty()) {
                List<WriteRequest> some = own.stream().map(requests::get).toList();
                List<WriteOutcome> made = parts.each()
                        .get(shard)
                        .writer()
                        .writeAll(some, false, Durability.LOGGED, behind(receipt, written));
                for (int index = 0; index < made.size(); index++) {
                    outcomes[own.get(index)] = made.get(index);
                }
                written.addAll(made);
            }
        }
        return Arrays.asList(outcomes);
    }

    private int shardOf(WriteRequest request) {
        return parts.shards().shardOf(request.key());
    }

    /** The receipt of writes that come behind others of the same call. */
    private static @Nullable IdempotencyRecord behind(@Nullable IdempotencyRecord receipt, List<WriteOutcome> earlier) {
        if (receipt == null || earlier.isEmpty()) {
            return receipt;
        }
        List<WriteOutcome> before = List.copyOf(earlier);
        return new IdempotencyRecord() {
            @Override
            public byte[] id() {
                return receipt.id();
            }

            @Override
            public byte[] body(List<WriteOutcome> outcomes) {
                List<WriteOutcome> all = new ArrayList<>(before);
                all.addAll(outcomes);
                return receipt.body(all);
            }
        };
    }

    /**
     * Returns what the last writes with a receipt of this identity have left, or null. A call that wrote to several shards
     * has left one in each of them, of all its writes so far: the last of them says most.
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

    void forEachReceipt(BiConsumer<byte[], byte[]> consumer) {
        parts.each().forEach(shard -> shard.idempotencyRecords().forEach(consumer));
    }
}
