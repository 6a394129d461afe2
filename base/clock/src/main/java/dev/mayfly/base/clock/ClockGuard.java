package dev.mayfly.base.clock;

import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicLong;

/**
 * The clock that deadlines are compared with: it never runs back, and says when it cannot be trusted.
 *
 * <p>Safe for concurrent use; a reading takes no lock unless the wall has stepped.
 */
public final class ClockGuard implements Clock {
    /*
     * The mark is the highest time seen, kept across restarts. States and transitions:
     *
     *   steady     wall and tick agree; time is the wall, and the mark follows it
     *   held back  the wall stepped back, or stood before the mark at the start: time goes on from where it was by the
     *              tick, until the wall has caught up
     *   suspect    the wall jumped ahead by more than a minute, or stood more than a day after the mark at the
     *              start: time is the wall, but the mark is frozen, and guarded time goes on from it by the tick
     *
     * Suspicion ends by confirm() (the wall is right), by the wall's return to guarded time or behind it (the jump is
     * taken back), or after a long run without a step in either direction (no objection). Only here may time be lower
     * than it was. Its begin and its end each begin a new epoch, so that a caller that judged by a time of the other
     * kind can tell.
     *
     * Guarded time does not know how long a process was down. So after a start the wall has returned if it stands no
     * more ahead of guarded time than a start would have believed.
     *
     * Where several processes live by one time, each measures how far it stands from it. A clock that stands too far off is
     * suspect as well, whatever the wall does, until a measurement finds it right; nobody can confirm it. It has no guarded
     * time of its own, since it may have been wrong all along.
     */

    /** A live step ahead of more than this makes the clock suspect; a step back of more than this is reported. */
    public static final long STEP_MILLIS_MAX = 60_000;

    /** A start later than this after the mark makes the clock suspect. */
    public static final long DOWNTIME_MILLIS_MAX = 24 * 3_600_000L;

    /** The interval at which the mark is saved, and so the most by which the saved mark lags behind time seen. */
    public static final long SAVE_INTERVAL_MILLIS = 1_000;

    /** The farthest from the time of others that a clock may stand without being suspect. */
    public static final long OFFSET_MILLIS_MAX = 1_000;

    private static final long NANOS_PER_MILLI = 1_000_000;

    /** Steps back of no more than this make time stand still instead of going on by the tick. */
    private static final long SLACK_MILLIS = 1_000;

    /** The storage of the mark. */
    public interface MarkStore {
        /** Keeps nothing, as for a virtual clock, whose instant is kept itself. */
        MarkStore NONE = new MarkStore() {
            @Override
            public OptionalLong load() {
                return OptionalLong.empty();
            }

            @Override
            public void save(long mark) {
                // There is nothing to keep.
            }
        };

        OptionalLong load();

        void save(long mark);
    }

    /** Receives the end of a suspicion, with the instant from which time is trusted again. */
    public interface SuspicionListener {
        void suspicionEnded(long instant);
    }

    /** The state of the clock. */
    public enum State {
        STEADY,
        HELD_BACK,
        SUSPECT
    }

    /**
     * One agreement between wall and tick; time is derived from it.
     *
     * @param guarded what guarded time was at that tick
     * @param stepped the last step of a suspect wall
     * @param returnMillis how far ahead of guarded time a suspect wall may stand to have returned
     */
    private record Anchor(
            State state, long wall, long tick, long epoch, long guarded, Step stepped, long returnMillis) {
        static Anchor trusted(State state, long time, long tick, long epoch) {
            return new Anchor(state, time, tick, epoch, time, new Step(time, tick), 0);
        }

        static Anchor suspect(long wall, long tick, long epoch, long guarded, long returnMillis) {
            return new Anchor(State.SUSPECT, wall, tick, epoch, guarded, new Step(wall, tick), returnMillis);
        }

        Anchor steppedBack(long to, long at) {
            return new Anchor(state, wall, tick, epoch, guarded, new Step(to, at), returnMillis);
        }
    }

    /** A step of the wall, and its time. */
    private record Step(long wall, long tick) {}

