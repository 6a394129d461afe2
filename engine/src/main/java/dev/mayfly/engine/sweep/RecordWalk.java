package dev.mayfly.engine.sweep;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.commit.PendingCommit;
import dev.mayfly.engine.document.StoredDocument;
import dev.mayfly.engine.event.Announcer;
import dev.mayfly.engine.format.IndexEntry;
import dev.mayfly.engine.format.Layout;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.LiveGate;
import dev.mayfly.engine.write.CollectionCommitter;
import dev.mayfly.engine.write.WritePlanner;
import dev.mayfly.store.api.Cursor;
import dev.mayfly.store.api.Direction;
import dev.mayfly.store.api.Durability;
import dev.mayfly.store.api.Expectation;
import dev.mayfly.store.api.KeyRange;
import dev.mayfly.store.api.Space;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** After a change of policy, withdraws the announcements of documents that live again. */
final class RecordWalk {
    private final CollectionCommitter committer;
    private final Announcer announcer;
    private final int batchRecords;
    private long walkedVersion;

    RecordWalk(CollectionCommitter committer, Announcer announcer, int batchRecords) {
        this.committer = committer;
        this.announcer = announcer;
        this.batchRecords = batchRecords;
        // Announcements made before the process began are walked once.
        this.walkedVersion = -1;
    }

    void run() {
        long policyVersion = committer.record().policy().version();
        if (policyVersion == walkedVersion) {
            return;
        }
        byte[] position = {Layout.ANNOUNCEMENT};
        while (committer.totals().hasRecords() && !committer.isDropped()) {
            List<byte[]> records = read(position);
            if (records.isEmpty()) {
                break;
            }
            PendingCommit draft = new PendingCommit(committer.reading());
            int judged = 0;
            while (judged < records.size() && draft.weight() < QueuePass.HISTORY_BYTES) {
                judge(draft, records.get(judged++));
            }
            if (draft.isEmpty() || committer.commit(draft, Durability.LOGGED) != 0) {
                byte[] last = records.get(judged - 1);
                position = Arrays.copyOf(last, last.length + 1);
            }
        }
        walkedVersion = policyVersion;
    }

    private List<byte[]> read(byte[] position) {
        List<byte[]> records = new ArrayList<>(batchRecords);
        KeyRange rest = new KeyRange(position, new byte[] {Layout.ANNOUNCEMENT + 1});
        try (Cursor cursor =
                committer.store().scan(committer.partition(), Space.EXPIRY, rest, Direction.FORWARD, batchRecords)) {
            while (cursor.next()) {
                records.add(cursor.key());
            }
        }
        return records;
    }

    private void judge(PendingCommit draft, byte[] record) {
        DocumentKey key = Layout.announcedDocument(record);
        StoredDocument stored = StoredDocument.ofNullable(
                key, committer.store().get(committer.partition(), Space.DOCUMENT, key.bytes()));
        boolean same = stored != null && stored.version() == Layout.announcedVersion(record);
        Document live = same ? LiveGate.admit(draft.reading(), stored) : null;
        if (same && live == null) {
            return;
        }
        if (stored != null && live != null) {
            WritePlanner.relyOn(draft, live);
            draft.expect(new Expectation.Version(Space.DOCUMENT, key.bytes(), Layout.announcedVersion(record)));
            announcer.broughtBack(draft, stored);
        }
        byte[] value = committer.store().get(committer.partition(), Space.EXPIRY, record);
        if (value != null) {
            draft.expect(new Expectation.Version(Space.EXPIRY, record, IndexEntry.version(value)));
            draft.withdraw(record);
        }
    }
}
