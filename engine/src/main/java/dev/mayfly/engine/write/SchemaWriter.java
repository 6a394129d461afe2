package dev.mayfly.engine.write;

import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.catalog.CatalogCodec;
import dev.mayfly.engine.catalog.CollectionRecord;
import dev.mayfly.engine.change.Change;
import dev.mayfly.engine.change.ChangeCapture;
import dev.mayfly.engine.change.History;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.EngineStore;
import dev.mayfly.engine.commit.ShardCalls;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.schema.LimitChange;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Partition;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.Store;
import dev.mayfly.store.api.Turn;
import dev.mayfly.store.api.WriteBatch;
import java.util.List;
import java.util.Objects;
import java.util.function.Consumer;
import java.util.function.LongFunction;
import org.jspecify.annotations.Nullable;

/**
 * Writes changes of a collection's schema to the store, in turn with other engines where these write it too. Used under the
 * latches of all shards.
 */
final class SchemaWriter {
    private final EngineStore engine;
    private final AuditLog audit;
    private final History history;
    private final SharedSchema shared;
    private final Partition partition;
    private final List<@Nullable ChangeCapture> changeCaptures;

    /**
     * @param partition of the first shard, which holds what is held
     * @param changeCaptures of the shards, null where none is wanted
     */
    SchemaWriter(
            EngineStore engine,
            AuditLog audit,
            History history,
            SharedSchema shared,
            Partition partition,
            List<@Nullable ChangeCapture> changeCaptures) {
        this.engine = engine;
        this.audit = audit;
        this.history = history;
        this.shared = shared;
        this.partition = partition;
        this.changeCaptures = changeCaptures;
    }

    /**
     * The outcome of a change.
     *
     * @param version of the change; 0 if nothing has changed
     */
    record RecordChange(CollectionRecord record, long version) {
        boolean isChange() {
            return version != 0;
        }
    }

    /**
     * Writes a change of the record, and limits that the face keeps itself.
     *
     * @param next returns the changed record for the version of the change; the very same one changes nothing
     * @param change what the history is told of it
     */
    RecordChange change(
            CollectionRecord before,
            Durability durability,
            LongFunction<CollectionRecord> next,
            @Nullable Change change,
            List<LimitChange> limits) {
        return engine.isShared()
                ? changeShared(before, durability, next, change, limits)
                : changeOwn(before, durability, next, change, limits);
    }

    private RecordChange changeOwn(
            CollectionRecord before,
            Durability durability,
            LongFunction<CollectionRecord> next,
            @Nullable Change change,
            List<LimitChange> limits) {
        long version = engine.versions().next();
        CollectionRecord changed = next.apply(version);
        if (isSame(before, changed, limits)) {
            return new RecordChange(changed, 0);
        }
        byte[] entry = change == null ? null : history.entry(before, change);
        store(
                before,
                changed,
                limits,
                version,
                entry,
                batch -> CommitRetry.commit(engine.store(), Partition.CATALOG, batch, durability));
        return new RecordChange(changed, version);
    }

    /** Writes in turn with other engines; in the end none of them can write by the schema before. */
    private RecordChange changeShared(
            CollectionRecord before,
            Durability durability,
            LongFunction<CollectionRecord> next,
            @Nullable Change change,
            List<LimitChange> limits) {
        passHistories();
        while (true) {
            Turn last = CommitRetry.turn(engine.store(), Partition.CATALOG);
            long number = shared.numberAfter(before, last);
            CollectionRecord changed = next.apply(number);
            if (isSame(before, changed, limits)) {
                return new RecordChange(changed, 0);
            }
            byte[] entry = change == null ? null : history.entry(before, change);
            boolean[] written = {false};
            store(
                    before,
                    changed,
                    limits,
                    number,
                    entry,
                    batch -> written[0] = shared.write(changed, last, number, batch, durability));
            if (written[0]) {
                shared.enforce(changed);
                return new RecordChange(changed, number);
            }
        }
    }

