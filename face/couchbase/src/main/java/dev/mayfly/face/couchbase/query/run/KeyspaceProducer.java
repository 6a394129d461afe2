package dev.mayfly.face.couchbase.query.run;

import dev.mayfly.engine.Document;
import dev.mayfly.engine.DocumentCursor;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.language.tree.Expression;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.expression.Frame;
import dev.mayfly.face.couchbase.query.index.AccessPath;
import dev.mayfly.face.couchbase.query.transaction.Transaction;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.BiFunction;
import org.jspecify.annotations.Nullable;

/** Documents of a keyspace by the way that was chosen. */
final class KeyspaceProducer implements Producer {
    private static final byte[] RECORD = "_txn:".getBytes(StandardCharsets.US_ASCII);

    private final BucketCollection keyspace;
    private final String name;
    private final AccessPath path;
    private final BiFunction<Frame, Expression, Value> values;
    private final Right right;
    private final int slot;

    /**
     * Documents for a statement that needs this right to see them.
     *
     * @param values computes what is known before the document is
     */
    KeyspaceProducer(
            BucketCollection keyspace,
            String name,
            AccessPath path,
            BiFunction<Frame, Expression, Value> values,
            Right right,
            int slot) {
        this.keyspace = keyspace;
        this.name = name;
        this.path = path;
        this.values = values;
        this.right = right;
        this.slot = slot;
    }

    AccessPath path() {
        return path;
    }

    @Override
    public boolean each(Frame frame, Step body) {
        right.require(frame.execution(), keyspace);
        Transaction transaction = frame.execution().transaction();
        try (DocumentCursor documents =
                path.open(Readings.of(frame, keyspace), expression -> values.apply(frame, expression))) {
            for (Document document = documents.next(); document != null; document = documents.next()) {
                frame.execution().check();
                if (isRecord(document)) {
                    continue;
                }
                Document seen = transaction == null ? document : seen(frame, transaction, document);
                if (seen != null && !row(frame, seen, body)) {
                    return false;
                }
            }
        }
        return transaction == null || written(frame, transaction, body);
    }

    /** Whether it is a record of transactions, which statements see by its key alone. */
    private static boolean isRecord(Document document) {
        byte[] key = document.key().bytes();
        return key.length >= RECORD.length && Arrays.equals(key, 0, RECORD.length, RECORD, 0, RECORD.length);
    }

    private boolean row(Frame frame, Document document, Step body) {
        DocumentRow row = new DocumentRow(document, name);
        frame.set(slot, row.value(), row);
        return body.row(frame);
    }

    /** A document as a transaction sees it that has not changed it; those that it has changed come behind all. */
    private @Nullable Document seen(Frame frame, Transaction transaction, Document document) {
        return transaction.hasChanged(keyspace, document.key())
                ? null
                : frame.execution()
                        .transactions()
                        .seen(keyspace, document.key(), document, Readings.of(frame, keyspace));
    }

    private boolean written(Frame frame, Transaction transaction, Step body) {
        for (Document document : transaction.written(keyspace, Readings.of(frame, keyspace))) {
            frame.execution().check();
            if (!row(frame, document, body)) {
                return false;
            }
        }
        return true;
    }

    @Override
    public Value explained() {
        return path.explained();
    }

    @Override
    public boolean fetches() {
        return !path.isCovering();
    }
}
