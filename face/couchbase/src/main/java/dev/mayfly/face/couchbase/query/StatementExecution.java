package dev.mayfly.face.couchbase.query;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.engine.FrozenReads;
import dev.mayfly.face.couchbase.error.FailureAnswer;
import dev.mayfly.face.couchbase.language.date.Durations;
import dev.mayfly.face.couchbase.language.function.StatementInstant;
import dev.mayfly.face.couchbase.language.tree.QueryContext;
import dev.mayfly.face.couchbase.language.value.N1qlException;
import dev.mayfly.face.couchbase.language.value.N1qlValue;
import dev.mayfly.face.couchbase.query.sequence.SequenceName;
import dev.mayfly.face.couchbase.query.transaction.N1qlTransaction;
import dev.mayfly.face.couchbase.session.Identity;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/** One run of a statement: what it may depend on, and what it has cost. Used by one thread; anyone may cancel it. */
public final class StatementExecution extends RequestGuard {
    private static final int TIMED_OUT = 1080;
    private static final int STOPPED = 5008;
    private static final int TOO_MANY = 1195;
    private static final int WARNINGS_MAX = 1_000;

    /** Limit on statements in expressions of statements in expressions. */
    private static final int DEPTH_MAX = 16;

    /**
     * The settings of a request.
     *
     * @param identity the user of the request
     * @param moment the context of functions
     * @param timeoutNanos limit on its run time; 0 for none
     * @param readOnly whether it may change nothing
     * @param preserveExpiry whether what it writes keeps its expiry where it says none
     * @param durable whether its writes are synced
     * @param errorsMax the number of errors after which it ends
     * @param legacyMerge whether MERGE writes what comes before a conflict, as it did before release 7.0
     */
    public record Settings(
            Identity identity,
            StatementInstant moment,
            QueryContext context,
            Parameters parameters,
            long timeoutNanos,
            boolean readOnly,
            boolean preserveExpiry,
            boolean durable,
            int errorsMax,
            boolean legacyMerge) {}

    /**
     * An error or a warning, besides the rows of the answer.
     *
     * @param reason the underlying error, which clients look at too, or null
     * @param cause the advice to clients, as JSON, or null
     * @param isPassing whether clients are told to try again
     */
    public record Remark(
            int code,
            String text,
            @Nullable Remark reason,
            @Nullable N1qlValue cause,
            boolean isPassing) {
        public Remark(int code, String text) {
            this(code, text, null, null, false);
        }

        public Remark(int code, String text, Remark reason) {
            this(code, text, reason, null, false);
        }
    }

    private final Settings settings;
    private final BooleanSupplier isAwaited;
    private final Clock clock;
    private final long begun;
    private final List<Remark> errors = new ArrayList<>();
    private final List<Remark> warnings = new ArrayList<>();
    private Parameters parameters;
    private @Nullable TransactionTurn transactions;
    private @Nullable FrozenReads reads;
    private volatile boolean cancelled;
    private long mutations;
    private long sorted;
    private int depth;
    private @Nullable StatementProfile profile;

    /** Creates a run with unbounded memory and no client that waits for it. */
    public StatementExecution(Settings settings, Clock clock) {
        this(settings, clock, RequestMemoryPool.unbounded().open(), () -> true);
    }

    /**
     * A run for a client.
     *
     * @param clock the machine's, for the timeout
     * @param isAwaited whether the client is still there
     */
    public StatementExecution(Settings settings, Clock clock, RequestMemory memory, BooleanSupplier isAwaited) {
        super(memory);
        this.isAwaited = isAwaited;
        this.settings = settings;
        this.parameters = settings.parameters();
        this.clock = clock;
        this.begun = clock.tickNanos();
    }

    public Settings settings() {
        return settings;
    }

    public StatementInstant moment() {
        return settings.moment();
    }

    public Parameters parameters() {
        return parameters;
    }

    /** Replaces the parameters from here on: EXECUTE ... USING gives its own. */
    public void use(Parameters others) {
        parameters = others;
    }

