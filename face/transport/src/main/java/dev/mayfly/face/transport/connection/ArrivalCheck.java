package dev.mayfly.face.transport.connection;

import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.SingleThreadEventLoop;

/**
 * Reads a connection's socket once more before the connection is closed for its silence. Confined to the event loop.
 */
final class ArrivalCheck extends ChannelInboundHandlerAdapter {
    /*
     * The clock goes on while an event loop is held up, by other work or because the machine runs something else. A
     * peer then looks silent though its bytes stand in the socket, and all checks that came due meanwhile run before
     * the loop reads again. A limit is therefore not enforced at the check that finds it passed, but after the loop's
     * next look at all of its sockets, and only if that look brought nothing from this peer. A task that runs at the
     * end of an iteration and wakes the loop puts a whole look in between.
     *
     * A peer gains time by this only while bytes of it arrive in every such look, and the bytes it may send are
     * bounded.
     */
    private boolean hasArrived;

    private ArrivalCheck() {}

    /** Runs {@code whenNothing} unless the channel's peer turns out to have sent something; {@code ended} comes before it. */
    static void begin(Channel channel, Runnable ended, Runnable whenNothing) {
        ArrivalCheck check = new ArrivalCheck();
        channel.pipeline().addFirst(check);
        SingleThreadEventLoop loop = (SingleThreadEventLoop) channel.eventLoop();
        loop.executeAfterEventLoopIteration(() -> loop.execute(() -> {
            ended.run();
            if (channel.isActive()) {
                channel.pipeline().remove(check);
                if (!check.hasArrived) {
                    whenNothing.run();
                }
            }
        }));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
        hasArrived = true;
        super.channelRead(context, message);
    }
}
