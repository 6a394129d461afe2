package dev.mayfly.engine.check;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.catalog.CollectionName;
import dev.mayfly.engine.catalog.IndexDefinition;
import dev.mayfly.engine.commit.CommitRetry;
import dev.mayfly.engine.commit.StateRows;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.SizeCounters;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Space;
import dev.mayfly.store.api.WriteBatch;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Collects what a check finds, and while it heals the writes that put it right. Used by one thread. */
final class CheckFindings {
    /** The number of writes in one batch. */
    private static final int BATCH_WRITES = 1000;

    private final CollectionCommitter committer;
    private final boolean heals;
    private final List<CheckFinding> findings = new ArrayList<>();
    private final List<byte[]> queueKeys = new ArrayList<>();
    private WriteBatch batch = CommitRetry.batch();
    private long found;

    CheckFindings(CollectionCommitter committer, boolean heals) {
        this.committer = committer;
        this.heals = heals;
    }

    List<CheckFinding> all() {
        return findings;
    }

    long found() {
        return found;
    }

    /** Adds a finding for which there is no remedy. */
    void add(CheckFinding.Kind kind, int subject, @Nullable DocumentKey key) {
        note(kind, subject, key, false);
    }

    /** Adds a finding that goes away when this is written. */
    void put(
            CheckFinding.Kind kind,
            int subject,
            @Nullable DocumentKey key,
            Space space,
            byte[] storeKey,
            byte[] value) {
        note(kind, subject, key, heals);
        if (heals) {
            batch.put(space, storeKey, value);
            flushFull();
        }
    }

    /** Adds a finding that goes away when a queue has this entry, and its mark stands no higher. */
    void putQueueEntry(CheckFinding.Kind kind, int queue, DocumentKey key, byte[] storeKey, byte[] value) {
        queueKeys.add(storeKey);
        put(kind, queue, key, Space.EXPIRY, storeKey, value);
    }

    /** Adds an index that does not know that it is multikey. */
    void addMultikey(IndexDefinition index) {
        note(CheckFinding.Kind.INDEX_NOT_MULTIKEY, index.id(), null, heals);
        if (heals) {
            committer
                    .currentSchema()
                    .change(Durability.LOGGED, _ -> committer.record().withIndex(index.withMultikey()));
        }
    }

    /** Adds totals that are not what was counted. */
    void putTotals(SizeCounters.Change counted) {
        put(CheckFinding.Kind.TOTALS_WRONG, 0, null, Space.META, Layout.TOTALS_KEY, SizeCounters.encode(counted));
        if (heals) {
            committer.totals().apply(counted);
        }
    }

    /** Adds a finding that goes away when this is deleted. */
    void delete(CheckFinding.Kind kind, int subject, @Nullable DocumentKey key, Space space, byte[] storeKey) {
        note(kind, subject, key, heals);
        if (heals) {
            batch.delete(space, storeKey);
            flushFull();
        }
    }

    private void note(CheckFinding.Kind kind, int subject, @Nullable DocumentKey key, boolean healed) {
        found++;
        if (findings.size() < CheckReport.FINDINGS_MAX) {
            CollectionName name = committer.record().name();
            findings.add(new CheckFinding(name, kind, subject, key, healed));
        }
    }

    private void flushFull() {
        if (batch.writes().size() >= BATCH_WRITES) {
            flush();
        }
    }

    /** Writes what heals the findings so far. */
    void flush() {
        if (!batch.isEmpty()) {
            committer.marks().lower(queueKeys, batch);
            committer.write(batch);
            committer.marks().written(queueKeys);
            committer.rechecks().reread(StateRows.read(committer.store(), committer.partition()));
            queueKeys.clear();
            batch = CommitRetry.batch();
        }
    }
}
