package dev.mayfly.face.transport;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import java.net.InetAddress;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.CountDownLatch;

/** Slows down password guessing: ten failures a minute are free, then each try waits longer. */
public final class LoginThrottle {
    /*
     * Failures are counted per user and address, so a client cannot lock out a user by failing under that user's name
     * from another address. Beyond the free ones a try is given the next slot, and slots lie one second further apart
     * with every failure, so a thousand connections at once guess no faster than one. A try whose slot is too far away is
     * refused unread.
     *
     * An address is remembered with at most `USERS_MAX` users: beyond them it is refused with any other until
     * some of them have been quiet for a minute. Invented names therefore never displace the record of one that is
     * being guessed.
     */
    public static final int FREE_FAILURES = 10;

    private static final long WINDOW_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long SECOND_NANOS = Duration.ofSeconds(1).toNanos();
    private static final long WAIT_NANOS_MAX = Duration.ofSeconds(30).toNanos();
    private static final int ADDRESSES_MAX = 10_000;
    /** The number of users in whose names one address may fail within a minute. */
    static final int USERS_MAX = 100;

    private final Clock clock;
    private final Timers timers;
    private final Map<InetAddress, Map<Object, Failures>> addresses = new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<InetAddress, Map<Object, Failures>> eldest) {
            return size() > ADDRESSES_MAX;
        }
    };

    /** @param clock the machine's own */
    public LoginThrottle(Clock clock, Timers timers) {
        this.clock = clock;
        this.timers = timers;
    }

    /**
     * Waits for this try's slot; answers false if it must be refused without being looked at.
     *
     * @param user by whatever the face tells users apart; compared by equals
     */
    public boolean admit(Object user, InetAddress address) {
        long wait = waitNanos(user, address);
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
        Failures known =
                addresses.computeIfAbsent(address, _ -> new HashMap<>()).computeIfAbsent(user, _ -> new Failures(now));
        known.age(now);
        known.count++;
        known.last = now;
    }

    public synchronized void succeeded(Object user, InetAddress address) {
        Map<Object, Failures> users = addresses.get(address);
        if (users != null) {
            users.remove(user);
            if (users.isEmpty()) {
                addresses.remove(address);
            }
        }
    }

    private synchronized long waitNanos(Object user, InetAddress address) {
        Map<Object, Failures> users = addresses.get(address);
        if (users == null) {
            return 0;
        }
        long now = clock.tickNanos();
        Failures known = users.get(user);
        if (known == null) {
            users.values().removeIf(failures -> failures.isForgiven(now));
            return users.size() >= USERS_MAX ? Long.MAX_VALUE : 0;
        }
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
            if (isForgiven(now)) {
                count = 0;
                nextSlot = now;
            }
        }

        boolean isForgiven(long now) {
            return now - last > WINDOW_NANOS && now - nextSlot > 0;
        }
    }
}
