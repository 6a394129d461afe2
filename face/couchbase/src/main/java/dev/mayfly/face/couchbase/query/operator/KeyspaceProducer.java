package dev.mayfly.face.couchbase.query.operator;

import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.DocumentCursor;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.N1qlExpression;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransaction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Documents of a keyspace by the way that was chosen. */
public final class KeyspaceProducer implements Producer {
    private static final byte[] RECORD = "_txn:".getBytes(StandardCharsets.US_ASCII);

    private static final int TOO_MANY_READ = 4036;

    /** Limit on the documents that a correlated subquery reads each time where no index finds them. */
    private static final int UNINDEXED_MAX = 1_000;

    private final BucketCollection keyspace;
    private final String name;
    private final AccessPath path;
    private final BiFunction<Frame, N1qlExpression, N1qlValue> values;
    private final RequiredPrivilege right;
    private final int slot;
    private final String alias;

    /**
     * Documents for a statement that needs this right to see them.
     *
     * @param alias the name of the documents in the statement
     * @param values computes what is known before the document is
     */
    public KeyspaceProducer(
            BucketCollection keyspace,
            String name,
            AccessPath path,
            BiFunction<Frame, N1qlExpression, N1qlValue> values,
            RequiredPrivilege right,
            int slot,
            String alias) {
        this.keyspace = keyspace;
        this.name = name;
        this.path = path;
        this.values = values;
        this.right = right;
        this.slot = slot;
        this.alias = alias;
    }

    public AccessPath path() {
        return path;
    }

    @Override
    public boolean each(Frame frame, JoinStep body) {
        require(frame);
        N1qlTransaction transaction = frame.execution().transaction();
        int left = path.isPrimary() && frame.isCorrelated() ? UNINDEXED_MAX : Integer.MAX_VALUE;
        try (DocumentCursor documents =
                path.open(StatementReadViews.of(frame, keyspace), expression -> values.apply(frame, expression))) {
            for (Document document = documents.next(); document != null; document = documents.next()) {
                frame.execution().check();
                if (isRecord(document)) {
                    continue;
                }
                if (--left < 0) {
                    throw tooMany();
                }
                Document seen = transaction == null ? document : seen(frame, transaction, document);
                if (seen != null && !row(frame, seen, body)) {
                    return false;
                }
            }
        }
        return transaction == null || written(frame, transaction, body);
    }

    /** @throws N1qlException unless the documents may be seen */
    void require(Frame frame) {
        right.require(frame.execution(), keyspace);
    }

    private N1qlException tooMany() {
        return new N1qlException(
                TOO_MANY_READ,
                "Correlated subquery's keyspace (" + alias + ") cannot have more than " + UNINDEXED_MAX
                        + " documents without appropriate secondary index");
    }

    /** Returns whether it is a record of transactions, which statements see by its key alone. */
    static boolean isRecord(Document document) {
        byte[] key = document.key().bytes();
        return key.length >= RECORD.length && Arrays.equals(key, 0, RECORD.length, RECORD, 0, RECORD.length);
    }

    /** Passes one document to the body. */
    boolean row(Frame frame, Document document, JoinStep body) {
        DocumentRow row = new DocumentRow(document, name);
        frame.set(slot, row.value(), row);
        return RowScope.run(() -> body.row(frame));
    }

    BucketCollection keyspace() {
        return keyspace;
    }

    /** A document as a transaction sees it that has not changed it; those that it has changed come behind all. */
    private @Nullable Document seen(Frame frame, N1qlTransaction transaction, Document document) {
        return transaction.hasChanged(keyspace, document.key())
                ? null
                : frame.execution()
                        .transactions()
                        .seen(keyspace, document.key(), document, StatementReadViews.of(frame, keyspace));
    }

    private boolean written(Frame frame, N1qlTransaction transaction, JoinStep body) {
        for (Document document : transaction.written(keyspace, StatementReadViews.of(frame, keyspace))) {
            frame.execution().check();
            if (!row(frame, document, body)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public N1qlValue explained() {
        return path.explained();
    }

    @Override
    public boolean fetches() {
        return !path.isCovering();
    }
}
