package dev.mayfly.face.transport.connection;

import io.netty.channel.Channel;

/** The turn of a request that runs on a virtual thread, once memory is reserved for it. */
final class VirtualTurn implements Runnable {
    private final ChannelConnection connection;
    private final Channel channel;
    private final SharedState shared;
    private final Request request;
    private final long bytes;
    private long paidBytes;

    /** The number of the request on its connection. */
    private final long number;

    /** @param paidBytes the part of its bytes that is reserved already */
    VirtualTurn(
            ChannelConnection connection,
            Channel channel,
            SharedState shared,
            Request request,
            long bytes,
            long paidBytes,
            long number) {
        this.connection = connection;
        this.channel = channel;
        this.shared = shared;
        this.request = request;
        this.bytes = bytes;
        this.paidBytes = paidBytes;
        this.number = number;
    }

    /** Starts the thread now, or when there is memory; for the event loop. */
    void begin(String name) {
        long owedBytes = bytes > ByteBudget.UNCOUNTED_BYTES ? Math.max(0, bytes - paidBytes) : 0;
        if (owedBytes > 0 && !shared.budget().tryReserve(owedBytes, connection)) {
            connection.awaitMemory(() -> begin(name));
            return;
        }
        paidBytes += owedBytes;
        if (!channel.isActive()) {
            connection.giveBack(paidBytes);
            connection.endBusy();
            return;
        }
        shared.running().begin();
        Thread.ofVirtual().name(name).start(this);
    }

    @Override
    public void run() {
        try {
            runPaid();
        } catch (ConnectionClosedException _) {
            channel.close();
        } catch (FrameRefusedException e) {
            connection.refuse(e.reason());
        } catch (Throwable e) {
            connection.fail(number, e);
        } finally {
            connection.endTurn();
            shared.running().end();
        }
    }

    /** Runs the request, and returns its share of the budget before its failure can close the connection. */
    private void runPaid() {
        try {
            connection.runTimed(request);
        } finally {
            connection.giveBack(paidBytes);
        }
    }
}
