package dev.mayfly.engine;

import dev.mayfly.engine.check.CheckReport;
import dev.mayfly.engine.check.CollectionCheck;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.CollectionShards;

/**
 * Verifies that what an engine holds is consistent: documents, index entries, queue entries, marks, records of
 * announcements and totals.
 *
 * <p>A check reads from a snapshot if the store offers one, and then blocks no other work. A repair lets no writer
 * into the collection that it works on.
 */
public final class EngineCheck {
    private EngineCheck() {}

    /** Verifies every collection. */
    public static CheckReport check(Engine engine) {
        return run(engine, false);
    }

    /** Verifies one collection; reports nothing if it is dropped meanwhile. */
    public static CheckReport check(Collection collection) {
        return run(collection, false);
    }

    /** Verifies every collection, and repairs whatever can be derived from the documents. */
    public static CheckReport repair(Engine engine) {
        return run(engine, true);
    }

    private static CheckReport run(Engine engine, boolean heals) {
        CheckReport report = CheckReport.NOTHING;
        for (Collection collection : engine.catalog().all()) {
            report = report.and(run(collection, heals));
        }
        return report;
    }

    private static CheckReport run(Collection collection, boolean heals) {
        CheckReport report = CheckReport.NOTHING;
        CollectionShards shards = collection.parts().shards();
        for (CollectionCommitter shard : shards.all()) {
            if (!shard.isDropped()) {
                // A repair may change the schema, which is never done under the latch of one shard alone.
                report = report.and(
                        heals ? shards.latched(() -> CollectionCheck.repair(shard)) : CollectionCheck.check(shard));
            }
        }
        return report;
    }
}
