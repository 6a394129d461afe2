package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Editor;
import dev.mayfly.face.couchbase.kv.ExistingDocument;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.query.transaction.AttemptRecords.Standing;
import dev.mayfly.face.couchbase.query.transaction.StagedChange.Kind;
import java.util.UUID;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/** Commits one transaction, or rolls it back. Used once, by one thread. */
final class Commitment {
    /*
     * 1. The attempt stands in its record as PENDING.
     * 2. Each change is staged: the document as it is to be stands in the extended attribute txn beside the document as it
     *    is, or of a tombstone where there is none yet. A document that has changed meanwhile, or that another attempt has
     *    staged, ends it here: the record says ABORTED, and staged changes are removed.
     * 3. The record says COMMITTED, which is the moment at which the transaction is done; no change is visible before.
     * 4. Each document is written as it is to be, and the attempt is taken out of its record.
     *
     * If this ends in the middle, LostAttempts, or a client's clean-up, finds the attempt in its record once its time
     * is over, and goes on with 4 where it says COMMITTED, or removes staged changes. Step 3 is taken only while the
     * record says PENDING and there is time left, so an attempt that others have given up is never committed after all.
     */
    private final Documents documents;
    private final AttemptRecords records;
    private final N1qlTransaction transaction;
    private final WriteTerms terms;

    Commitment(Documents documents, AttemptRecords records, N1qlTransaction transaction) {
        this.documents = documents;
        this.records = records;
        this.transaction = transaction;
        this.terms = new WriteTerms(WriteTerms.ANY_CAS, transaction.options().isDurable());
    }

    void commit(RecordPlace record, long millisLeft) {
        if (!records.pending(transaction, record, millisLeft)) {
            throw TransactionErrors.expired();
        }
        transaction.keepRecordAt(record, true);
        for (StagedChange change : transaction.changes()) {
            String conflict = stage(change, record);
            if (conflict != null) {
                rollBack(record);
                throw TransactionErrors.conflict(conflict);
            }
        }
        if (!records.committed(transaction, record)) {
            rollBack(record);
            throw TransactionErrors.expired();
        }
        endAll(record, this::write);
    }

    /** Ends staged changes. Those that cannot be ended now stay in the record, for the clean-up of lost attempts. */
    private void endAll(RecordPlace record, Predicate<StagedChange> end) {
        boolean isDone = true;
        for (StagedChange change : transaction.changes()) {
            isDone &= end.test(change);
        }
        if (isDone) {
            records.remove(transaction, record);
        }
    }

    void rollBack(RecordPlace record) {
        records.aborted(transaction, record);
        endAll(record, this::clear);
    }

    /** Null where it is staged, or why it is not. */
    private @Nullable String stage(StagedChange change, RecordPlace record) {
        if (change.kind() == Kind.NOTHING) {
            if (change.staged() != null) {
                clear(change);
            }
            return null;
        }
        String operation = UUID.randomUUID().toString();
        @Nullable String[] conflict = new @Nullable String[1];
        DocumentOutcome outcome = write(change.in(), change, found -> {
            conflict[0] = conflict(change, found);
            if (conflict[0] != null) {
                return Edit.KEEP;
            }
            Document current = found.document();
            StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(current, found.tombstone()))
                    .cleared()
                    .staging(transaction, record, change, operation, current);
            return current == null
                    ? new Edit.Remove(change.flags(), staged.toBytes())
                    : put(current, staged, current.body(), DocumentMeta.flags(current));
        });
        if (outcome instanceof DocumentOutcome.Refused(Refusal why)) {
            return "Failed to stage " + N1qlTransaction.text(change.key()) + ": " + why;
        }
        return conflict[0];
    }

    /** Returns the reason why a document cannot be staged as it is now, or null. */
    private @Nullable String conflict(StagedChange change, ExistingDocument found) {
        Document current = found.document();
        String key = N1qlTransaction.text(change.key());
        StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(current, found.tombstone()));
        if (staged.isStaged() && !staged.isOf(transaction.id())) {
            Standing standing = records.standing(staged, found.now());
            // A document that is to be inserted by an attempt that is committed is as good as there.
            if (standing != Standing.GONE) {
                return "write write conflict on " + key;
            }
        }
        if (change.kind() == Kind.INSERT) {
            return current == null ? null : "document exists: " + key;
        }
        if (current == null) {
            return "document not found: " + key;
        }
        return DocumentMeta.cas(current) == change.cas() ? null : "cas mismatch: " + key;
    }

    private static Edit put(Document current, StagedXattrs xattrs, byte[] body, int flags) {
        return new Edit.Put(body, flags, DocumentMeta.datatype(current), xattrs.toBytes(), 0, ExpiryRule.PRESERVED);
    }

    /**
     * Makes a document what it is to be. One that has expired since it was staged is gone, unless it gets a new expiry.
     *
     * @return false where the document is locked, for one
     */
    private boolean write(StagedChange change) {
        return !isRefused(write(change.in(), change, found -> {
            Document current = found.document();
            StagedXattrs kept = StagedXattrs.of(AttemptRecords.xattrs(current, found.tombstone()));
            Long asked = change.expiration();
            boolean expired = current == null && change.kind() == Kind.REPLACE && !kept.isStaged();
            if (!kept.isOf(transaction.id()) && !(expired && asked != null)) {
                return Edit.KEEP;
            }
            if (!change.leavesDocument()) {
                return current == null ? Edit.KEEP : Edit.remove(current);
            }
            return new Edit.Put(
                    change.body(),
                    change.flags(),
                    DocumentMeta.JSON,
                    kept.cleared().toBytes(),
                    asked == null ? 0 : asked & 0xFFFF_FFFFL,
                    asked == null ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED);
        }));
    }

    /** Takes away what this attempt has staged; false where the document is locked, for one. */
    private boolean clear(StagedChange change) {
        StagedDocument document = new StagedDocument(change.in(), change.key());
        return !isRefused(document.clear(documents, transaction.id(), terms));
    }

    private static boolean isRefused(DocumentOutcome outcome) {
        return outcome instanceof DocumentOutcome.Refused;
    }

    private DocumentOutcome write(BucketCollection in, StagedChange change, Editor editor) {
        return documents.write(in, change.key(), terms, editor);
    }
}
