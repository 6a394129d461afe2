package dev.mayfly.face.transport;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import java.net.InetAddress;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Slows down who guesses passwords: ten failures a minute are free, then each try waits longer. */
public final class LoginGate {
    /*
     * Failures are counted per user and address, so nobody can lock another out by failing in his name from elsewhere.
     * Beyond the free ones a try is given the next slot, and slots lie one second further apart with every failure, so
     * many connections at once guess no faster than one. A try whose slot is too far away is refused unread.
     */
    public static final int FREE_FAILURES = 10;

    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long WAIT_NANOS_MAX = Duration.ofSeconds(30).toNanos();
    private static final int REMEMBERED = 10_000;

    private final Clock clock;
    private final Timers timers;
    private final Map<Key, Failures> failures = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Key, Failures> eldest) {
            return size() > REMEMBERED;
        }
    };

    /** @param clock the machine's own */
    public LoginGate(Clock clock, Timers timers) {
        this.clock = clock;
        this.timers = timers;
    }

    /**
     * Waits for this try's slot; answers false if it must be refused without being looked at.
     *
     * @param user by whatever the face tells users apart; compared by equals
     */
    public boolean admit(Object user, InetAddress address) {
        long wait = waitNanos(new Key(user, address));
        if (wait > WAIT_NANOS_MAX) {
            return false;
        }
        if (wait > 0) {
            CountDownLatch slot = new CountDownLatch(1);
            timers.schedule(Duration.ofNanos(wait), slot::countDown);
            try {
                slot.await();
            } catch (InterruptedException _) {
                Thread.currentThread().interrupt();
                return false;
            }
        }
        return true;
    }

    public synchronized void failed(Object user, InetAddress address) {
        long now = clock.tickNanos();
        Failures known = failures.computeIfAbsent(new Key(user, address), _ -> new Failures(now));
        known.age(now);
        known.count++;
        known.last = now;
    }

    public synchronized void succeeded(Object user, InetAddress address) {
        failures.remove(new Key(user, address));
    }

    private synchronized long waitNanos(Key key) {
        Failures known = failures.get(key);
        if (known == null) {
            return 0;
        }
        long now = clock.tickNanos();
        known.age(now);
        if (known.count < FREE_FAILURES) {
            return 0;
        }
        long slot = Math.max(0, known.nextSlot - now);
        if (slot <= WAIT_NANOS_MAX) {
            long distance = (known.count - FREE_FAILURES + 1L) * SECOND_NANOS;
            known.nextSlot = now + slot + distance;
        }
        return slot;
    }

    private record Key(Object user, InetAddress address) {}

    private static final class Failures {
        private int count;
        private long last;
        private long nextSlot;

        Failures(long now) {
            last = now;
            nextSlot = now;
        }

        /** A quiet minute forgives everything. */
        void age(long now) {
            if (now - last > WINDOW_NANOS && now - nextSlot > 0) {
                count = 0;
                nextSlot = now;
            }
        }
    }
}
