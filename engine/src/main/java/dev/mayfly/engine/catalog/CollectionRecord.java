package dev.mayfly.engine.catalog;

import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.store.api.Partition;
import java.util.List;
import java.util.Optional;

/**
 * Everything that is fixed about a collection until the catalog changes. Immutable; a request takes one and keeps it.
 *
 * @param options the face's options, opaque to the engine
 * @param changes what it keeps of its changes
 */
public record CollectionRecord(
        CollectionName name,
        CollectionStorage storage,
        byte[] options,
        IndexSet indexSet,
        ExpiryTerms expiry,
        ChangeKeeping changes) {
    public int id() {
        return storage.id();
    }

    public int shards() {
        return storage.shards();
    }

    public DocumentFormat format() {
        return storage.format();
    }

    public BaseInstant base() {
        return storage.base();
    }

    /** Where its shards are stored, in their order. */
    public List<Partition> partitions() {
        return CollectionStorage.partitions(id(), shards());
    }

    public List<IndexDefinition> indexes() {
        return indexSet.indexes();
    }

    public List<QueueDefinition> queues() {
        return indexSet.queues();
    }

    public int generation() {
        return indexSet.generation();
    }

    public int nextIndex() {
        return indexSet.nextIndex();
    }

    public Optional<IndexDefinition> index(String indexName) {
        return indexSet.index(indexName);
    }

    public Optional<IndexDefinition> index(int indexId) {
        return indexSet.index(indexId);
    }

    public Optional<QueueDefinition> queue(int queueId) {
        return indexSet.queue(queueId);
    }

    public PolicyState policy() {
        return expiry.policy();
    }

    public SweepPace pace() {
        return expiry.pace();
    }

    public ExpireLimit maxExpire() {
        return expiry.maxExpire();
    }

    public CollectionRecord withName(CollectionName changed) {
        return new CollectionRecord(changed, storage, options, indexSet, expiry, changes);
    }

    public CollectionRecord withOptions(byte[] changed) {
        return new CollectionRecord(name, storage, changed, indexSet, expiry, changes);
    }

    public CollectionRecord withChanges(ChangeKeeping changed) {
        return new CollectionRecord(name, storage, options, indexSet, expiry, changed);
    }

    private CollectionRecord with(ExpiryTerms changed) {
        return new CollectionRecord(name, storage, options, indexSet, changed, changes);
    }

    public CollectionRecord withPolicy(PolicyState changed) {
        return with(new ExpiryTerms(changed, pace(), maxExpire()));
    }

    public CollectionRecord withPace(SweepPace changed) {
        return with(new ExpiryTerms(policy(), changed, maxExpire()));
    }

    public CollectionRecord withMaxExpire(ExpireLimit changed) {
        return with(new ExpiryTerms(policy(), pace(), changed));
    }

    private CollectionRecord with(IndexSet changed) {
        return new CollectionRecord(name, storage, options, changed, expiry, changes);
    }

    /** The record with more indexes or queues, which begins a new generation: older queue entries lack something. */
    public CollectionRecord extended(
            List<IndexDefinition> changedIndexes, List<QueueDefinition> changedQueues, int next) {
        return with(indexSet.extended(changedIndexes, changedQueues, next));
    }

    /** The record with fewer indexes or queues; older queue entries say too much, which does no harm. */
    public CollectionRecord reduced(List<IndexDefinition> keptIndexes, List<QueueDefinition> keptQueues) {
        return with(indexSet.reduced(keptIndexes, keptQueues));
    }

    /** The record in which one index is replaced by its like; the entries in the queues stay good. */
    public CollectionRecord withIndex(IndexDefinition changed) {
        return with(indexSet.with(changed));
    }

    /** The record in which one queue has gone over into another state. */
    public CollectionRecord withQueue(QueueDefinition changed) {
        return with(indexSet.with(changed));
    }
}