    private final Clock source;
    private final MarkStore marks;
    private final long steadyMillis;
    private final List<SuspicionListener> listeners = new CopyOnWriteArrayList<>();
    private final AtomicLong shown;
    private final AtomicLong offEpochs = new AtomicLong();
    private volatile Anchor anchor;
    private volatile OptionalLong offset = OptionalLong.empty();
    private long saved;

    /**
     * @param steadyMillis after how long without a further step a suspect clock is believed
     */
    public ClockGuard(Clock source, MarkStore marks, long steadyMillis) {
        this.source = source;
        this.marks = marks;
        this.steadyMillis = steadyMillis;
        OptionalLong mark = marks.load();
        this.anchor = first(source, mark);
        this.saved = mark.orElse(Long.MIN_VALUE);
        this.shown = new AtomicLong(anchor.wall);
    }

    private static Anchor first(Clock source, OptionalLong mark) {
        long wall = source.wallMillis();
        long tick = source.tickNanos();
        if (mark.isEmpty()) {
            return Anchor.trusted(State.STEADY, wall, tick, 0);
        }
        // Time may have been seen to run on after the mark was saved, for as long as it is not saved again.
        long seen = mark.getAsLong();
        long resumed = seen + SAVE_INTERVAL_MILLIS;
        if (wall < seen) {
            return Anchor.trusted(State.HELD_BACK, resumed, tick, 0);
        }
        boolean late = wall - seen > DOWNTIME_MILLIS_MAX;
        return late
                ? Anchor.suspect(wall, tick, 1, resumed, DOWNTIME_MILLIS_MAX)
                : Anchor.trusted(State.STEADY, wall, tick, 0);
    }

    public void addListener(SuspicionListener listener) {
        listeners.add(listener);
    }

    @Override
    public long wallMillis() {
        long wall = source.wallMillis();
        Anchor seen = anchor;
        long drift = wall - expected(seen, source.tickNanos());
        if (seen.state == State.STEADY && drift >= -SLACK_MILLIS && drift <= STEP_MILLIS_MAX) {
            return show(wall);
        }
        return reconsider();
    }

    @Override
    public long tickNanos() {
        return source.tickNanos();
    }

    private static long expected(Anchor seen, long tick) {
        return seen.wall + (tick - seen.tick) / NANOS_PER_MILLI;
    }

    private static long guarded(Anchor seen, long tick) {
        return seen.guarded + (tick - seen.tick) / NANOS_PER_MILLI;
    }

    /** The later of the two, remembered. Small steps back make time stand still for as long. */
    private long show(long time) {
        long last = shown.get();
        while (time > last && !shown.compareAndSet(last, time)) {
            last = shown.get();
        }
        return Math.max(time, last);
    }

    private long reconsider() {
        long ended = Long.MIN_VALUE;
        long now;
        synchronized (this) {
            Anchor before = anchor;
            long wall = source.wallMillis();
            long tick = source.tickNanos();
            Anchor after = before.state == State.SUSPECT
                    ? nextOfSuspect(before, wall, tick)
                    : nextOfTrusted(before, wall, tick, shown.get());
            anchor = after;
            if (before.state == State.SUSPECT && after.state != State.SUSPECT) {
                ended = after.guarded;
                shown.set(ended);
            }
            now = show(after.state == State.STEADY ? wall : Math.max(wall, expected(after, tick)));
        }
        tell(ended);
        return now;
    }

    private static Anchor nextOfTrusted(Anchor seen, long wall, long tick, long shown) {
        long expected = expected(seen, tick);
        if (wall - expected > STEP_MILLIS_MAX) {
            return Anchor.suspect(wall, tick, seen.epoch + 1, Math.max(expected, shown), STEP_MILLIS_MAX);
        }
        boolean caughtUp = wall >= expected || (seen.state == State.STEADY && wall >= expected - SLACK_MILLIS);
        if (caughtUp) {
            return Anchor.trusted(State.STEADY, wall, tick, seen.epoch);
        }
        return seen.state == State.HELD_BACK ? seen : Anchor.trusted(State.HELD_BACK, expected, tick, seen.epoch);
    }

