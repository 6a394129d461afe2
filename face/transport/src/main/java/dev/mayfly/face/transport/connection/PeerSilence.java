package dev.mayfly.face.transport.connection;

import io.netty.channel.Channel;
import java.util.function.BooleanSupplier;

/** The last sign of a connection's peer, and the end of a connection whose peer gives none. */
final class PeerSilence {
    private final ChannelConnection connection;
    private final Channel channel;
    private final SharedState shared;

    /** The last peer activity that counts: it connected, was admitted, sent a request, or had one answered. */
    private volatile long heardAt;

    /** Set while the socket is read once more before the connection is closed for its silence; for the event loop. */
    private boolean isChecked;

    PeerSilence(ChannelConnection connection, Channel channel, SharedState shared) {
        this.connection = connection;
        this.channel = channel;
        this.shared = shared;
        this.heardAt = shared.clock().tickNanos();
    }

    /** Notes a sign of a peer that has not logged in; afterwards signs do not count. */
    void heard() {
        heardAt = shared.clock().tickNanos();
    }

    /** The tick of the last sign of a peer that has not logged in. */
    long heardAt() {
        return heardAt;
    }

    /** Closes the connection if its peer has not logged in and has nothing running. Safe to call from any thread. */
    void closeStranger(long nanos) {
        BooleanSupplier isSilent =
                () -> connection.isIdleStranger() && shared.clock().tickNanos() - heardAt >= nanos;
        channel.eventLoop()
                .execute(() -> closeIf(isSilent, () -> {
                    shared.connections().countSilent(connection);
                    channel.close();
                }));
    }

    /** Closes the connection if it has been waited for too long. Safe to call from any thread. */
    void closeTimedOut() {
        channel.eventLoop().execute(() -> closeIf(connection::isTimedOut, () -> connection.refuse("it took too long")));
    }

    /** Closes the connection if it is silent now and still is when its socket has been read once more. */
    private void closeIf(BooleanSupplier isSilent, Runnable closing) {
        if (isChecked || !channel.isActive() || !isSilent.getAsBoolean()) {
            return;
        }
        isChecked = true;
        ArrivalCheck.begin(channel, () -> isChecked = false, () -> {
            if (isSilent.getAsBoolean()) {
                closing.run();
            }
        });
    }
}
