package dev.mayfly.engine;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.base.document.Lifetime;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.expiry.Instants;
import dev.mayfly.engine.expiry.Policy;
import dev.mayfly.engine.expiry.PolicyState;
import dev.mayfly.engine.hidden.HiddenDocument;
import dev.mayfly.engine.hidden.HiddenPage;
import dev.mayfly.engine.hidden.Purged;
import dev.mayfly.engine.hidden.RestoreOutcome;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Lists the hidden documents of one collection, brings them back, and destroys them when somebody asks for it. */
final class Recall {
    private static final int ATTEMPTS_MAX = 1000;

    /** How many documents share a batch. */
    private static final int BATCH_DOCUMENTS = 100;

    private final EngineContext context;
    private final Committer committer;
    private final Stager stager;

    Recall(EngineContext context, Committer committer, Stager stager) {
        this.context = context;
        this.committer = committer;
        this.stager = stager;
    }

    HiddenPage page(Reading reading, byte @Nullable [] after, int limit) {
        List<HiddenDocument> documents = new ArrayList<>();
        byte[] last = null;
        try (HiddenWalk walk = HiddenWalk.over(committer, reading, after)) {
            while (walk.next()) {
                if (documents.size() >= limit) {
                    return new HiddenPage(documents, last);
                }
                documents.add(listed(reading, walk));
                last = walk.position();
            }
        }
        return new HiddenPage(documents, null);
    }

    private static HiddenDocument listed(Reading reading, HiddenWalk walk) {
        PolicyState policy = reading.policy();
        Instants instants = walk.instants();
        return new HiddenDocument(
                walk.key(),
                instants.version(),
                walk.queue(),
                policy.diedAt(instants, reading.now()),
                policy.isHeld(instants) ? policy.diedAt(instants, reading.now()) : policy.deadFrom(instants),
                walk.entry().bytes(),
                false,
                false);
    }

    RestoreOutcome restore(DocumentKey key, Lifetime lifetime) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            Draft draft = committer.draft();
            Drafted drafted = draftRestore(draft, key, lifetime);
            if (drafted instanceof Drafted.Refused refused && !draft.isRaced()) {
                return refused.why;
            }
            if (drafted instanceof Drafted.Ready ready) {
                long version = committer.commit(draft, Durability.SYNCED);
                if (version != 0) {
                    return new RestoreOutcome.Restored(version, ready.deadline);
                }
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    private sealed interface Drafted {
        record Ready(long deadline) implements Drafted {}

        record Refused(RestoreOutcome why) implements Drafted {}
    }

    private Drafted draftRestore(Draft draft, DocumentKey key, Lifetime lifetime) {
        Reading reading = draft.reading();
        StoredDocument stored = stager.load(key);
        if (stored == null) {
            return new Drafted.Refused(new RestoreOutcome.Missing());
        }
        if (LiveGate.admit(reading, stored) != null) {
            return new Drafted.Refused(new RestoreOutcome.Live());
        }
        Instants instants = reading.schema().instants(stored);
        if (isDead(reading, instants)) {
            return new Drafted.Refused(
                    new RestoreOutcome.Dead(reading.policy().deadFrom(instants)));
        }
        relyOnRecall(draft, instants);
        Decision.Put put = committer.forms().renewed(new FaceForms.Renewal(
                reading.record(), stored.stamp(), stored.body(), lifetime, reading.now()));
        if (put == null) {
            return new Drafted.Refused(new RestoreOutcome.Unsayable());
        }
        return draftPut(draft, stored, put);
    }

    /** By a suspect clock documents are hidden, but none is dead. */
    private boolean isDead(Reading reading, Instants instants) {
        long judged = context.clock().isSuspect() ? context.clock().guardedMillis() : reading.now();
        return reading.policy().isDead(instants, judged);
    }

    /** What dies between the draft and the commit is not brought back; a lazy collection dies by a change of its record. */
    private void relyOnRecall(Draft draft, Instants instants) {
        PolicyState policy = draft.reading().policy();
        if (policy.current().visibility() == Policy.Visibility.EXACT && !context.clock().isSuspect()) {
            draft.rely(policy.deadFrom(instants));
        }
    }

    private Drafted draftPut(Draft draft, StoredDocument stored, Decision.Put put) {
        Reading reading = draft.reading();
        DocumentKey key = stored.key();
        StoredDocument next = StoredDocument.draft(key, reading.now(), put.lifetime(), put.face(), put.body());
        Instants instants = reading.schema().instants(next);
        Policy policy = reading.policy().current();
        long deadline = policy.deadline(instants);
        if (deadline <= reading.now()) {
            return new Drafted.Refused(new RestoreOutcome.WouldExpire(policy.decidingQueue(instants), deadline));
        }
        byte[] record = Layout.announcementKey(key, stored.version());
        boolean recorded = stager.isRecorded(record);
        Document shown = new Document(stored, reading.record().format(), Deadlines.NO_DEADLINE);
        Stager.Staged staged = stager.stagePut(draft, key, put, stored, shown, null);
        if (staged instanceof Stager.Staged.Duplicate duplicate) {
            return new Drafted.Refused(new RestoreOutcome.ValueTaken(duplicate.index(), duplicate.holder()));
        }
        if (!recorded) {
            // The sweeper may announce it meanwhile, which leaves the document as it is.
            draft.expectUnread(new Expectation.Absent(Space.EXPIRY, record));
        }
        return new Drafted.Ready(deadline);
    }

    /** Destroys what is hidden under these keys, whatever grace says; nothing while sweeping is forbidden. */
    Purged purge(List<DocumentKey> keys) {
        Purged purged = Purged.NOTHING;
        for (int from = 0; from < keys.size(); from += BATCH_DOCUMENTS) {
            List<DocumentKey> some = keys.subList(from, Math.min(keys.size(), from + BATCH_DOCUMENTS));
            purged = purged.plus(purgeSome(some));
        }
        return purged;
    }

    /** Destroys all that is hidden now. */
    Purged purgeAll() {
        Purged purged = Purged.NOTHING;
        byte[] after = null;
        do {
            HiddenPage page = page(committer.reading(), after, BATCH_DOCUMENTS);
            purged = purged.plus(
                    purgeSome(page.documents().stream().map(HiddenDocument::key).toList()));
            after = page.next();
        } while (after != null);
        context.noteDue(Long.MIN_VALUE);
        return purged;
    }

    private Purged purgeSome(List<DocumentKey> keys) {
        for (int attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
            committer.requireExisting();
            Draft draft = committer.draft().by(Destroyer.PURGE);
            // Asked behind the reading: if the clock has become suspect only now, the commit is turned away.
            if (committer.isSweepForbidden()) {
                return Purged.NOTHING;
            }
            Purged purged = Purged.NOTHING;
            for (DocumentKey key : keys) {
                purged = purged.plus(draftPurge(draft, key));
            }
            if (draft.isEmpty() || committer.commit(draft, Durability.LOGGED) != 0) {
                return purged;
            }
        }
        throw new EngineException(new EngineError.TooManyConflicts(ATTEMPTS_MAX));
    }

    private Purged draftPurge(Draft draft, DocumentKey key) {
        StoredDocument stored = draft.touches(key.bytes()) ? null : stager.load(key);
        if (stored == null || LiveGate.admit(draft.reading(), stored) != null) {
            return new Purged(0, 0, 0, 1);
        }
        stager.remove(draft, stager.standing(draft.reading(), stored), List.of());
        return new Purged(1, stored.bytes().length, 0, 0);
    }
}
