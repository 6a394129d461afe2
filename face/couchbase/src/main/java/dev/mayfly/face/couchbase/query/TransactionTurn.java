package dev.mayfly.face.couchbase.query;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.read.Document;
import dev.mayfly.engine.read.ReadView;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlString;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.language.value.N1qlValues;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransaction;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransactions;
import dev.mayfly.face.couchbase.query.transaction.TransactionErrors;
import dev.mayfly.face.couchbase.query.transaction.TransactionOptions;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The part of one request in transactions: it begins one, is a statement of one, is one by itself, or none of these.
 * Used by one thread.
 */
public final class TransactionTurn implements AutoCloseable {
    private final N1qlTransactions all;
    private final Asked asked;
    private @Nullable N1qlTransaction current;
    private boolean entered;
    private boolean finished;
    private int mark;

    /**
     * The request's own statements about transactions.
     *
     * @param user the sender
     * @param id of the transaction to which its statement belongs, or empty
     * @param group under which the user continues a transaction without naming it, or empty
     * @param implicit whether the statement is a transaction by itself
     * @param number of the statement among those of the transaction; 0 where that is not said
     * @param data the client's data about the statement, or MISSING
     */
    public record Asked(
            String user,
            String id,
            String group,
            boolean implicit,
            long number,
            TransactionOptions options,
            N1qlValue data) {}

    public TransactionTurn(N1qlTransactions all, Asked asked) {
        this.all = all;
        this.asked = asked;
    }

    /** @throws N1qlException when the statement cannot be run in a transaction, or not outside of one */
    public void enter(ExecutableStatement statement) {
        StatementRole role = statement.role();
        boolean ofGroup = asked.id.isEmpty() && !asked.group.isEmpty() && role != StatementRole.START;
        String id = ofGroup ? all.idOf(asked.user, asked.group) : asked.id;
        boolean within = !id.isEmpty();
        boolean allowed = switch (role) {
            case DATA -> true;
            case START -> !within;
            case CONTROL -> within;
            case OTHER -> !within && !asked.implicit;
        };
        if (!allowed) {
            String where = role == StatementRole.CONTROL ? "outside the" : within ? "within the" : "in implicit";
            throw TransactionErrors.notSupported(statement.type(), where);
        }
        if (within) {
            N1qlTransaction found = all.require(asked.user, id);
            found.enter(asked.number);
            current = found;
            entered = true;
            mark = found.mark();
        } else if (asked.implicit && role == StatementRole.DATA) {
            TransactionOptions own = new TransactionOptions(
                    asked.options.timeoutNanos(), asked.options.durability(), asked.options.records(), null);
            current = all.begin(asked.user, own, _ -> {});
        }
    }

    /** The transaction of the statement, or null where it is of none. */
    public @Nullable N1qlTransaction current() {
        return current;
    }

    private N1qlTransaction required() {
        N1qlTransaction transaction = current;
        if (transaction == null) {
            throw new IllegalStateException("there is no transaction");
        }
        return transaction;
    }

    /**
     * Begins a transaction.
     *
     * @param mayWrite asked of every keyspace in which a client has staged something of it already
     */
    public N1qlTransaction begin(Consumer<BucketCollection> mayWrite) {
        N1qlTransaction begun = all.begin(asked.user, asked.options, mayWrite);
        if (!asked.group.isEmpty()) {
            all.remember(asked.group, begun);
        }
        return begun;
    }

    public void commit() {
        all.commit(required());
    }

    public void rollBack() {
        all.rollBack(required());
    }

    public void save(String name) {
        required().save(name);
    }

    public void undoTo(String name) {
        required().undoTo(name);
        mark = required().mark();
    }

    /** The statement went well. */
    public void finish() {
        finished = true;
        N1qlTransaction transaction = current;
        if (transaction != null && !entered) {
            all.commit(transaction);
        }
    }

    /** Takes back what a statement has changed that did not go well. */
    @Override
    public void close() {
        N1qlTransaction transaction = current;
        if (transaction == null) {
            return;
        }
        if (!entered) {
            if (!finished) {
                all.rollBack(transaction);
            }
            return;
        }
        if (!finished && transaction.mark() > mark) {
            transaction.undo(mark);
        }
        transaction.leave();
    }

    /** Returns whether the statement stands for a client's operation on one document, which must exist. */
    public boolean isKeyValue() {
        return asked.data.field("kv").truth();
    }

    /** A document as the statement sees it: as the transaction has changed it. */
    public @Nullable Document seen(BucketCollection in, DocumentKey key, @Nullable Document stored, ReadView reading) {
        N1qlTransaction transaction = required();
        return transaction.hasChanged(in, key)
                ? transaction.changed(in, key, reading)
                : all.seen(in, key, stored, reading);
    }

    /** @throws N1qlException when the client means another version of the document than there is */
    public void requireCas(String what, DocumentKey key, @Nullable Document seen) {
        if (!(asked.data.field("scas") instanceof N1qlString text)) {
            return;
        }
        String name = N1qlTransaction.text(key);
        if (seen == null) {
            throw TransactionErrors.keyNotFound(name);
        }
        long actual = DocumentMeta.cas(seen);
        long expected;
        try {
            expected = Long.parseUnsignedLong(text.stringValue());
        } catch (NumberFormatException _) {
            expected = 0;
        }
        if (actual != expected) {
            throw TransactionErrors.casMismatch(what, name, actual, expected);
        }
    }

    /** Returns the value of a request that is not about transactions. */
    public static Asked nothing() {
        return new Asked(
                "",
                "",
                "",
                false,
                0,
                new TransactionOptions(TransactionOptions.TIMEOUT_NANOS, "n", null, null),
                N1qlValues.MISSING);
    }
}
