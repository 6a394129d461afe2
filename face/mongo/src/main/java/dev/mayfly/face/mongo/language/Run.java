package dev.mayfly.face.mongo.language;

import java.util.function.Supplier;

/** One command being carried out, as its inner parts see it: whether it may go on. Safe for concurrent use. */
public final class Run {
    private static final ScopedValue<Run> CURRENT = ScopedValue.newInstance();
    private static final Run UNWATCHED = new Run();

    private volatile boolean killed;

    /** Why a run ended before its time: of the whole command, whichever of its statements was in hand. */
    public static final class Ended extends QueryException {
        public static final int INTERRUPTED = 11601;

        Ended(int code, String codeName, String message) {
            super(code, codeName, message);
        }
    }

    /** Of the request that this thread carries out; what is bounded cannot be interrupted. */
    public static Run current() {
        return CURRENT.orElse(UNWATCHED);
    }

    /** Does the work, which finds this one as the current one. */
    public <T> T during(Supplier<T> work) {
        return ScopedValue.where(CURRENT, this).call(work::get);
    }

    /** Ends it at its next document; may be asked of it by any thread. */
    public void kill() {
        killed = true;
    }

    public boolean isKilled() {
        return killed;
    }

    /** @throws Ended if it shall not go on */
    public void check() {
        if (killed) {
            throw new Ended(Ended.INTERRUPTED, "Interrupted", "operation was interrupted");
        }
    }
}
