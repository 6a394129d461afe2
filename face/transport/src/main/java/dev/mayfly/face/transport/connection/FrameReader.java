package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import org.jspecify.annotations.Nullable;

/** Cuts the bytes of one connection into frames and runs a request for each. Confined to the event loop. */
public final class FrameReader extends ConnectionReader {
    private static final int ROOM_BYTES = 64 << 10;

    private final ChannelConnection connection;
    private final SharedState shared;
    private final Framer framer;
    private final boolean needsLogin;
    private final ConnectionHandler handler;
    private @Nullable ByteBuf pending;
    private long reservedBytes;
    private boolean isClosed;

    public FrameReader(ChannelConnection connection, SharedState shared, Protocol protocol) {
        super(connection);
        this.connection = connection;
        this.shared = shared;
        this.framer = protocol.framer();
        this.needsLogin = protocol.needsLogin();
        this.handler = protocol.open(connection);
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
        if (event instanceof SslHandshakeCompletionEvent) {
            connection.timeouts().restart(ConnectionDuty.FIRST_BYTE);
        }
        super.userEventTriggered(context, event);
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        ByteBuf bytes = (ByteBuf) message;
        if (isClosed) {
            bytes.release();
            return;
        }
        pending = pending == null
                ? bytes
                : ByteToMessageDecoder.MERGE_CUMULATOR.cumulate(context.alloc(), pending, bytes);
        if (connection.isBusy()) {
            connection.pause();
        } else {
            process();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        if (isClosed) {
            return;
        }
        isClosed = true;
        dropPending();
        connection.closed();
        handler.onClosed();
    }

    @Override
    protected void process() {
        try {
            boolean sawFrame = false;
            while (connection.isReady() && !isClosed && takeFrame()) {
                sawFrame = true;
            }
            settle(sawFrame);
        } catch (FrameRefusedException e) {
            connection.runWaiting();
            connection.refuse(e.reason());
        }
    }

    /** Runs the next request if its frame is whole. */
    private boolean takeFrame() {
        ByteBuf bytes = pending;
        if (bytes == null || !bytes.isReadable()) {
            return false;
        }
        long length = framer.frameLength(bytes);
        if (length == Framer.UNKNOWN || !fits(length) || bytes.readableBytes() < length) {
            return false;
        }
        byte[] frame = new byte[(int) length];
        bytes.readBytes(frame);
        Request request = handler.onFrame(frame);
        long paidBytes = reservedBytes;
        reservedBytes = 0;
        connection.run(request, length, paidBytes);
        return true;
    }

    private boolean fits(long length) {
        TransportLimits.Frames limits = shared.limits().frames();
        int limit = connection.isLoggedIn() || !needsLogin ? limits.afterLogin() : limits.beforeLogin();
        if (length < 0 || length > limit) {
            throw new FrameRefusedException("the frame is longer than the limit");
        }
        return true;
    }

    /** After all whole frames were taken: what is kept, what is paid for, and what is waited for. */
    private void settle(boolean sawFrame) {
        ByteBuf bytes = pending;
        if (bytes != null && !bytes.isReadable()) {
            dropPending();
            bytes = null;
        }
        if (isClosed || connection.isBusy()) {
            return;
        }
        if (!connection.isReady()) {
            connection.pause();
            return;
        }
        ConnectionDuty next = bytes == null ? ConnectionDuty.NEXT_FRAME : waitingForRest(bytes);
        if (sawFrame) {
            connection.timeouts().restart(next);
        } else {
            connection.timeouts().waitFor(next);
        }
        if (!payFor(bytes == null ? 0 : bytes.readableBytes())) {
            connection.awaitMemory(connection::becomeReady);
        }
    }

    private ConnectionDuty waitingForRest(ByteBuf bytes) {
        bytes.discardSomeReadBytes();
        long length = framer.frameLength(bytes);
        if (length == Framer.UNKNOWN) {
            return ConnectionDuty.HEADER;
        }
        if (bytes.writableBytes() < ROOM_BYTES) {
            // Room grows with what has arrived, not with what was promised, and by doubling: each byte moves twice at
            // most.
            long missing = length - bytes.readableBytes();
            bytes.ensureWritable((int) Math.min(missing, Math.max(ROOM_BYTES, bytes.readableBytes())));
        }
        return ConnectionDuty.FRAME;
    }

    private boolean payFor(long bytes) {
        long wanted = bytes > ByteBudget.UNCOUNTED_BYTES ? bytes : 0;
        long more = wanted - reservedBytes;
        if (more > 0 && !shared.budget().tryReserve(more, connection)) {
            return false;
        }
        shared.budget().release(-more);
        reservedBytes = wanted;
        return true;
    }

    private void dropPending() {
        if (pending != null) {
            pending.release();
            pending = null;
        }
        shared.budget().release(reservedBytes);
        reservedBytes = 0;
        if (isClosed) {
            shared.budget().end(connection);
        }
    }
}
