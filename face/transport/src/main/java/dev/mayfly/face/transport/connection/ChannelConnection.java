package dev.mayfly.face.transport.connection;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFutureListener;
import io.netty.handler.ssl.SslHandler;
import java.net.InetSocketAddress;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The common part of framed and HTTP connections: turns, limits, answers and the end. */
public final class ChannelConnection implements Connection {
    /*
     * Turns. A connection is idle or busy. It becomes busy on its loop when a request moves to a virtual thread, and idle
     * again on its loop when that thread has ended; while it is busy nothing is read and no other request starts. Only
     * the loop changes the state, so it needs no lock. Answers of the virtual thread gather in the outbox, and the task
     * that ends the turn writes them, so that a request costs one hand-over each way.
     */
    private static final Logger LOG = LoggerFactory.getLogger(ChannelConnection.class);

    private final long id;
    private final String face;
    private final String name;
    private final Channel channel;
    private final InetSocketAddress peer;
    private final InetSocketAddress local;
    private final SharedState shared;
    private final Outbox outbox;
    private final ResponseBuffer responses;
    private final ConnectionTimeouts timeouts;
    private final RequestTimes.OfFace times;
    private final RequestBatch batch;
    private final PeerSilence silence;
    private volatile boolean isLoggedIn;
    private boolean isBusy;
    private boolean isEnding;
    private boolean isAwaitingMemory;
    private boolean hasWaiting;
    private long requests;

    /** The tick at which the request began that is running. */
    private long begun;

    private Runnable resume = () -> {};
    private Runnable begin = () -> {};

    public ChannelConnection(String face, Channel channel, SharedState shared) {
        this.id = shared.nextConnectionId();
        this.face = face;
        this.name = face + "-" + id;
        this.channel = channel;
        // Kept, because a closed channel forgets them and the registry asks afterwards.
        this.peer = (InetSocketAddress) channel.remoteAddress();
        this.local = (InetSocketAddress) channel.localAddress();
        this.shared = shared;
        this.outbox = new Outbox(this, channel, shared.answers());
        this.responses = new ResponseBuffer(channel);
        this.times = shared.times().of(face);
        this.batch = shared.batch(channel.eventLoop());
        this.silence = new PeerSilence(this, channel, shared);
        this.timeouts = new ConnectionTimeouts(shared.clock(), shared.limits().timeouts());
    }

    @Override
    public long id() {
        return id;
    }

    @Override
    public InetSocketAddress peer() {
        return peer;
    }

    @Override
    public InetSocketAddress local() {
        return local;
    }

    @Override
    public boolean isSecure() {
        return channel.pipeline().get(SslHandler.class) != null;
    }

    @Override
    public boolean isOpen() {
        return channel.isActive();
    }

    boolean isLoggedIn() {
        return isLoggedIn;
    }

    /** Returns the name of the face whose port accepted the connection. */
    String face() {
        return face;
    }

    /** The tick of the last sign of a peer that has not logged in. */
    long heardAt() {
        return silence.heardAt();
    }

    private void heard() {
        // The hot paths come after the login, when this is no longer needed.
        if (!isLoggedIn) {
            silence.heard();
        }
    }

    /** Leaves the channel unread until the connection is admitted; for its event loop. */
    public void waitForRoom(Runnable whenAdmitted) {
        begin = whenAdmitted;
        channel.config().setAutoRead(false);
    }

    /** Begins to serve a connection that has waited for room. Safe to call from any thread. */
    void admit() {
        channel.eventLoop().execute(() -> {
            if (channel.isActive()) {
                heard();
                begin.run();
                channel.config().setAutoRead(true);
            }
        });
    }

    /** Closes the connection if its peer has not logged in and has nothing running. Safe to call from any thread. */
    void closeIfSilent(long nanos) {
        silence.closeStranger(nanos);
    }

    boolean isIdleStranger() {
        return !isLoggedIn && !isBusy && !hasWaiting;
    }

    @Override
    public void loggedIn() {
        if (!isLoggedIn) {
            isLoggedIn = true;
            shared.connections().loggedIn(this);
        }
    }

    @Override
    public ByteBuf allocate(int bytes) {
        return channel.alloc().directBuffer(bytes);
    }

    @Override
    public void write(ByteBuf answer) {
        int bytes = answer.readableBytes();
        try {
            if (!channel.eventLoop().inEventLoop()) {
                outbox.add(answer, bytes);
            } else if (bytes <= ResponseBuffer.SHORT_BYTES) {
                responses.add(answer);
            } else {
                responses.send();
                Outbox.Outgoing.of(answer, bytes, shared.answers()).write(channel, this, shared.answers());
            }
        } catch (ConnectionClosedException e) {
            channel.close();
            throw e;
        }
    }

    @Override
    public void flush() {
        if (channel.eventLoop().inEventLoop()) {
            flushHere();
        } else {
            outbox.flush();
        }
    }

    @Override
    public void close() {
        if (channel.eventLoop().inEventLoop()) {
            endAfterAnswers();
        } else {
            try {
                channel.eventLoop().execute(this::endAfterAnswers);
            } catch (RejectedExecutionException _) {
                // The loops have ended, and every connection with them.
            }
        }
    }

    public void closeNow() {
        channel.close();
    }

    /** Lets the request that is running end, and nothing start after it. */
    public void drain() {
        channel.eventLoop().execute(this::endAfterAnswers);
    }

