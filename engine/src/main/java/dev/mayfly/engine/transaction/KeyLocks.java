package dev.mayfly.engine.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * The keys that open transactions are about to write: the first transaction that claims a key holds it until its end.
 * Writes outside of transactions neither claim keys nor check claims. Safe for concurrent use.
 */
final class KeyLocks {
    private record Claimed(int partition, Space space, DocumentKey key) {}

    private final Map<Claimed, Object> owners = new ConcurrentHashMap<>();

    /** The claims of one transaction. Used by one thread at a time. */
    final class Holder {
        private final List<Claimed> held = new ArrayList<>();

        /** Returns false if another transaction was first. */
        boolean claim(Partition partition, Expectation expectation) {
            Claimed claimed = new Claimed(partition.id(), expectation.space(), new DocumentKey(expectation.key()));
            Object owner = owners.putIfAbsent(claimed, this);
            if (owner == null) {
                held.add(claimed);
            }
            return owner == null || owner.equals(this);
        }

        void release() {
            held.forEach(owners::remove);
            held.clear();
        }
    }

    Holder holder() {
        return new Holder();
    }
}
