package dev.mayfly.face.couchbase.query.change;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.bucket.BucketSettings;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.kv.DocumentOutcome;
import dev.mayfly.face.couchbase.kv.Documents;
import dev.mayfly.face.couchbase.kv.Edit;
import dev.mayfly.face.couchbase.kv.Editor;
import dev.mayfly.face.couchbase.kv.ExpiryRule;
import dev.mayfly.face.couchbase.kv.Refusal;
import dev.mayfly.face.couchbase.kv.WriteTerms;
import dev.mayfly.face.couchbase.kv.command.DurabilityTerms;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.StatementExecution;
import dev.mayfly.face.couchbase.query.StatementExecution.Remark;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.expression.Meta;
import dev.mayfly.face.couchbase.query.operator.DocumentRow;
import dev.mayfly.face.couchbase.query.operator.RequiredPrivilege;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransaction;
import dev.mayfly.face.couchbase.query.transaction.TransactionErrors;
import org.jspecify.annotations.Nullable;

/** Writes the documents of one keyspace for one run of a statement, and tells what went wrong with which. */
final class DocumentWriter {
    /** The flags that clients set for JSON values. */
    static final int JSON_FLAGS = 0x0200_0000;

    private static final int FAILED = 12009;
    private static final int DUPLICATE = 17012;
    private static final int KEY_BYTES_MAX = 250;

    private final Documents documents;
    private final BucketCollection keyspace;
    private final String name;
    private final StatementExecution execution;
    private boolean allowed;

    DocumentWriter(Documents documents, BucketCollection keyspace, String name, StatementExecution execution) {
        this.documents = documents;
        this.keyspace = keyspace;
        this.name = name;
        this.execution = execution;
    }

    String name() {
        return name;
    }

    /**
     * A document to be written.
     *
     * @param expiration the seconds that are asked for, or null where nothing is said of them
     * @param xattrs its extended attributes as the text of an object, or null to keep what is there
     */
    record Content(byte[] body, @Nullable Long expiration, byte @Nullable [] xattrs) {}

    /** Writes a whole document; answers its CAS, or 0 when that failed and was told. */
    long store(boolean upsert, String key, Content content) {
        return write(upsert ? "UPSERT" : "INSERT", key, found -> {
            Document current = found.document();
            if (current != null && !upsert) {
                return Edit.refuse(Refusal.EXISTS);
            }
            return put(content, current, JSON_FLAGS);
        });
    }

    Edit put(Content content, @Nullable Document current, int flags) {
        byte[] kept = current == null ? DocumentMeta.NO_XATTRS : DocumentMeta.xattrs(current);
        Long asked = content.expiration;
        boolean transactional = execution.transaction() != null;
        if (transactional && content.xattrs != null) {
            throw TransactionErrors.staging("extended attributes cannot be written within a transaction");
        }
        boolean preserves =
                asked == null && (transactional || execution.settings().preserveExpiry());
        return new Edit.Put(
                content.body,
                flags,
                DocumentMeta.JSON,
                content.xattrs == null ? kept : content.xattrs,
                asked == null ? 0 : asked & 0xFFFF_FFFFL,
                preserves ? ExpiryRule.PRESERVED : ExpiryRule.REQUESTED);
    }

    /** Writes what an editor makes; answers the CAS, or 0 when nothing was written. */
    long write(String what, String key, Editor editor) {
        execution.check();
        requireRight(what);
        byte[] bytes = key.getBytes(UTF_8);
        if (bytes.length == 0 || bytes.length > KEY_BYTES_MAX) {
            fail(what, key, new Remark(FAILED, "Invalid document key"));
            return 0;
        }
        N1qlTransaction transaction = execution.transaction();
        if (transaction != null) {
            return new TransactionWriter(documents, keyspace, execution, transaction)
                    .write(what, new DocumentKey(bytes), editor);
        }
        BucketSettings settings = keyspace.bucket().settings();
        boolean isDurable = execution.settings().durable() || DurabilityTerms.isDemanded(settings);
        if (isDurable && DurabilityTerms.isImpossible(settings)) {
            fail(what, key, new Remark(FAILED, "DURABILITY_IMPOSSIBLE"));
            return 0;
        }
        WriteTerms terms = new WriteTerms(WriteTerms.ANY_CAS, isDurable);
        DocumentOutcome outcome = documents.write(keyspace, new DocumentKey(bytes), terms, editor);
        return switch (outcome) {
            case DocumentOutcome.Written(long cas, long _) -> {
                execution.mutated();
                yield cas;
            }
            case DocumentOutcome.Unchanged _ -> 0;
            case DocumentOutcome.Refused(Refusal why) -> {
                fail(what, key, reason(why, key));
                yield 0;
            }
        };
    }

    private void requireRight(String what) {
        if (!allowed) {
            for (RequiredPrivilege right : RequiredPrivilege.toWrite(what)) {
                right.require(execution, keyspace);
            }
            allowed = true;
        }
    }

    private static Remark reason(Refusal why, String key) {
        return switch (why) {
            case EXISTS -> new Remark(DUPLICATE, "Duplicate Key: " + key);
            case NOT_FOUND -> new Remark(17014, "Key not found: " + key);
            case LOCKED, LOCKED_FOR_NOW -> new Remark(FAILED, "LOCKED");
            case TOO_BIG -> new Remark(FAILED, "E2BIG");
            case BUSY -> new Remark(FAILED, "TMPFAIL");
            case NOT_LOCKED, NOT_STORED, NOT_A_NUMBER, INVALID, EXPIRY_TOO_LATE -> new Remark(FAILED, "EINVAL");
        };
    }

    private void fail(String what, String key, Remark reason) {
        String text = "DML Error, possible causes include concurrent modification. Failed to perform " + what
                + " on key " + key + " - cause: " + reason.text();
        execution.fail(new Remark(FAILED, text, reason));
    }

    /** Puts a document that was written into a frame, with what META() shows of it. */
    void show(Frame frame, int slot, String key, N1qlValue value, long cas) {
        DocumentKey id = new DocumentKey(key.getBytes(UTF_8));
        N1qlTransaction transaction = execution.transaction();
        Document now = transaction == null
                ? documents.get(keyspace, id)
                : transaction.changed(
                        keyspace,
                        id,
                        keyspace.collection().reading(execution.reads().instant()));
        Meta meta = now != null && DocumentMeta.cas(now) == cas
                ? new DocumentRow(now, name)
                : new WrittenMeta(key, cas, name);
        frame.set(slot, value, meta);
    }
}
