package dev.mayfly.engine.catalog;

import java.util.List;
import java.util.Optional;

/**
 * The indexes and the queues of a collection.
 *
 * @param generation counts the changes to the set; queue entries remember it
 * @param nextIndex the number of the next index
 */
public record IndexSet(List<IndexDefinition> indexes, List<QueueDefinition> queues, int generation, int nextIndex) {
    public IndexSet {
        indexes = List.copyOf(indexes);
        queues = List.copyOf(queues);
    }

    Optional<IndexDefinition> index(String name) {
        return indexes.stream().filter(index -> index.name().equals(name)).findFirst();
    }

    Optional<IndexDefinition> index(int id) {
        return indexes.stream().filter(index -> index.id() == id).findFirst();
    }

    Optional<QueueDefinition> queue(int id) {
        return queues.stream().filter(queue -> queue.id() == id).findFirst();
    }

    /** Returns a larger set, which begins a new generation: older queue entries lack something. */
    IndexSet extended(List<IndexDefinition> changedIndexes, List<QueueDefinition> changedQueues, int next) {
        return new IndexSet(changedIndexes, changedQueues, generation + 1, next);
    }

    /** Returns a smaller set; older queue entries say too much, which does no harm. */
    IndexSet reduced(List<IndexDefinition> keptIndexes, List<QueueDefinition> keptQueues) {
        return new IndexSet(keptIndexes, keptQueues, generation, nextIndex);
    }

    /** Returns the set with one index replaced by its like; the entries in the queues stay good. */
    IndexSet with(IndexDefinition changed) {
        List<IndexDefinition> replaced = indexes.stream()
                .map(index -> index.id() == changed.id() ? changed : index)
                .toList();
        return reduced(replaced, queues);
    }

    /** Returns the set with one queue in another state. */
    IndexSet with(QueueDefinition changed) {
        List<QueueDefinition> replaced = queues.stream()
                .map(queue -> queue.id() == changed.id() ? changed : queue)
                .toList();
        return reduced(indexes, replaced);
    }
}
