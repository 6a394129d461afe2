package dev.mayfly.face.transport.connection;

import java.time.Duration;

/**
 * The limits of size and time that a transport sets its peers before it closes their connections.
 *
 * @param firstByte from the accepted connection, or the end of its TLS handshake, to its first byte
 * @param wholeHeader from the first byte of a frame until its length is known, or until an HTTP header is whole
 * @param wholeFrame from there until the frame is whole
 * @param idleBeforeLogin between two frames of a peer that has not logged in
 * @param idleHttp between two HTTP requests of a peer that has logged in
 * @param writeStalled the time that unsent bytes may wait without the peer taking any
 * @param connections in all; further ones wait a while for room
 * @param connectionsPerAddress of one address to one face, counting only those not logged in; further ones wait a
 *     while for room
 * @param limitLoopback whether loopback addresses are counted like any other
 * @param acceptQueue connections the system may hold before they are accepted
 * @param inFlightBytes memory for unfinished frames and waiting requests of all connections; one of them at a time may go
 *     beyond it
 * @param frameBytesBeforeLogin the longest frame of a peer that has not logged in
 * @param frameBytes the longest frame of one that has
 */
public record TransportLimits(
        Duration firstByte,
        Duration wholeHeader,
        Duration wholeFrame,
        Duration idleBeforeLogin,
        Duration idleHttp,
        Duration writeStalled,
        int connections,
        int connectionsPerAddress,
        boolean limitLoopback,
        int acceptQueue,
        long inFlightBytes,
        int frameBytesBeforeLogin,
        int frameBytes) {
    public static final TransportLimits DEFAULT = new TransportLimits(
            Duration.ofSeconds(10),
            Duration.ofSeconds(10),
            Duration.ofSeconds(30),
            Duration.ofSeconds(60),
            Duration.ofMinutes(10),
            Duration.ofSeconds(30),
            10_000,
            500,
            true,
            1_024,
            256L << 20,
            1 << 20,
            48_000_000);

    public TransportLimits {
        if (connections < 1 || connectionsPerAddress < 1 || acceptQueue < 1) {
            throw new IllegalArgumentException("a transport that accepts nothing");
        }
        if (frameBytesBeforeLogin < 1 || frameBytes < frameBytesBeforeLogin || inFlightBytes < 1) {
            throw new IllegalArgumentException("a transport that takes no frames");
        }
    }

    /** Memory for large answers, which mostly lie outside of the heap. */
    public long answerBytes() {
        return inFlightBytes * 2;
    }

    public TransportLimits withConnections(int all, int perAddress) {
        return new TransportLimits(
                firstByte,
                wholeHeader,
                wholeFrame,
                idleBeforeLogin,
                idleHttp,
                writeStalled,
                all,
                perAddress,
                limitLoopback,
                acceptQueue,
                inFlightBytes,
                frameBytesBeforeLogin,
                frameBytes);
    }

    public TransportLimits withFrameBytes(int beforeLogin, int afterLogin) {
        return new TransportLimits(
                firstByte,
                wholeHeader,
                wholeFrame,
                idleBeforeLogin,
                idleHttp,
                writeStalled,
                connections,
                connectionsPerAddress,
                limitLoopback,
                acceptQueue,
                inFlightBytes,
                beforeLogin,
                afterLogin);
    }

    public TransportLimits withInFlightBytes(long bytes) {
        return new TransportLimits(
                firstByte,
                wholeHeader,
                wholeFrame,
                idleBeforeLogin,
                idleHttp,
                writeStalled,
                connections,
                connectionsPerAddress,
                limitLoopback,
                acceptQueue,
                bytes,
                frameBytesBeforeLogin,
                frameBytes);
    }

    /** Returns these limits with loopback peers held to the limit per address or exempt from it. */
    public TransportLimits withLimitLoopback(boolean limited) {
        return new TransportLimits(
                firstByte,
                wholeHeader,
                wholeFrame,
                idleBeforeLogin,
                idleHttp,
                writeStalled,
                connections,
                connectionsPerAddress,
                limited,
                acceptQueue,
                inFlightBytes,
                frameBytesBeforeLogin,
                frameBytes);
    }
}