    /**
     * Runs a statement that an expression of this one holds, with parameters of its own.
     *
     * @throws N1qlException if statements stand too deep in each other
     */
    public void nested(Parameters inner, Runnable statement) {
        if (depth == DEPTH_MAX) {
            throw N1qlException.evaluation(
                    "Statements in expressions are nested deeper than " + DEPTH_MAX + " levels.");
        }
        Parameters outer = parameters;
        parameters = inner;
        depth++;
        try {
            statement.run();
        } finally {
            depth--;
            parameters = outer;
        }
    }

    /** Milliseconds since the epoch, read once for the request. */
    public long now() {
        return settings.moment().nowMillis();
    }

    /** @throws N1qlException if it has run too long, was cancelled or has lost its client */
    @Override
    public void check() {
        if (cancelled || !isAwaited.getAsBoolean()) {
            throw new N1qlException(STOPPED, "Execution of statement has been stopped.");
        }
        if (settings.timeoutNanos() > 0 && clock.tickNanos() - begun >= settings.timeoutNanos()) {
            throw new N1qlException(TIMED_OUT, "Timeout " + Durations.text(settings.timeoutNanos()) + " exceeded");
        }
    }

    /** Ends the statement at its next {@link #check}. */
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

    /** Measures the operators from here on. */
    public void measure() {
        profile = new StatementProfile(clock);
    }

    /** Returns the times of the operators, or null where nobody has asked for them. */
    public @Nullable StatementProfile profile() {
        return profile;
    }

    /** Adds to the number of sorted rows. */
    public void sorted(long rows) {
        sorted += rows;
    }

    public long sorted() {
        return sorted;
    }

    /**
     * Something went wrong with one document while others may go well.
     *
     * @throws N1qlException when this is one too many
     */
    public void fail(int code, String text) {
        fail(new Remark(code, text));
    }

    /** {@link #fail(int, String)} with what lies behind it. */
    public void fail(Remark error) {
        if (errors.size() == settings.errorsMax()) {
            throw new N1qlException(
                    TOO_MANY,
                    "Request execution aborted as the number of errors raised has reached the maximum permitted.");
        }
        errors.add(error);
    }

    /** Records the error with which it ended. */
    public void end(int code, String text) {
        errors.add(new Remark(code, text));
    }

    /** {@link #end(int, String)} with what stands in an exception. */
    public void end(N1qlException failure) {
        errors.add(new Remark(failure.code(), failure.text(), null, failure.details(), false));
    }

    /** {@link #end(int, String)} with what the engine has refused. */
    public void end(FailureAnswer failure) {
        errors.add(new Remark(failure.queryCode(), failure.words(), null, null, failure.isPassing()));
    }

    /** Sets the request's part in transactions. */
    public void within(TransactionTurn turn) {
        transactions = turn;
    }

    /** Returns the request's part in transactions. */
    public TransactionTurn transactions() {
        if (transactions == null) {
            throw new IllegalStateException("there are no transactions here");
        }
        return transactions;
    }

    /** Sets the read views of the statement, which the caller must close. */
    public void reading(FrozenReads by) {
        reads = by;
    }

    /** Returns the read views of the statement's keyspaces. */
    public FrozenReads reads() {
        if (reads == null) {
            throw new IllegalStateException("nothing is read here");
        }
        return reads;
    }

    /** The transaction that the statement belongs to, or null. */
    public @Nullable N1qlTransaction transaction() {
        return transactions == null ? null : transactions.current();
    }

    /** A number of a sequence was taken, which PREVVAL is for the rest of the transaction. */
    public void take(SequenceName sequence, long number) {
        N1qlTransaction transaction = transaction();
        if (transaction != null) {
            transaction.take(sequence, number);
        }
    }

    /** The number of a sequence that the transaction has taken last, or null. */
    public @Nullable Long taken(SequenceName sequence) {
        N1qlTransaction transaction = transaction();
        return transaction == null ? null : transaction.taken(sequence);
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