    private void endAfterAnswers() {
        isEnding = true;
        runWaiting();
        channel.config().setAutoRead(false);
        responses.send();
        if (!isBusy) {
            outbox.sendRest();
            channel.writeAndFlush(Unpooled.EMPTY_BUFFER).addListener(ChannelFutureListener.CLOSE);
        }
    }

    // Below: for the event loop only.

    public ConnectionTimeouts timeouts() {
        return timeouts;
    }

    /** Returns true if the reader may start another request. */
    public boolean isReady() {
        return !isBusy && !isEnding && !isAwaitingMemory && channel.isWritable();
    }

    public boolean isBusy() {
        return isBusy;
    }

    /** Sets the task to run when the connection becomes ready again. */
    void onReady(Runnable task) {
        resume = task;
    }

    /** Stops reading until the connection is ready again. */
    public void pause() {
        channel.config().setAutoRead(false);
        timeouts.restart(ConnectionDuty.NOTHING);
    }

    /** Sends all that was answered here. */
    void flushHere() {
        responses.send();
        channel.flush();
    }

    /** Reads nothing until memory may have been given back, and does this then. */
    public void awaitMemory(Runnable then) {
        isAwaitingMemory = true;
        pause();
        shared.budget().await(() -> {
            try {
                channel.eventLoop().execute(() -> {
                    isAwaitingMemory = false;
                    then.run();
                });
            } catch (RejectedExecutionException _) {
                // The loops have ended, and every connection with them.
            }
        });
    }

    /**
     * Runs a request, or lets it wait for others that may be run with it.
     *
     * @param paidBytes what is reserved for it already; given back here
     */
    public void run(Request request, long bytes, long paidBytes) {
        requests++;
        heard();
        boolean isBounded = request.isBounded();
        Request.Company company = isBounded ? request.company() : null;
        if (company != null) {
            batch.add(this, company, request);
            giveBack(paidBytes);
            return;
        }
        runWaiting();
        // A connection whose client takes no answers waits on a thread of its own.
        if (isBounded && !shared.answers().isExhausted() && endsHere(request)) {
            giveBack(paidBytes);
            Request.DelayedAnswer delayed = request.delayed();
            if (delayed != null) {
                isBusy = true;
                timeouts.restart(ConnectionDuty.NOTHING);
                new DelayedTurn(this, channel, shared, delayed, requests).begin(request, begun);
            }
        } else {
            isBusy = true;
            // Earlier answers leave first.
            responses.send();
            pause();
            new VirtualTurn(this, channel, shared, request, bytes, paidBytes, requests).begin(name);
        }
    }

    void giveBack(long bytes) {
        shared.budget().release(bytes);
        shared.budget().end(this);
    }

    /** Runs what this connection has sent and what waits for others. */
    void runWaiting() {
        if (hasWaiting) {
            batch.run();
        }
    }

    void setWaiting(boolean some) {
        hasWaiting = some;
    }

    RequestTimes.OfFace times() {
        return times;
    }

    void runTimed(Request request) {
        begun = shared.clock().tickNanos();
        request.run();
        if (request.delayed() == null) {
            times.add(request.operation(), shared.clock().tickNanos() - begun);
        }
    }

    /** Runs a request that may leave the event loop; returns false if it did. */
    private boolean endsHere(Request request) {
        EventLoopThread.setCurrentRequest(request);
        try {
            return runHere(request);
        } finally {
            EventLoopThread.setCurrentRequest(null);
        }
    }

    boolean runHere(Request request) {
        try {
            runTimed(request);
        } catch (EventLoopLeftException _) {
            return false;
        } catch (ConnectionClosedException _) {
            channel.close();
        } catch (FrameRefusedException e) {
            refuse(e.reason());
        } catch (Throwable e) {
            fail(requests, e);
        }
        return true;
    }

    /** For what should not have happened while a request was taken from the channel. */
    void failOutsideRequest(Throwable e) {
        fail(requests, e);
    }

    void fail(long number, Throwable e) {
        if (channel.isActive()) {
            LOG.error("{}: request {} failed, the connection is closed", name, number, e);
        }
        channel.close();
    }

    /** Lets other requests run again; for a turn that has no thread, or whose connection has closed before it began. */
    void endBusy() {
        isBusy = false;
    }

    void endTurn() {
        try {
            channel.eventLoop().execute(() -> {
                isBusy = false;
                heard();
                outbox.sendRest();
                becomeReady();
                flushHere();
            });
        } catch (RejectedExecutionException _) {
            outbox.close();
        }
    }

    /** Called when a turn has ended and when the peer has taken enough of what was sent. */
    public void becomeReady() {
        if (isEnding) {
            endAfterAnswers();
        } else if (isReady() && channel.isActive()) {
            resume.run();
            flushHere();
            if (isReady()) {
                channel.config().setAutoRead(true);
            }
        }
    }

    void refuse(String reason) {
        shared.countRefusedFrame();
        LOG.debug("{}: closed, {}", name, reason);
        channel.close();
    }

    /** Closes the connection if it has been waited for too long. Safe to call from any thread. */
    public void checkTimeouts() {
        silence.closeTimedOut();
    }

    boolean isTimedOut() {
        return timeouts.isAtEnd(channel, isLoggedIn);
    }

    public void closed() {
        outbox.close();
        responses.drop();
        shared.connections().leave(this);
    }
}