    private Anchor nextOfSuspect(Anchor seen, long wall, long tick) {
        long guarded = guarded(seen, tick);
        long ahead = wall - guarded;
        if (ahead <= seen.returnMillis) {
            // Behind guarded time it may stand as it stood before the jump, or be as wrong as any wall that steps back.
            return ahead >= -SLACK_MILLIS
                    ? Anchor.trusted(State.STEADY, Math.max(wall, guarded), tick, seen.epoch + 1)
                    : Anchor.trusted(State.HELD_BACK, guarded, tick, seen.epoch + 1);
        }
        if (wall - expected(seen, tick) > STEP_MILLIS_MAX) {
            return Anchor.suspect(wall, tick, seen.epoch, guarded, seen.returnMillis);
        }
        Step step = seen.stepped;
        long steady = (tick - step.tick) / NANOS_PER_MILLI;
        if (Math.abs(wall - step.wall - steady) > STEP_MILLIS_MAX) {
            return seen.steppedBack(wall, tick);
        }
        return steady >= steadyMillis ? believed(wall, guarded, tick, seen.epoch + 1) : seen;
    }

    /** From here on the wall is right, even if it is behind the time that was shown; but guarded time goes on. */
    private static Anchor believed(long wall, long guarded, long tick, long epoch) {
        return wall >= guarded
                ? Anchor.trusted(State.STEADY, wall, tick, epoch)
                : Anchor.trusted(State.HELD_BACK, guarded, tick, epoch);
    }

    /** Declares the wall right; ends a suspicion. */
    public void confirm() {
        long ended = Long.MIN_VALUE;
        synchronized (this) {
            Anchor before = anchor;
            if (before.state == State.SUSPECT) {
                long tick = source.tickNanos();
                anchor = believed(source.wallMillis(), guarded(before, tick), tick, before.epoch + 1);
                ended = anchor.guarded;
                shown.set(ended);
            }
        }
        tell(ended);
    }

    private void tell(long ended) {
        if (ended != Long.MIN_VALUE && !isOff()) {
            listeners.forEach(listener -> listener.suspicionEnded(ended));
        }
    }

    /**
     * Takes a measurement of how far this clock stands ahead of the one by which all processes of a cluster live, in
     * milliseconds; negative if it is behind.
     */
    public void setOffset(long ahead) {
        boolean ended;
        synchronized (this) {
            boolean wasOff = isOff();
            offset = OptionalLong.of(ahead);
            ended = wasOff && !isOff();
            if (wasOff != isOff()) {
                offEpochs.incrementAndGet();
            }
        }
        if (ended && state() != State.SUSPECT) {
            tell(guardedMillis());
        }
    }

    /** The last measurement of {@link #setOffset}; empty before the first, and where there are no others. */
    public OptionalLong offset() {
        return offset;
    }

    /** Returns true if this clock stands farther from the time of others than this. */
    public boolean isOffBy(long millis) {
        return Math.abs(offset.orElse(0)) > millis;
    }

    private boolean isOff() {
        return isOffBy(OFFSET_MILLIS_MAX);
    }

    public State state() {
        wallMillis();
        return isOff() ? State.SUSPECT : anchor.state;
    }

    public boolean isSuspect() {
        return state() == State.SUSPECT;
    }

    /** Changes at the begin and at the end of each suspicion. */
    public long epoch() {
        return anchor.epoch + offEpochs.get();
    }

    /** The time by which changes are dated: the wall, or while that is suspect the mark and what has passed since. */
    public long guardedMillis() {
        long wall = wallMillis();
        Anchor seen = anchor;
        return seen.state == State.SUSPECT ? guarded(seen, source.tickNanos()) : wall;
    }

    /** Returns how far the wall stands behind the time shown, in milliseconds; 0 unless it is held back. */
    public long behindMillis() {
        return Math.max(0, wallMillis() - source.wallMillis());
    }

    /** Saves the mark if it has moved. Call every {@link #SAVE_INTERVAL_MILLIS}, and at shutdown. */
    public void saveMark() {
        long mark = guardedMillis();
        synchronized (this) {
            Anchor seen = anchor;
            if (seen.state == State.STEADY) {
                // Wall and tick drift apart slowly; they are brought together before that could look like a step.
                anchor = nextOfTrusted(seen, source.wallMillis(), source.tickNanos(), shown.get());
            }
            if (seen.state == State.SUSPECT || mark <= saved) {
                return;
            }
            saved = mark;
        }
        marks.save(mark);
    }
}
