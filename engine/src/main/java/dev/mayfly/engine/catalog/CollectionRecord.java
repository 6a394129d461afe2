package dev.mayfly.engine.catalog;

import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.store.api.Partition;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;

/**
 * Everything that is fixed about a collection until the catalog changes. Immutable; a request takes one and keeps it.
 *
 * @param id the number of its first partition, never reused
 * @param shards the number of its partitions, whose numbers follow one another
 * @param options the face's options, opaque to the engine
 * @param generation counts the changes to the set of indexes and queues; queue entries remember it
 * @param nextIndex the number of the next index
 * @param changes what it keeps of its changes
 * @param pace how often the sweeper may look for its expired documents
 * @param maxExpire how many documents a change of its policy may hide at once
 */
public record CollectionRecord(
        int id,
        int shards,
        CollectionName name,
        DocumentFormat format,
        BaseInstant base,
        byte[] options,
        List<IndexDefinition> indexes,
        List<QueueDefinition> queues,
        int generation,
        int nextIndex,
        PolicyState policy,
        ChangeKeeping changes,
        SweepPace pace,
        ExpireLimit maxExpire) {
    /** The largest number of shards of a collection. */
    public static final int SHARDS_MAX = 4096;

    public CollectionRecord {
        if (shards < 1 || shards > SHARDS_MAX) {
            throw new IllegalArgumentException("a collection has 1 to " + SHARDS_MAX + " shards, not " + shards);
        }
        indexes = List.copyOf(indexes);
        queues = List.copyOf(queues);
    }

    /** Where its shards are stored, in their order. */
    public List<Partition> partitions() {
        return partitions(id, shards);
    }

    /** Where the shards of a collection of this number are stored. */
    public static List<Partition> partitions(int id, int shards) {
        return IntStream.range(0, shards)
                .mapToObj(shard -> new Partition(id + shard))
                .toList();
    }

    public Optional<IndexDefinition> index(String indexName) {
        return indexes.stream().filter(index -> index.name().equals(indexName)).findFirst();
    }

    public Optional<IndexDefinition> index(int indexId) {
        return indexes.stream().filter(index -> index.id() == indexId).findFirst();
    }

    public Optional<QueueDefinition> queue(int queueId) {
        return queues.stream().filter(queue -> queue.id() == queueId).findFirst();
    }

    public CollectionRecord withName(CollectionName changed) {
        return new CollectionRecord(
                id,
                shards,
                changed,
                format,
                base,
                options,
                indexes,
                queues,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                maxExpire);
    }

    public CollectionRecord withOptions(byte[] changed) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                changed,
                indexes,
                queues,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                maxExpire);
    }

    public CollectionRecord withChanges(ChangeKeeping changed) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                indexes,
                queues,
                generation,
                nextIndex,
                policy,
                changed,
                pace,
                maxExpire);
    }

    public CollectionRecord withPace(SweepPace changed) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                indexes,
                queues,
                generation,
                nextIndex,
                policy,
                changes,
                changed,
                maxExpire);
    }

    public CollectionRecord withMaxExpire(ExpireLimit changed) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                indexes,
                queues,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                changed);
    }

    public CollectionRecord withPolicy(PolicyState changed) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                indexes,
                queues,
                generation,
                nextIndex,
                changed,
                changes,
                pace,
                maxExpire);
    }

    /** The record with more indexes or queues, which begins a new generation: older queue entries lack something. */
    public CollectionRecord extended(
            List<IndexDefinition> changedIndexes, List<QueueDefinition> changedQueues, int next) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                changedIndexes,
                changedQueues,
                generation + 1,
                next,
                policy,
                changes,
                pace,
                maxExpire);
    }

    /** The record with fewer indexes or queues; older queue entries say too much, which does no harm. */
    public CollectionRecord reduced(List<IndexDefinition> keptIndexes, List<QueueDefinition> keptQueues) {
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                keptIndexes,
                keptQueues,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                maxExpire);
    }

    /** The record in which one index is replaced by its like; the entries in the queues stay good. */
    public CollectionRecord withIndex(IndexDefinition changed) {
        List<IndexDefinition> replaced = indexes.stream()
                .map(index -> index.id() == changed.id() ? changed : index)
                .toList();
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                replaced,
                queues,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                maxExpire);
    }

    /** The record in which one queue has gone over into another state. */
    public CollectionRecord withQueue(QueueDefinition changed) {
        List<QueueDefinition> replaced = queues.stream()
                .map(queue -> queue.id() == changed.id() ? changed : queue)
                .toList();
        return new CollectionRecord(
                id,
                shards,
                name,
                format,
                base,
                options,
                indexes,
                replaced,
                generation,
                nextIndex,
                policy,
                changes,
                pace,
                maxExpire);
    }
}