    @SuppressWarnings("ReferenceEquality") // The very same record means that nothing is to be changed.
    private static boolean isSame(CollectionRecord before, CollectionRecord changed, List<LimitChange> limits) {
        return changed == before && limits.isEmpty();
    }

    private void store(
            CollectionRecord before,
            CollectionRecord changed,
            List<LimitChange> limits,
            long version,
            byte @Nullable [] entry,
            Consumer<WriteBatch> writing) {
        WriteBatch batch = CommitRetry.batch()
                .put(Space.META, Layout.collectionKey(Layout.COLLECTION, changed.id()), CatalogCodec.toBytes(changed));
        if (!changed.name().equals(before.name())) {
            String note = "was " + before.name();
            audit.note(batch, version, now(), AuditEntry.Action.RENAMED, changed, note);
        } else {
            audit.notePolicy(batch, version, now(), before, changed);
        }
        for (LimitChange limit : limits) {
            batch.put(Space.META, Layout.faceRecordKey(changed.name().face(), limit.record()), limit.value());
            audit.noteLimit(batch, engine.versions().next(), now(), limit);
        }
        long time = history.commit(batch, entry, writing);
        if (time != 0) {
            for (ChangeCapture capture : changeCaptures) {
                if (capture != null) {
                    capture.feed().renamed(time);
                }
            }
        }
    }

    /** Writes to the collection and to the catalog, together where the store can do that. */
    void hold(CollectionRecord record, WriteBatch own, AuditEntry.Action action, String note) {
        WriteBatch audited = CommitRetry.batch();
        audit.note(audited, engine.versions().next(), now(), action, record, note);
        if (!engine.isShared()) {
            List<Store.PartitionBatch> both = List.of(
                    new Store.PartitionBatch(Partition.CATALOG, audited), new Store.PartitionBatch(partition, own));
            CommitRetry.commitAll(engine.store(), both, Durability.SYNCED);
            return;
        }
        // The hold lies in the shard before anybody is told to read it.
        CommitRetry.commit(engine.store(), partition, own, Durability.SYNCED);
        boolean isWritten = false;
        while (!isWritten) {
            Turn last = CommitRetry.turn(engine.store(), Partition.CATALOG);
            WriteBatch batch = CommitRetry.batch();
            batch.writes().addAll(audited.writes());
            isWritten = shared.write(record, last, shared.numberAfter(record, last), batch, Durability.SYNCED);
        }
        shared.enforce(record);
    }

    /** Takes the collection out of the catalog. */
    void drop(CollectionRecord record, Consumer<CurrentSchema.SchemaDrop> work) {
        passHistories();
        work.accept(batch -> writeDrop(record, batch));
    }

    /** Returns when no other engine writes the collection by a schema before the one written last. */
    void enforce(CollectionRecord record) {
        if (engine.isShared()) {
            shared.enforce(record);
        }
    }

    private boolean writeDrop(CollectionRecord record, WriteBatch batch) {
        if (!engine.isShared()) {
            CommitRetry.commit(engine.store(), Partition.CATALOG, batch, Durability.SYNCED);
            return true;
        }
        Turn last = CommitRetry.turn(engine.store(), Partition.CATALOG);
        return shared.writeDrop(record, last, shared.numberAfter(record, last), batch);
    }

    /** Moves the histories behind all entries of other engines, so that the next entry follows them. */
    private void passHistories() {
        if (engine.isShared()) {
            ShardCalls.forEach(changeCaptures.stream().filter(Objects::nonNull).toList(), ChangeCapture::pass);
        }
    }

    /** Writes an audit entry about an action on documents of the collection. */
    void audit(CollectionRecord record, AuditEntry.Action action, String note) {
        audit.write(engine.versions().next(), now(), action, record, note);
    }

    private long now() {
        return engine.clock().guardedMillis();
    }
}
