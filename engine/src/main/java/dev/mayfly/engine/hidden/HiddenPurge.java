package dev.mayfly.engine.hidden;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.erasure.DeletionCause;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.DocumentMaintenance;
import dev.mayfly.engine.write.SweepControl;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Durability;
import java.util.List;

/** Destroys the hidden documents of one shard on request. */
public final class HiddenPurge {
    /** The number of documents in one batch. */
    public static final int BATCH_DOCUMENTS = 100;

    private static final int ATTEMPTS_MAX = 1000;

    /** The number of bytes of documents that a batch reads, but for the last of them. */
    private static final long BATCH_BYTES = 1 << 20;

    private final CollectionCommitter committer;
    private final WritePlanner planner;
    private final SweepControl control;

    public HiddenPurge(CollectionCommitter committer, WritePlanner planner, SweepControl control) {
        this.committer = committer;
        this.planner = planner;
        this.control = control;
    }

    /** Destroys what is hidden under these keys, whatever grace says; nothing while sweeping is forbidden. */
    public PurgeResult purge(List<DocumentKey> keys) {
        PurgeResult purged = PurgeResult.NOTHING;
        int from = 0;
        while (from < keys.size()) {
            List<DocumentKey> some = keys.subList(from, Math.min(keys.size(), from + BATCH_DOCUMENTS));
            Purged batch = purgeSome(some);
            purged = purged.plus(batch.result);
            from += batch.keys;
        }
        return purged;
    }

    /** The outcome for the first of some keys. */
    private record Purged(PurgeResult result, int keys) {}

    /** Destroys what is hidden under the first of these keys, at least under one. */
    private Purged purgeSome(List<DocumentKey> keys) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            PendingCommit draft = committer.draft().by(DeletionCause.PURGE);
            // Checked after the read: if the clock has become suspect only now, the commit is rejected.
            if (control.isForbidden()) {
                return new Purged(PurgeResult.NOTHING, keys.size());
            }
            PurgeResult purged = PurgeResult.NOTHING;
            int judged = 0;
            while (judged < keys.size() && purged.bytes() < BATCH_BYTES) {
                purged = purged.plus(draftPurge(draft, keys.get(judged)));
                judged++;
            }
            if (draft.isEmpty() || committer.commit(draft, Durability.LOGGED) != 0) {
                return new Purged(purged, judged);
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    private PurgeResult draftPurge(PendingCommit draft, DocumentKey key) {
        StoredDocument stored = draft.touches(key.bytes()) ? null : planner.load(key);
        if (stored == null || LiveGate.admit(draft.reading(), stored) != null) {
            return new PurgeResult(0, 0, 0, 1);
        }
        if (draft.reading().schema().holds().covers(key)) {
            return new PurgeResult(0, 0, 1, 0);
        }
        planner.maintenance().remove(draft, DocumentMaintenance.standing(draft.reading(), stored), List.of());
        return new PurgeResult(1, stored.bytes().length, 0, 0);
    }
}
