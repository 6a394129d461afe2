package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.WriteTerms;

/** A document, or the tombstone in its place, in which an attempt may have staged a change. */
record StagedDocument(BucketCollection in, DocumentKey key) {
    /**
     * Makes the document what the attempt has staged; nothing where it is not staged by the attempt.
     *
     * @return false where that cannot be done, and the attempt must not be forgotten
     */
    boolean finish(Documents documents, String attempt) {
        DocumentOutcome outcome = documents.write(in, key, WriteTerms.PLAIN, found -> {
            Document current = found.document();
            StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(current, found.tombstone()));
            if (!staged.isOf(attempt)) {
                return Edit.KEEP;
            }
            if (staged.type().equals("remove")) {
                return current == null ? new Edit.Remove(0, staged.cleared().toBytes()) : Edit.remove(current);
            }
            byte[] body = staged.body();
            Long expiry = staged.expiration();
            return body == null
                    ? Edit.KEEP
                    : new Edit.Put(
                            body,
                            staged.flags(current == null ? 0 : DocumentMeta.flags(current)),
                            DocumentMeta.JSON,
                            staged.cleared().toBytes(),
                            expiry == null ? 0 : expiry & 0xFFFF_FFFFL,
                            expiry == null ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED);
        });
        return isSettled(outcome, documents, attempt);
    }

    /** Takes away what the attempt has staged; false where that cannot be done now. */
    boolean clear(Documents documents, String attempt) {
        return isSettled(clear(documents, attempt, WriteTerms.PLAIN), documents, attempt);
    }

    DocumentOutcome clear(Documents documents, String attempt, WriteTerms terms) {
        return documents.write(in, key, terms, found -> {
            Document current = found.document();
            StagedXattrs staged = StagedXattrs.of(AttemptRecords.xattrs(current, found.tombstone()));
            if (!staged.isOf(attempt)) {
                return Edit.KEEP;
            }
            byte[] rest = staged.cleared().toBytes();
            return current == null
                    ? new Edit.Remove(0, rest)
                    : new Edit.Put(
                            current.body(),
                            DocumentMeta.flags(current),
                            DocumentMeta.datatype(current),
                            rest,
                            0,
                            ExpiryRule.PRESERVED);
        });
    }

    private boolean isSettled(DocumentOutcome outcome, Documents documents, String attempt) {
        return switch (outcome) {
            case DocumentOutcome.Written _ -> true;
            case DocumentOutcome.Unchanged _ -> {
                var keyState = documents.keyState(in, key);
                yield !StagedXattrs.of(AttemptRecords.xattrs(keyState.live(), keyState.tombstone()))
                        .isOf(attempt);
            }
            case DocumentOutcome.Refused _ -> false;
        };
    }
}
