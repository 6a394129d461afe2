package dev.mayfly.face.couchbase.query.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.Expiry;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Editor;
import dev.mayfly.face.couchbase.kv.ExistingDocument;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.TransactionTurn;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransaction;
import dev.mayfly.face.couchbase.query.transaction.TransactionErrors;
import org.jspecify.annotations.Nullable;

/** Writes the documents of one keyspace for a statement of a transaction; the first that fails ends the statement. */
final class TransactionWriter {
    private static final long MILLIS = 1_000;

    private final Documents documents;
    private final BucketCollection keyspace;
    private final StatementExecution execution;
    private final N1qlTransaction transaction;

    TransactionWriter(
            Documents documents, BucketCollection keyspace, StatementExecution execution, N1qlTransaction transaction) {
        this.documents = documents;
        this.keyspace = keyspace;
        this.execution = execution;
        this.transaction = transaction;
    }

    /** Writes what an editor makes; answers the CAS by which statements know it, or 0 when nothing was written. */
    long write(String what, DocumentKey key, Editor editor) {
        TransactionTurn turn = execution.transactions();
        Document stored = documents.get(keyspace, key);
        ReadView reading = keyspace.collection().reading(execution.reads().instant());
        Document seen = turn.seen(keyspace, key, stored, reading);
        if (!what.equals("INSERT") && !what.equals("UPSERT")) {
            turn.requireCas(what, key, seen);
        }
        long cas = documents.nextCas();
        Edit edit = editor.edit(new ExistingDocument(seen, null, reading.now(), cas));
        switch (edit) {
            case Edit.Put put ->
                transaction.put(
                        keyspace, key, stored, put.body(), put.flags(), expiration(put, reading.now() / MILLIS), cas);
            case Edit.Remove _ -> transaction.remove(keyspace, key, stored, cas);
            case Edit.Keep _ -> {
                return 0;
            }
            case Edit.Refuse(Refusal why) -> throw refused(why, new String(key.bytes(), UTF_8));
        }
        execution.mutated();
        return cas;
    }

    /** Returns the expiry as an instant, since it is counted from here on and not from the commit. */
    private static @Nullable Long expiration(Edit.Put put, long now) {
        if (put.rule() == ExpiryRule.PRESERVED) {
            return null;
        }
        long asked = Expiry.asked(put.expiry(), now);
        if (asked == Expiry.TOO_LATE) {
            throw TransactionErrors.staging("the expiration is too late");
        }
        return asked;
    }

    private static RuntimeException refused(Refusal why, String key) {
        return switch (why) {
            case EXISTS -> TransactionErrors.duplicateKey(key);
            case NOT_FOUND -> TransactionErrors.keyNotFound(key);
            case LOCKED,
                    LOCKED_FOR_NOW,
                    NOT_LOCKED,
                    NOT_STORED,
                    NOT_A_NUMBER,
                    TOO_BIG,
                    INVALID,
                    EXPIRY_TOO_LATE,
                    BUSY -> TransactionErrors.staging(why + " " + key);
        };
    }
}
