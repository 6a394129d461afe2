package dev.mayfly.face.mongo.language;

import dev.mayfly.base.document.BsonView;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * One command being carried out, as its inner parts see it: whether it may go on, and where they count what it costs.
 * Used by the thread that carries it out; any other may kill it.
 */
public final class Run {
    private static final ScopedValue<Run> CURRENT = ScopedValue.newInstance();
    private static final long NO_LIMIT = Long.MAX_VALUE;

    /** The longest command that is kept as long as its cursor, to be told as the origin of what goes on with it. */
    private static final int ORIGIN_BYTES_MAX = 16 << 10;

    /** Of all that nobody watches: it always goes on, and counts nothing. */
    private static final Run UNWATCHED = new Run(null, () -> 0, false, Tally.NONE);

    private final @Nullable BsonView command;
    private final LongSupplier nanos;
    private final boolean keepsStatements;
    private final List<Tally> statements = new ArrayList<>(0);
    private Tally tally;
    private @Nullable BsonView origin;
    private long until = NO_LIMIT;
    private long waitedNanos;
    private volatile @Nullable Reason killed;

    private Run(@Nullable BsonView command, LongSupplier nanos, boolean keepsStatements, Tally tally) {
        this.command = command;
        this.nanos = nanos;
        this.keepsStatements = keepsStatements;
        this.tally = tally;
    }

    /**
     * Begins to count.
     *
     * @param command as the client put it
     * @param nanos the machine's clock
     * @param keepsStatements whether each of its statements is counted for itself
     */
    public static Run begin(BsonView command, LongSupplier nanos, boolean keepsStatements) {
        return new Run(command, nanos, keepsStatements, new Tally(0, nanos.getAsLong()));
    }

    /** Why a run ended before its time: of the whole command, whichever of its statements was in hand. */
    public static final class Ended extends QueryException {
        public static final int INTERRUPTED = 11601;
        public static final int OUT_OF_TIME = 50;

        Ended(int code, String codeName, String message) {
            super(code, codeName, message);
        }
    }

    /**
     * What a run leaves to those that go on with its cursor.
     *
     * @param command that opened the cursor, or null if it is too long to be kept
     * @param nanos how much of its time is left
     */
    public record Rest(@Nullable BsonView command, long nanos) {}

    /** Of the request that this thread carries out. */
    public static Run current() {
        return CURRENT.orElse(UNWATCHED);
    }

    /** Whether anybody may want to know what it costs. */
    public boolean isWatched() {
        return this != UNWATCHED;
    }

    /** Does the work, which finds this one as the current one. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Why a run is ended from outside. */
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

    /** Gives it so long from now on. */
    public void limit(long nanosLeft) {
        if (isWatched() && nanosLeft != NO_LIMIT) {
            until = nanos.getAsLong() + nanosLeft;
        }
    }

    /** @throws Ended if it shall not go on */
    public void check() {
        Reason reason = killed;
        if (reason != null) {
            throw new Ended(reason.code, reason.codeName, "operation was interrupted");
        }
        if (until != NO_LIMIT && nanos.getAsLong() >= until) {
            throw new Ended(Ended.OUT_OF_TIME, "MaxTimeMSExpired", "operation exceeded time limit");
        }
    }

    /** So long it waited for somebody else to write, as its client wants. */
    public void waited(long waited) {
        if (isWatched()) {
            waitedNanos += waited;
        }
    }

    /** How much of its time was no work. */
    public long waitedNanos() {
        return waitedNanos;
    }

    public Rest rest() {
        BsonView opener = origin == null ? command : origin;
        boolean isKept = opener != null && opener.length() <= ORIGIN_BYTES_MAX;
        long left = until == NO_LIMIT ? NO_LIMIT : Math.max(0, until - nanos.getAsLong());
        return new Rest(isKept ? opener : null, left);
    }

    /** Takes over what an earlier run has left. */
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
        tally = new Tally(index, nanos.getAsLong());
        statements.add(tally);
        try {
            return work.get();
        } finally {
            tally.end(nanos.getAsLong());
        }
    }

    /** The tallies of its statements, if they are kept. */
    public List<Tally> statements() {
        return statements;
    }

    /** Where to count. */
    public Tally tally() {
        return tally;
    }
}
