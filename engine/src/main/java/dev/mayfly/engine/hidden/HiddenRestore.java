package dev.mayfly.engine.hidden;

import dev.mayfly.base.clock.ClockGuard;
import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.audit.AuditEntry;
import dev.mayfly.engine.audit.AuditLog;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.Decision;
import dev.mayfly.engine.document.FaceForms;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.document.Tombstone;
import dev.mayfly.engine.error.EngineError;
import dev.mayfly.engine.error.EngineException;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.HeldDocuments;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.time.Instant;
import org.jspecify.annotations.Nullable;

/** Restores the hidden documents of one shard on request. */
public final class HiddenRestore {
    private static final int ATTEMPTS_MAX = 1000;

    private final CollectionCommitter committer;
    private final ClockGuard clock;
    private final WritePlanner planner;

    public HiddenRestore(CollectionCommitter committer, WritePlanner planner) {
        this.committer = committer;
        this.clock = committer.state().clock();
        this.planner = planner;
    }

    /** @param version of the one that is meant where several of a key are hidden; 0 for the last */
    public RestoreOutcome restore(DocumentKey key, long version, Lifetime lifetime) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            PendingCommit draft = committer.draft();
            Drafted drafted = draftRestore(draft, key, version, lifetime);
            if (drafted instanceof Drafted.Refused refused && !draft.isRaced()) {
                return refused.why;
            }
            if (drafted instanceof Drafted.Ready ready) {
                long written = committer.commit(draft, Durability.SYNCED);
                if (written != 0) {
                    committer
                            .currentSchema()
                            .audit(
                                    AuditEntry.Action.RESTORED,
                                    AuditLog.nameOf(committer.record().name(), key) + ", " + words(lifetime));
                    return new RestoreOutcome.Restored(written, ready.deadline);
                }
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    /** Returns a hidden document, stored in its place or aside; null if none is hidden. */
    @Nullable
    public HiddenContent content(DocumentKey key, long version) {
        StoredDocument stored = planner.load(key);
        boolean isMeant = stored != null && (version == 0 || stored.version() == version);
        StoredDocument hidden = isMeant && LiveGate.admit(committer.reading(), stored) == null ? stored : null;
        if (hidden == null) {
            HeldDocuments.Laid laid = committer.heldDocuments().find(committer.store(), key, version);
            hidden = laid == null ? null : laid.document();
        }
        return hidden == null
                ? null
                : new HiddenContent(
                        hidden.stamp(),
                        LiveGate.withoutHidden(committer.reading(), hidden).body());
    }

    private static String words(Lifetime lifetime) {
        return switch (lifetime) {
            case Lifetime.Forever _ -> "forever";
            case Lifetime.Inherit _ -> "inherited lifetime";
            case Lifetime.For span -> "for " + span.seconds() + " s";
            case Lifetime.Until end -> "until " + Instant.ofEpochMilli(end.epochMillis());
        };
    }

    private sealed interface Drafted {
        record Ready(long deadline) implements Drafted {}

        record Refused(RestoreOutcome why) implements Drafted {}
    }

    private Drafted draftRestore(PendingCommit draft, DocumentKey key, long version, Lifetime lifetime) {
        ReadView reading = draft.reading();
        StoredDocument stored = planner.load(key);
        if (stored != null && LiveGate.admit(reading, stored) != null) {
            return new Drafted.Refused(new RestoreOutcome.Live());
        }
        if (stored != null && (version == 0 || stored.version() == version)) {
            return draftInPlace(draft, stored, lifetime);
        }
        HeldDocuments.Laid laid = committer.heldDocuments().find(committer.store(), key, version);
        return laid == null
                ? new Drafted.Refused(new RestoreOutcome.Missing())
                : draftFromVault(draft, laid, stored, lifetime);
    }

    private Drafted draftInPlace(PendingCommit draft, StoredDocument stored, Lifetime lifetime) {
        ReadView reading = draft.reading();
        Instants instants = reading.schema().instants(stored);
        boolean isHeld = reading.schema().holds().covers(stored.key());
        if (!isHeld) {
            if (isDead(reading, instants)) {
                return new Drafted.Refused(
                        new RestoreOutcome.Dead(reading.policy().deadFrom(instants)));
            }
            relyOnRecall(draft, instants);
        }
        Decision.Put put = renewed(reading, stored, lifetime);
        RestoreOutcome refusal = refusal(reading, stored, put);
        if (put == null || refusal != null) {
            return new Drafted.Refused(refusal == null ? new RestoreOutcome.Unsayable() : refusal);
        }
        byte[] record = Layout.announcementKey(stored.key(), stored.version());
        boolean recorded = planner.maintenance().isRecorded(record);
        Document shown = LiveGate.recalled(reading, stored);
        Drafted drafted =
                drafted(reading, stored, put, planner.stagePut(draft, stored.key(), put, stored, shown, null));
        if (!recorded) {
            // The sweeper may announce it meanwhile, which leaves the document as it is.
            draft.expectUnread(new Expectation.Absent(Space.EXPIRY, record));
        }
        return drafted;
    }

    /** @param inPlace what is hidden under its key, or null */
    private Drafted draftFromVault(
            PendingCommit draft, HeldDocuments.Laid laid, @Nullable StoredDocument inPlace, Lifetime lifetime) {
        ReadView reading = draft.reading();
        StoredDocument stored = laid.document();
        Decision.Put put = renewed(reading, stored, lifetime);
        RestoreOutcome refusal = refusal(reading, stored, put);
        if (put == null || refusal != null) {
            return new Drafted.Refused(refusal == null ? new RestoreOutcome.Unsayable() : refusal);
        }
        Tombstone buried = inPlace == null
                ? committer.tombstones().find(committer.store(), committer.partition(), stored.key())
                : null;
        WritePlanner.Staged staged = planner.stagePut(draft, stored.key(), put, inPlace, null, buried);
        draft.expect(new Expectation.Version(Space.META, laid.storeKey(), laid.recordVersion()));
        draft.batch().delete(Space.META, laid.storeKey());
        // Whatever lies aside was announced when its place was taken.
        planner.announcer().restored(draft, stored);
        return drafted(reading, stored, put, staged);
    }

    private Decision.@Nullable Put renewed(ReadView reading, StoredDocument stored, Lifetime lifetime) {
        byte[] body = LiveGate.withoutHidden(reading, stored).body();
        return committer
                .forms()
                .renewed(new FaceForms.Renewal(reading.record(), stored.stamp(), body, lifetime, reading.now()));
    }

    private static @Nullable RestoreOutcome refusal(
            ReadView reading, StoredDocument stored, Decision.@Nullable Put put) {
        if (put == null) {
            return new RestoreOutcome.Unsayable();
        }
        Instants instants = instants(reading, stored, put);
        Policy policy = reading.policy().current();
        long deadline = policy.deadline(instants);
        return deadline <= reading.now()
                ? new RestoreOutcome.WouldExpire(policy.decidingQueue(instants), deadline)
                : null;
    }

    private static Instants instants(ReadView reading, StoredDocument stored, Decision.Put put) {
        return reading.schema()
                .instants(StoredDocument.draft(stored.key(), reading.now(), put.lifetime(), put.face(), put.body()));
    }

    private static Drafted drafted(
            ReadView reading, StoredDocument stored, Decision.Put put, WritePlanner.Staged staged) {
        if (staged instanceof WritePlanner.Staged.Duplicate duplicate) {
            return new Drafted.Refused(new RestoreOutcome.ValueTaken(duplicate.index(), duplicate.holder()));
        }
        return new Drafted.Ready(reading.policy().current().deadline(instants(reading, stored, put)));
    }

    /** Returns true if the document is dead. While the clock is suspect documents are hidden, but none is dead. */
    private boolean isDead(ReadView reading, Instants instants) {
        long judged = clock.isSuspect() ? clock.guardedMillis() : reading.now();
        return reading.policy().isDead(instants, judged);
    }

    /**
     * A document that dies between the draft and the commit is not restored; in a lazy collection documents die by a
     * change of its record.
     */
    private void relyOnRecall(PendingCommit draft, Instants instants) {
        PolicyState policy = draft.reading().policy();
        if (policy.current().visibility() == Policy.Visibility.EXACT && !clock.isSuspect()) {
            draft.rely(policy.deadFrom(instants));
        }
    }
}
