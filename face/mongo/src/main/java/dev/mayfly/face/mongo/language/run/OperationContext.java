package dev.mayfly.face.mongo.language.run;

import dev.mayfly.base.document.BsonView;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemory;
import dev.mayfly.face.mongo.language.error.QueryException;
import dev.mayfly.face.mongo.language.sandbox.MongoSandbox;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command being carried out, as its inner parts see it: whether it may go on, and where they count what it costs.
 * Used by the thread that carries it out; any other may kill it.
 */
public final class OperationContext extends RequestGuard {
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** The longest command that is kept as long as its cursor, to be told as the origin of what goes on with it. */
    private static final int ORIGIN_BYTES_MAX = 16 << 10;

    /** The context of unwatched work: it always goes on, and counts nothing. */
    private static final OperationContext UNWATCHED =
            new OperationContext(null, () -> 0, false, ExecutionStats.NONE, RequestMemory.uncounted(), null);

    private final @Nullable BsonView command;
    private final @Nullable MongoSandbox scripts;
    private final LongSupplier nanos;
    private final boolean keepsStatements;
    private final List<ExecutionStats> statements = new ArrayList<>(0);
    private ExecutionStats stats;
    private @Nullable BsonView origin;
    private long until = NO_LIMIT;
    private long waitedNanos;
    private volatile @Nullable Reason killed;
    private boolean refusesTableScans;

    private OperationContext(
            @Nullable BsonView command,
            LongSupplier nanos,
            boolean keepsStatements,
            ExecutionStats stats,
            RequestMemory memory,
            @Nullable MongoSandbox scripts) {
        super(memory);
        this.scripts = scripts;
        this.command = command;
        this.nanos = nanos;
        this.keepsStatements = keepsStatements;
        this.stats = stats;
    }

    /**
     * Begins to count.
     *
     * @param command in the client's form
     * @param nanos the machine's clock
     * @param keepsStatements whether each of its statements is counted separately
     * @param memory the memory it holds; closed with the run
     */
    public static OperationContext begin(
            BsonView command, LongSupplier nanos, boolean keepsStatements, RequestMemory memory) {
        return begin(command, nanos, keepsStatements, memory, null);
    }

    /** @param scripts runs functions in JavaScript; null if they do not run */
    public static OperationContext begin(
            BsonView command,
            LongSupplier nanos,
            boolean keepsStatements,
            RequestMemory memory,
            @Nullable MongoSandbox scripts) {
        ExecutionStats stats = new ExecutionStats(0, nanos.getAsLong());
        return new OperationContext(command, nanos, keepsStatements, stats, memory, scripts);
    }

    /** Returns what runs functions in JavaScript; null if they do not run. */
    public @Nullable MongoSandbox scripts() {
        return scripts;
    }

    /** Thrown when a run ends before its time: ends the whole command, whichever of its statements was running. */
    public static final class Ended extends QueryException {
        public static final int INTERRUPTED = 11601;
        public static final int OUT_OF_TIME = 50;

        Ended(int code, String codeName, String message) {
            super(code, codeName, message);
        }
    }

    /**
     * The state that a run leaves to later commands on its cursor.
     *
     * @param command that opened the cursor, or null if it is too long to be kept
     * @param nanos the time that it has left
     */
    public record Rest(@Nullable BsonView command, long nanos) {}

    /** Returns the context of the request that this thread carries out. */
    public static OperationContext current() {
        return RequestGuard.current() instanceof OperationContext run ? run : UNWATCHED;
    }

    /** Returns whether the cost may be asked for. */
    public boolean isWatched() {
        return this != UNWATCHED;
    }

    /** The reason for which a run is ended from outside. */
    public enum Reason {
        KILLED(Ended.INTERRUPTED, "Interrupted"),
        CURSOR_KILLED(237, "CursorKilled"),
        CLIENT_GONE(279, "ClientDisconnect");

        private final int code;
        private final String codeName;

        Reason(int code, String codeName) {
            this.code = code;
            this.codeName = codeName;
        }
    }

    /** Ends it at its next document; may be asked of it by any thread, and the first reason counts. */
    public void kill(Reason reason) {
        if (isWatched() && killed == null) {
            killed = reason;
        }
    }

    public boolean isKilled() {
        return killed != null;
    }

    /** Limits the remaining time. */
    public void limit(long nanosLeft) {
        if (isWatched() && nanosLeft != NO_LIMIT) {
            until = nanos.getAsLong() + nanosLeft;
        }
    }

    /** @throws Ended if it shall not go on */
    @Override
    public void check() {
        Reason reason = killed;
        if (reason != null) {
            throw new Ended(reason.code, reason.codeName, "operation was interrupted");
        }
        if (until != NO_LIMIT && nanos.getAsLong() >= until) {
            throw new Ended(Ended.OUT_OF_TIME, "MaxTimeMSExpired", "operation exceeded time limit");
        }
    }

    /** Has it look for documents by indexes alone. */
    public void refuseTableScans() {
        refusesTableScans = isWatched();
    }

    public boolean refusesTableScans() {
        return refusesTableScans;
    }

    /** Records time spent waiting for another writer, at the client's request. */
    public void waited(long waited) {
        if (isWatched()) {
            waitedNanos += waited;
        }
    }

    /** Returns the part of its time that was not work. */
    public long waitedNanos() {
        return waitedNanos;
    }

    public Rest rest() {
        BsonView opener = origin == null ? command : origin;
        boolean isKept = opener != null && opener.length() <= ORIGIN_BYTES_MAX;
        long left = until == NO_LIMIT ? NO_LIMIT : Math.max(0, until - nanos.getAsLong());
        return new Rest(isKept ? opener : null, left);
    }

    /** Takes over the state that an earlier run has left. */
    public void goOn(Rest rest) {
        if (isWatched()) {
            origin = rest.command;
            limit(rest.nanos);
        }
    }

    /** The command that opened the cursor which this one goes on with, or null. */
    public @Nullable BsonView origin() {
        return origin;
    }

    /** Does one of the command's statements, counted for itself if that is wanted. */
    public <T> T statement(int index, Supplier<T> work) {
        if (!keepsStatements) {
            return work.get();
        }
        stats = new ExecutionStats(index, nanos.getAsLong());
        statements.add(stats);
        try {
            return work.get();
        } finally {
            stats.end(nanos.getAsLong());
        }
    }

    /** The statistics of its statements, if they are kept. */
    public List<ExecutionStats> statements() {
        return statements;
    }

    /** Returns the statistics to count in. */
    public ExecutionStats stats() {
        return stats;
    }
}
