package dev.mayfly.face.transport.connection;

import dev.mayfly.base.clock.Clock;
import io.netty.channel.Channel;
import io.netty.channel.ChannelOutboundBuffer;

/** The times for which one connection has been waited for. Confined to its event loop. */
public final class ConnectionTimeouts {
    private final Clock clock;
    private final TransportLimits.Timeouts limits;
    private ConnectionDuty waiting = ConnectionDuty.NOTHING;
    private long waitingSince;
    private boolean isStalled;
    private long stalledSince;
    private long stalledBytes;
    private long stalledProgress;

    ConnectionTimeouts(Clock clock, TransportLimits.Timeouts limits) {
        this.clock = clock;
        this.limits = limits;
    }

    /** Waits for something else from now on; waiting for the same thing goes on counting. */
    public void waitFor(ConnectionDuty next) {
        if (waiting != next) {
            restart(next);
        }
    }

    /** Waits from now on, for the same thing or another. */
    public void restart(ConnectionDuty next) {
        waiting = next;
        if (next != ConnectionDuty.NOTHING) {
            waitingSince = clock.tickNanos();
        }
    }

    public ConnectionDuty waiting() {
        return waiting;
    }

    boolean isAtEnd(Channel channel, boolean isLoggedIn) {
        long now = clock.tickNanos();
        return now - waitingSince > waiting.limitNanos(limits, isLoggedIn) || isWriteStalled(channel, now);
    }

    private boolean isWriteStalled(Channel channel, long now) {
        ChannelOutboundBuffer unsent = channel.unsafe().outboundBuffer();
        if (unsent == null || unsent.totalPendingWriteBytes() == 0) {
            isStalled = false;
            return false;
        }
        long bytes = unsent.totalPendingWriteBytes();
        long progress = unsent.currentProgress();
        if (!isStalled || bytes != stalledBytes || progress != stalledProgress) {
            isStalled = true;
            stalledSince = now;
            stalledBytes = bytes;
            stalledProgress = progress;
        }
        return now - stalledSince > limits.writeStalled().toNanos();
    }
}
