package dev.mayfly.engine.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.read.KeyState;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.schema.Schema;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.Decider;
import dev.mayfly.engine.write.WriteOutcome;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.engine.write.WriteRequest;
import dev.mayfly.store.api.Reader;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A transaction's view of one collection: a part for each shard that it touches. Used by one thread at a time. */
public final class TransactionView {
    private final OpenTransaction transaction;
    private final CollectionShards shards;
    private final Function<CollectionCommitter, WritePlanner> planners;
    private ReadView reading;

    TransactionView(
            OpenTransaction transaction,
            CollectionShards shards,
            Function<CollectionCommitter, WritePlanner> planners,
            ReadView reading) {
        this.transaction = transaction;
        this.shards = shards;
        this.planners = planners;
        this.reading = reading;
    }

    /** The view by which all parts read, as the transaction itself has changed the schema since. */
    public ReadView reading() {
        transaction.requireOpen();
        return reading;
    }

    void turn(Schema turned) {
        reading = new ReadView(reading.now(), reading.epoch(), turned);
    }

    /** The stored data with what the transaction has written so far. */
    public Reader reader() {
        transaction.requireOpen();
        return shards.through(shard -> part(shard).reader());
    }

    private TransactionPart part(CollectionCommitter shard) {
        return transaction.part(this, shard, planners);
    }

    private TransactionPart part(DocumentKey key) {
        return part(shards.of(key));
    }

    public @Nullable StoredDocument load(DocumentKey key) {
        return part(key).load(key);
    }

    public KeyState stateOf(DocumentKey key) {
        return part(key).stateOf(key);
    }

    public WriteOutcome write(DocumentKey key, Decider decider) {
        return part(key).write(key, decider);
    }

    /** @param ordered whether to stop behind the first that meets a duplicate value */
    public List<WriteOutcome> writeAll(List<WriteRequest> requests, boolean ordered) {
        List<WriteOutcome> outcomes = new ArrayList<>(requests.size());
        for (WriteRequest request : requests) {
            WriteOutcome outcome = write(request.key(), request.decider());
            outcomes.add(outcome);
            if (ordered && outcome instanceof WriteOutcome.DuplicateValue) {
                break;
            }
        }
        return outcomes;
    }
}
