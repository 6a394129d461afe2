package dev.mayfly.face.couchbase.query;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.couchbase.language.QueryException;
import dev.mayfly.face.couchbase.language.function.Moment;
import dev.mayfly.face.couchbase.language.value.Value;
import dev.mayfly.face.couchbase.query.transaction.Transaction;
import dev.mayfly.face.couchbase.query.transaction.TransactionTurn;
import dev.mayfly.face.couchbase.session.Identity;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a statement: what it may depend on, and what it has cost. Used by one thread; anyone may cancel it. */
public final class Execution {
    private static final int TIMED_OUT = 1080;
    private static final int STOPPED = 5008;
    private static final int TOO_MANY = 1195;
    private static final int WARNINGS_MAX = 1_000;

    /**
     * What a request asks for.
     *
     * @param identity who asks
     * @param moment what functions may depend on
     * @param timeoutNanos how long it may run; 0 for as long as it takes
     * @param readOnly whether it may change nothing
     * @param preserveExpiry whether what it writes keeps its expiry where it says none
     * @param durable whether its writes are synced
     * @param errorsMax after how many errors it ends
     */
    public record Settings(
            Identity identity,
            Moment moment,
            QueryContext context,
            Parameters parameters,
            long timeoutNanos,
            boolean readOnly,
            boolean preserveExpiry,
            boolean durable,
            int errorsMax) {}

    /**
     * An error or a warning, beside the rows of the answer.
     *
     * @param reason what lies behind it, which clients look at too, or null
     * @param cause what clients are to do about it, as JSON, or null
     */
    public record Remark(
            int code,
            String text,
            @Nullable Remark reason,
            @Nullable Value cause) {
        public Remark(int code, String text) {
            this(code, text, null, null);
        }

        public Remark(int code, String text, Remark reason) {
            this(code, text, reason, null);
        }
    }

    private final Settings settings;
    private final Clock clock;
    private final long begun;
    private final List<Remark> errors = new ArrayList<>();
    private final List<Remark> warnings = new ArrayList<>();
    private Parameters parameters;
    private @Nullable TransactionTurn transactions;
    private volatile boolean cancelled;
    private long mutations;
    private long sorted;

    /** @param clock the machine's, for the timeout */
    public Execution(Settings settings, Clock clock) {
        this.settings = settings;
        this.parameters = settings.parameters();
        this.clock = clock;
        this.begun = clock.tickNanos();
    }

    public Settings settings() {
        return settings;
    }

    public Moment moment() {
        return settings.moment();
    }

    public Parameters parameters() {
        return parameters;
    }

    /** From here on other values stand for the parameters: EXECUTE ... USING says its own. */
    public void use(Parameters others) {
        parameters = others;
    }

    /** Milliseconds since the epoch, read once for the request. */
    public long now() {
        return settings.moment().nowMillis();
    }

    /**
     * To be asked at every document that is looked at.
     *
     * @throws QueryException when it has run too long or was cancelled
     */
    public void check() {
        if (cancelled) {
            throw new QueryException(STOPPED, "Execution of statement has been stopped.");
        }
        if (settings.timeoutNanos() > 0 && clock.tickNanos() - begun >= settings.timeoutNanos()) {
            throw new QueryException(TIMED_OUT, "Timeout " + Durations.text(settings.timeoutNanos()) + " exceeded");
        }
    }

    /** Ends it at its next {@link #check}. */
    public void cancel() {
        cancelled = true;
    }

    public boolean isCancelled() {
        return cancelled;
    }

    public long elapsedNanos() {
        return clock.tickNanos() - begun;
    }

    /** One more document was written or removed. */
    public void mutated() {
        mutations++;
    }

    public long mutations() {
        return mutations;
    }

    /** So many rows were sorted. */
    public void sorted(long rows) {
        sorted += rows;
    }

    public long sorted() {
        return sorted;
    }

    /**
     * Something went wrong with one document while others may go well.
     *
     * @throws QueryException when this is one too many
     */
    public void fail(int code, String text) {
        fail(new Remark(code, text));
    }

    /** {@link #fail(int, String)} with what lies behind it. */
    public void fail(Remark error) {
        if (errors.size() == settings.errorsMax()) {
            throw new QueryException(
                    TOO_MANY,
                    "Request execution aborted as the number of errors raised has reached the maximum permitted.");
        }
        errors.add(error);
    }

    /** What it ended with. */
    public void end(int code, String text) {
        errors.add(new Remark(code, text));
    }

    /** {@link #end(int, String)} with what stands in an exception. */
    public void end(QueryException failure) {
        errors.add(new Remark(failure.code(), failure.text(), null, failure.details()));
    }

    /** From here on it belongs to what a request says of transactions. */
    public void within(TransactionTurn turn) {
        transactions = turn;
    }

    /** What the request has to do with transactions. */
    public TransactionTurn transactions() {
        if (transactions == null) {
            throw new IllegalStateException("there are no transactions here");
        }
        return transactions;
    }

    /** The transaction that the statement belongs to, or null. */
    public @Nullable Transaction transaction() {
        return transactions == null ? null : transactions.current();
    }

    public List<Remark> errors() {
        return errors;
    }

    public void warn(int code, String text) {
        if (warnings.size() < WARNINGS_MAX) {
            warnings.add(new Remark(code, text));
        }
    }

    public List<Remark> warnings() {
        return warnings;
    }
}
