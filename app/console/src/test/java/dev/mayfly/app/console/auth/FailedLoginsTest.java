package dev.mayfly.app.console.auth;

import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.base.clock.VirtualClock;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class FailedLoginsTest {
    private final VirtualClock clock = new VirtualClock(1_000);
    private final FailedLogins failed = new FailedLogins(clock);
    private final InetAddress here = address(10, 0, 0, 1);

    private static InetAddress address(int... parts) {
        byte[] bytes = new byte[parts.length];
        for (int index = 0; index < parts.length; index++) {
            bytes[index] = (byte) parts[index];
        }
        try {
            return InetAddress.getByAddress(bytes);
        } catch (UnknownHostException impossible) {
            throw new IllegalArgumentException(impossible);
        }
    }

    private void fail(String name, int times) {
        for (int time = 0; time < times; time++) {
            failed.add(name, here);
        }
    }

    @Test
    void inventedNamesDoNotPushOutTheOneThatIsGuessed() {
        fail("ann", FailedLogins.FAILURES_MAX);
        assertTrue(failed.isTooMuch("ann", here));
        for (int invented = 0; invented < 20_000; invented++) {
            if (!failed.isTooMuch("invented " + invented, here)) {
                failed.add("invented " + invented, here);
            }
        }
        assertTrue(failed.isTooMuch("ann", here));
    }

    @Test
    void addressWithTooManyNamesIsTurnedAwayWithAnyOther() {
        for (int invented = 0; invented < FailedLogins.NAMES_MAX; invented++) {
            assertFalse(failed.isTooMuch("invented " + invented, here));
            failed.add("invented " + invented, here);
        }
        assertTrue(failed.isTooMuch("ann", here));
        assertTrue(failed.isTooMuch("nobody", here));
        assertFalse(failed.isTooMuch("ann", address(10, 0, 0, 2)));
    }

    @Test
    void minuteForgivesEverything() {
        fail("ann", FailedLogins.FAILURES_MAX);
        clock.advance(Duration.ofSeconds(61));
        assertFalse(failed.isTooMuch("ann", here));
    }

    @Test
    void addressesOfOneNetworkOfTheSixthVersionAreOne() {
        InetAddress first = address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 0, 0, 0, 0, 0, 0, 0, 1);
        InetAddress second = address(0x20, 1, 0xd, 0xb8, 0, 0, 0, 1, 9, 9, 9, 9, 0, 0, 0, 7);
        for (int time = 0; time < FailedLogins.FAILURES_MAX; time++) {
            failed.add("ann", first);
        }
        assertTrue(failed.isTooMuch("ann", second));
    }
}
