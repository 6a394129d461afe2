package dev.mayfly.engine;

import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.DroppedCollection;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.erasure.ErasureLog;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionShards;
import dev.mayfly.engine.write.CurrentSchema;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import org.jspecify.annotations.Nullable;

/**
 * Drops collections from the store: first their records, then the content of their partitions. Used under the lock of the
 * catalog.
 */
final class CollectionDrop {
    private final EngineContext context;

    CollectionDrop(EngineContext context) {
        this.context = context;
    }

    /**
     * Replaces the record of a collection by the note that its partitions are to be emptied.
     *
     * @param tells whether the history records the drop
     */
    DroppedCollection write(CollectionShards shards, boolean tells, CurrentSchema.SchemaDrop writing) {
        DroppedCollection dropped = null;
        while (dropped == null) {
            dropped = tryWrite(shards, tells, writing);
        }
        return dropped;
    }

    private @Nullable DroppedCollection tryWrite(
            CollectionShards shards, boolean tells, CurrentSchema.SchemaDrop writing) {
        CollectionRecord record = shards.record();
        History history = context.history();
        DroppedCollection dropped = new DroppedCollection(record.id(), record.shards(), record.name(), history.now());
        WriteBatch batch = CommitRetry.batch()
                .delete(Space.META, Layout.collectionKey(Layout.COLLECTION, record.id()))
                .put(Space.META, Layout.collectionKey(Layout.DROPPED, record.id()), dropped.toBytes());
        long version = context.versions().next();
        String note = "documents: " + shards.documents();
        context.audit().note(batch, version, context.clock().guardedMillis(), AuditEntry.Action.DROPPED, record, note);
        record.partitions().forEach(shard -> ErasureLog.remember(context.store(), shard, batch));
        boolean[] written = {false};
        history.commit(
                batch,
                tells ? history.entry(record, new Change.Dropped()) : null,
                made -> written[0] = writing.write(made));
        return written[0] ? dropped : null;
    }

    /**
     * Deletes everything that a dropped collection held except its history; repeated at the next start if it is cut short,
     * or while its history is kept.
     */
    void purge(DroppedCollection dropped) {
        boolean remembered = context.history().adoptDropped(dropped);
        ShardCalls.forEach(dropped.partitions(), shard -> purge(shard, remembered));
        if (!remembered) {
            WriteBatch done =
                    CommitRetry.batch().delete(Space.META, Layout.collectionKey(Layout.DROPPED, dropped.id()));
            CommitRetry.commit(context.store(), Partition.CATALOG, done, Durability.LOGGED);
        }
    }

    private void purge(Partition shard, boolean keepsHistory) {
        WriteBatch batch = CommitRetry.batch();
        for (Space space : Space.values()) {
            if (space == Space.META) {
                ErasureLog.deleteOthers(batch);
            } else if (space != Space.CHANGE || !keepsHistory) {
                batch.deleteRange(space, KeyRange.ALL);
            }
        }
        CommitRetry.commit(context.store(), shard, batch, Durability.LOGGED);
    }
}
