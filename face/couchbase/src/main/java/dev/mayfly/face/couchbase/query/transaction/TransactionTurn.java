package dev.mayfly.face.couchbase.query.transaction;

import dev.mayfly.base.document.DocumentKey;
import dev.mayfly.engine.Document;
import dev.mayfly.engine.Reading;
import dev.mayfly.face.couchbase.bucket.BucketCollection;
import dev.mayfly.face.couchbase.kv.DocumentMeta;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.value.StringValue;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.language.value.Values;
import dev.mayfly.face.couchbase.query.Statement;
import dev.mayfly.face.couchbase.query.StatementRole;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * What one request has to do with transactions: it begins one, is a statement of one, is one by itself, or none of these.
 * Used by one thread.
 */
public final class TransactionTurn implements AutoCloseable {
    private final Transactions all;
    private final Asked asked;
    private @Nullable Transaction current;
    private boolean entered;
    private boolean finished;
    private int mark;

    /**
     * What the request says.
     *
     * @param user who sends it
     * @param id of the transaction to which its statement belongs, or empty
     * @param group under which the user goes on with a transaction without naming it, or empty
     * @param implicit whether the statement is a transaction by itself
     * @param number of the statement among those of the transaction; 0 where that is not said
     * @param data what a client says of the statement, or MISSING
     */
    public record Asked(
            String user,
            String id,
            String group,
            boolean implicit,
            long number,
            TransactionOptions options,
            Value data) {}

    public TransactionTurn(Transactions all, Asked asked) {
        this.all = all;
        this.asked = asked;
    }

    /** @throws QueryException when the statement cannot be run in a transaction, or not outside of one */
    public void enter(Statement statement) {
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
            Transaction found = all.require(asked.user, id);
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
    public @Nullable Transaction current() {
        return current;
    }

    private Transaction required() {
        Transaction transaction = current;
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
    public Transaction begin(Consumer<BucketCollection> mayWrite) {
        Transaction begun = all.begin(asked.user, asked.options, mayWrite);
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
        Transaction transaction = current;
        if (transaction != null && !entered) {
            all.commit(transaction);
        }
    }

    /** Takes back what a statement has changed that did not go well. */
    @Override
    public void close() {
        Transaction transaction = current;
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

    /** Whether the statement stands for an operation of a client on one document, which must be there. */
    public boolean isKeyValue() {
        return asked.data.field("kv").truth();
    }

    /** A document as the statement sees it: as the transaction has changed it. */
    public @Nullable Document seen(BucketCollection in, DocumentKey key, @Nullable Document stored, Reading reading) {
        Transaction transaction = required();
        return transaction.hasChanged(in, key)
                ? transaction.changed(in, key, reading)
                : all.seen(in, key, stored, reading);
    }

    /** @throws QueryException when the client means another version of the document than there is */
    public void requireCas(String what, DocumentKey key, @Nullable Document seen) {
        if (!(asked.data.field("scas") instanceof StringValue text)) {
            return;
        }
        String name = Transaction.text(key);
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

    /** What a request has to do with transactions that is about none. */
    public static Asked nothing() {
        return new Asked(
                "",
                "",
                "",
                false,
                0,
                new TransactionOptions(TransactionOptions.TIMEOUT_NANOS, "n", null, null),
                Values.MISSING);
    }
}
