package dev.mayfly.engine.write;

import dev.mayfly.engine.commit.CommitGroup;
import dev.mayfly.engine.commit.CommitParticipant;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.erasure.ErasureNotes;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.store.api.Space;

/** Writes down with a commit what its drafts destroy, where that is noted. */
final class ErasureCapture implements CommitParticipant {
    @Override
    public void prepare(CommitGroup group) {
        for (PendingCommit draft : group.drafts()) {
            ErasureNotes notes = draft.erasures();
            if (notes != null) {
                ReadView reading = draft.reading();
                byte[] value =
                        notes.encode(reading.record().name(), draft.expiry().cause(), reading.now());
                group.batch().put(Space.META, Layout.erasureKey(draft.version()), value);
            }
        }
    }
}
