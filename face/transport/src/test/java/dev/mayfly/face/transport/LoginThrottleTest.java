package dev.mayfly.face.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Test;

final class LoginThrottleTest {
    private static final String ANNA = "anna";
    private static final String BERT = "bert";

    private final VirtualClock clock = new VirtualClock(0);
    private final LoginThrottle gate = new LoginThrottle(clock, clock);
    private final InetAddress here = address(1);

    @Test
    void guesserGetsFewTriesHoweverManyConnectionsHeHas() throws InterruptedException {
        AtomicInteger admitted = new AtomicInteger();
        AtomicInteger ended = new AtomicInteger();
        List<Thread> guessers = new ArrayList<>();
        for (int i = 0; i < 1_000; i++) {
            guessers.add(Thread.ofVirtual().start(() -> {
                if (gate.admit(ANNA, here)) {
                    admitted.incrementAndGet();
                    gate.failed(ANNA, here);
                }
                ended.incrementAndGet();
            }));
            if (i < LoginThrottle.FREE_FAILURES) {
                guessers.getLast().join();
            }
        }
        while (ended.get() < 1_000) {
            clock.advance(Duration.ofSeconds(1));
            LockSupport.parkNanos(1_000_000);
        }
        assertTrue(admitted.get() <= 50, "admitted " + admitted.get());
    }

    @Test
    void othersAreNotSlowedDown() {
        failOften(ANNA, here, 50);
        assertTrue(gate.admit(BERT, here));
        assertTrue(gate.admit(ANNA, address(2)));
    }

    @Test
    void inventedNamesDoNotPushOutTheOneThatIsGuessed() {
        failOften(ANNA, here, 60);
        assertTrue(gate.admit(ANNA, here), "the first slot is at once, the next a minute away");
        assertFalse(gate.admit(ANNA, here));
        for (int invented = 0; invented < 20_000; invented++) {
            if (gate.admit("invented " + invented, here)) {
                gate.failed("invented " + invented, here);
            }
        }
        assertFalse(gate.admit(ANNA, here));
        assertFalse(gate.admit(BERT, here), "an address that tries twenty thousand names is refused with any other");
        assertTrue(gate.admit(BERT, address(2)));
        clock.advance(Duration.ofMinutes(61));
        assertTrue(gate.admit(BERT, here));
        assertTrue(gate.admit(ANNA, here));
    }

    @Test
    void successAndAQuietMinuteForgive() {
        failOften(ANNA, here, 9);
        gate.succeeded(ANNA, here);
        failOften(ANNA, here, 9);
        assertTrue(gate.admit(ANNA, here));
        failOften(BERT, here, 10);
        clock.advance(Duration.ofSeconds(61));
        assertTrue(gate.admit(BERT, here));
        gate.failed(BERT, here);
        assertTrue(gate.admit(BERT, here));
    }

    @Test
    void tryTooFarInTheFutureIsRefusedUnread() {
        failOften(ANNA, here, 60);
        assertTrue(gate.admit(ANNA, here), "the slot at once");
        assertFalse(gate.admit(ANNA, here), "51 seconds later is too far");
    }

    @Test
    void laterTriesWaitForTheirSlot() throws InterruptedException {
        failOften(ANNA, here, 10);
        assertTrue(gate.admit(ANNA, here));
        AtomicInteger admitted = new AtomicInteger();
        Thread waiting = Thread.ofVirtual().start(() -> {
            if (gate.admit(ANNA, here)) {
                admitted.incrementAndGet();
            }
        });
        while (waiting.getState() != Thread.State.WAITING) {
            LockSupport.parkNanos(100_000);
        }
        clock.advance(Duration.ofMillis(900));
        assertEquals(0, admitted.get());
        clock.advance(Duration.ofMillis(100));
        waiting.join();
        assertEquals(1, admitted.get());
    }

    private void failOften(String user, InetAddress address, int times) {
        for (int i = 0; i < times; i++) {
            gate.failed(user, address);
        }
    }

    private static InetAddress address(int last) {
        try {
            return InetAddress.getByAddress(new byte[] {10, 0, 0, (byte) last});
        } catch (UnknownHostException e) {
            throw new IllegalStateException(e);
        }
    }
}
