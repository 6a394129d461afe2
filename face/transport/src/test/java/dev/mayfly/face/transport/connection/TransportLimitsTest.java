package dev.mayfly.face.transport.connection;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;

import dev.mayfly.face.transport.TransportTest;
import dev.mayfly.face.transport.http.HttpService;
import java.time.Duration;
import org.junit.jupiter.api.Test;

/** The default limits; how each limit acts is shown by {@link TransportTest}. */
final class TransportLimitsTest {
    @Test
    void defaultsAreThoseWeDocument() {
        TransportLimits limits = TransportLimits.DEFAULT;
        assertEquals(Duration.ofSeconds(10), limits.timeouts().firstByte());
        assertEquals(Duration.ofSeconds(10), limits.timeouts().wholeHeader());
        assertEquals(Duration.ofSeconds(30), limits.timeouts().wholeFrame());
        assertEquals(Duration.ofSeconds(60), limits.timeouts().idleBeforeLogin());
        assertEquals(Duration.ofSeconds(30), limits.timeouts().writeStalled());
        assertEquals(10_000, limits.connections().max());
        assertEquals(500, limits.connections().maxPerAddress());
        assertEquals(1_024, limits.connections().acceptQueue());
        assertEquals(256L << 20, limits.frames().inFlightBytes());
        assertEquals(1 << 20, limits.frames().beforeLogin());
        assertEquals(48_000_000, limits.frames().afterLogin());
        assertEquals(2 << 20, HttpService.BODY_BYTES);
    }

    @Test
    void limitsThatNothingCouldPassAreRefused() {
        TransportLimits limits = TransportLimits.DEFAULT;
        assertThrows(IllegalArgumentException.class, () -> limits.withConnections(0, 1));
        assertThrows(IllegalArgumentException.class, () -> limits.with(new TransportLimits.Frames(2, 1, 1)));
        assertThrows(IllegalArgumentException.class, () -> limits.withInFlightBytes(0));
    }
}
