package dev.mayfly.face.transport;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.fail;

import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.face.transport.http.HttpService;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;

/** A transport on a free port of loopback and a clock that stands still. Checks when closed that nothing is left. */
final class TransportFixture implements AutoCloseable {
    private static final int TRIES = 20_000;

    final VirtualClock clock = new VirtualClock(1_000_000);
    final EchoProtocol echo = new EchoProtocol();
    final Transport transport;

    TransportFixture(TransportLimits limits) {
        this(limits, 2);
    }

    TransportFixture(TransportLimits limits, int eventLoops) {
        this(limits, eventLoops, Long.MAX_VALUE);
    }

    TransportFixture(TransportLimits limits, int eventLoops, long openFilesMax) {
        transport = new Transport(limits, clock, clock, eventLoops, openFilesMax);
    }

    TransportFixture() {
        this(TransportLimits.DEFAULT);
    }

    static InetSocketAddress anyPort() {
        return new InetSocketAddress(InetAddress.getLoopbackAddress(), 0);
    }

    InetSocketAddress listen() throws IOException {
        return transport.listen(Endpoint.plain(anyPort()), echo).address();
    }

    InetSocketAddress listen(HttpService service) throws IOException {
        return transport.listen(Endpoint.plain(anyPort()), service).address();
    }

    /** Lets the transport notice how late it is. */
    void advance(Duration duration) {
        clock.advance(duration);
    }

    static void eventually(String what, BooleanSupplier condition) {
        for (int i = 0; i < TRIES; i++) {
            if (condition.getAsBoolean()) {
                return;
            }
            LockSupport.parkNanos(1_000_000);
        }
        fail("never: " + what);
    }

    @Override
    public void close() {
        echo.gate.countDown();
        transport.close();
        assertEquals(0, transport.connections());
        assertEquals(0, transport.inFlightBytes());
    }
}
