package dev.mayfly.face.transport.connection;

import java.time.Duration;

/** The limits of size and time that a transport sets its peers before it closes their connections. */
public record TransportLimits(Timeouts timeouts, Connections connections, Frames frames) {
    public static final TransportLimits DEFAULT = new TransportLimits(
            new Timeouts(
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(10),
                    Duration.ofSeconds(30),
                    Duration.ofSeconds(60),
                    Duration.ofMinutes(10),
                    Duration.ofSeconds(30)),
            new Connections(10_000, 500, true, 1_024),
            new Frames(1 << 20, 48_000_000, 256L << 20));

    /**
     * The times that a peer may take.
     *
     * @param firstByte from the accepted connection, or the end of its TLS handshake, to its first byte
     * @param wholeHeader from the first byte of a frame until its length is known, or until an HTTP header is whole
     * @param wholeFrame from there until the frame is whole
     * @param idleBeforeLogin between two frames of a peer that has not logged in
     * @param idleHttp between two HTTP requests of a peer that has logged in
     * @param writeStalled the time that unsent bytes may wait without the peer taking any
     */
    public record Timeouts(
            Duration firstByte,
            Duration wholeHeader,
            Duration wholeFrame,
            Duration idleBeforeLogin,
            Duration idleHttp,
            Duration writeStalled) {}

    /**
     * The number of peers.
     *
     * @param max in all; further ones wait a while for room
     * @param maxPerAddress of one address to one face, counting only those not logged in; further ones wait a while for
     *     room
     * @param limitLoopback whether loopback addresses are counted like any other
     * @param acceptQueue connections the system may hold before they are accepted
     */
    public record Connections(int max, int maxPerAddress, boolean limitLoopback, int acceptQueue) {
        public Connections {
            if (max < 1 || maxPerAddress < 1 || acceptQueue < 1) {
                throw new IllegalArgumentException("a transport that accepts nothing");
            }
        }
    }

    /**
     * The bytes that peers may send.
     *
     * @param beforeLogin the longest frame of a peer that has not logged in
     * @param afterLogin the longest frame of one that has
     * @param inFlightBytes memory for unfinished frames and waiting requests of all connections; one of them at a time may
     *     go beyond it
     */
    public record Frames(int beforeLogin, int afterLogin, long inFlightBytes) {
        public Frames {
            if (beforeLogin < 1 || afterLogin < beforeLogin || inFlightBytes < 1) {
                throw new IllegalArgumentException("a transport that takes no frames");
            }
        }
    }

    /** Memory for large answers, which mostly lie outside of the heap. */
    public long answerBytes() {
        return frames.inFlightBytes * 2;
    }

    public TransportLimits with(Connections other) {
        return new TransportLimits(timeouts, other, frames);
    }

    public TransportLimits with(Frames other) {
        return new TransportLimits(timeouts, connections, other);
    }

    public TransportLimits withConnections(int max, int maxPerAddress) {
        return with(new Connections(max, maxPerAddress, connections.limitLoopback, connections.acceptQueue));
    }

    public TransportLimits withInFlightBytes(long bytes) {
        return with(new Frames(frames.beforeLogin, frames.afterLogin, bytes));
    }
}
