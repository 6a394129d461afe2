package dev.mayfly.face.transport.connection;

import io.netty.channel.Channel;
import java.util.concurrent.RejectedExecutionException;

/** The turn of a request that has run on the event loop, and whose answer waits for something without a thread. */
final class DelayedTurn {
    private final ChannelConnection connection;
    private final Channel channel;
    private final SharedState shared;
    private final Request.DelayedAnswer answer;

    /** The number of the request on its connection. */
    private final long number;

    DelayedTurn(
            ChannelConnection connection,
            Channel channel,
            SharedState shared,
            Request.DelayedAnswer answer,
            long number) {
        this.connection = connection;
        this.channel = channel;
        this.shared = shared;
        this.answer = answer;
        this.number = number;
    }

    /**
     * Begins to wait; for the event loop.
     *
     * @param since the tick at which the request began, whose time includes the wait
     */
    void begin(Request request, long since) {
        shared.running().begin();
        try {
            answer.begin(() -> end(request, since));
        } catch (Throwable e) {
            shared.running().end();
            connection.endBusy();
            connection.fail(number, e);
        }
    }

    /** Called on any thread. */
    private void end(Request request, long since) {
        try {
            channel.eventLoop().execute(() -> {
                connection.times().add(request.operation(), shared.clock().tickNanos() - since);
                give();
            });
        } catch (RejectedExecutionException _) {
            // The loops have ended, and every connection with them.
        } finally {
            shared.running().end();
        }
    }

    private void give() {
        connection.endBusy();
        try {
            answer.give();
        } catch (ConnectionClosedException _) {
            channel.close();
        } catch (Throwable e) {
            connection.fail(number, e);
        }
        connection.becomeReady();
        connection.flushHere();
    }
}
