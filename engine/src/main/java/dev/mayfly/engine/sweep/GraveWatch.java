package dev.mayfly.engine.sweep;

import dev.mayfly.engine.expiry.Grave;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Tells when a grave of a collection is empty: a pass over every queue, begun after the grave was made, has ended with nothing
 * left of it in each of the shards. Forgets with the process, and then waits for one more pass.
 */
public final class GraveWatch {
    private final int shards;
    private final Map<Grave, BitSet> passed = new HashMap<>();

    /** @param shards the number of shards of the collection */
    public GraveWatch(int shards) {
        this.shards = shards;
    }

    /** Notes that nothing is left of these graves in a shard; returns those of which nothing is left in any. */
    synchronized List<Grave> passed(int shard, List<Grave> graves, List<Grave> standing) {
        passed.keySet().retainAll(standing);
        for (Grave grave : graves) {
            passed.computeIfAbsent(grave, _ -> new BitSet(shards)).set(shard);
        }
        return passed.entrySet().stream()
                .filter(each -> each.getValue().cardinality() == shards)
                .map(Map.Entry::getKey)
                .toList();
    }
}
