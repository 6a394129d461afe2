package dev.mayfly.face.transport;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.base.clock.Timers;
import dev.mayfly.face.transport.connection.ChannelConnection;
import dev.mayfly.face.transport.connection.ConnectionBound;
import dev.mayfly.face.transport.connection.ConnectionRegistry;
import dev.mayfly.face.transport.connection.EventLoopThread;
import dev.mayfly.face.transport.connection.FrameReader;
import dev.mayfly.face.transport.connection.Protocol;
import dev.mayfly.face.transport.connection.RequestTimes;
import dev.mayfly.face.transport.connection.SharedState;
import dev.mayfly.face.transport.connection.TransportLimits;
import dev.mayfly.face.transport.http.HttpReader;
import dev.mayfly.face.transport.http.HttpService;
import io.netty.bootstrap.ServerBootstrap;
import io.netty.buffer.ByteBufAllocator;
import io.netty.channel.Channel;
import io.netty.channel.ChannelFuture;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.ChannelOption;
import io.netty.channel.ChannelPipeline;
import io.netty.channel.EventLoopGroup;
import io.netty.channel.IoHandlerFactory;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.ServerChannel;
import io.netty.channel.WriteBufferWaterMark;
import io.netty.channel.epoll.Epoll;
import io.netty.channel.epoll.EpollIoHandler;
import io.netty.channel.epoll.EpollServerSocketChannel;
import io.netty.channel.nio.NioIoHandler;
import io.netty.channel.socket.nio.NioServerSocketChannel;
import io.netty.handler.ssl.SslHandler;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.TimeUnit;
import java.util.function.BiConsumer;

/** Owns the event loops and every connection: opens ports, keeps the limits, stops politely. Safe for concurrent use. */
public final class Transport implements AutoCloseable {
    /** The time that requests in flight have to end when the transport is closed. */
    public static final Duration STOP_GRACE = Duration.ofSeconds(5);

    private static final Duration CHECK_EVERY = Duration.ofSeconds(1);
    private static final WriteBufferWaterMark UNSENT_BYTES = new WriteBufferWaterMark(64 << 10, 256 << 10);
    private static final int LOOP_STOP_SECONDS = 2;

    private final SharedState shared;
    private final Timers timers;
    private final EventLoopGroup loops;
    private final List<Listener> listeners = new CopyOnWriteArrayList<>();
    private volatile boolean isStopped;

    /**
     * @param clock the machine's own, never the one that deadlines of documents are compared with
     * @param timers of the same clock
     */
    public Transport(TransportLimits limits, Clock clock, Timers timers) {
        this(limits, clock, timers, Runtime.getRuntime().availableProcessors());
    }

    public Transport(TransportLimits limits, Clock clock, Timers timers, int eventLoops) {
        this(limits, clock, timers, eventLoops, OpenFiles.max());
    }

    Transport(TransportLimits limits, Clock clock, Timers timers, int eventLoops, long openFilesMax) {
        this.shared = new SharedState(limits, clock, openFilesMax);
        this.timers = timers;
        IoHandlerFactory io = Epoll.isAvailable() ? EpollIoHandler.newFactory() : NioIoHandler.newFactory();
        this.loops = new MultiThreadIoEventLoopGroup(eventLoops, EventLoopThread.factory("mayfly-io"), io);
        scheduleCheck();
    }

    /** Opens a port for a protocol of frames. */
    public Listener listen(Endpoint endpoint, Protocol protocol) throws BindFailedException {
        return bind(
                endpoint,
                protocol.name(),
                (connection, pipeline) -> pipeline.addLast(new FrameReader(connection, shared, protocol)));
    }

    /** Opens a port for HTTP/1.1. */
    public Listener listen(Endpoint endpoint, HttpService service) throws BindFailedException {
        return bind(
                endpoint,
                service.name(),
                (connection, pipeline) -> HttpReader.install(pipeline, connection, shared, service));
    }

    /** Returns the times of requests, by face and operation. */
    public RequestTimes requestTimes() {
        return shared.times();
    }

    /** Returns the number of open connections. */
    public int connections() {
        return shared.connections().size();
    }

    /** Returns the number of open connections that wait, unread, for room. */
    public int waitingConnections() {
        return shared.connections().waiting();
    }

    /** Returns the number of connections refused, or closed so that others could be served. */
    public long refusedConnections() {
        return shared.connections().refused().all();
    }

    /** Returns the number of connections that one bound has refused. */
    public long refusedConnections(ConnectionBound bound) {
        return shared.connections().refused().of(bound);
    }

    /** Returns the number of connections closed for invalid frames or for taking too long. */
    public long refusedFrames() {
        return shared.refusedFrames();
    }

    /** Memory held by unfinished frames, waiting requests and large answers. */
    public long inFlightBytes() {
        return shared.budget().used() + shared.answers().used();
    }

    /** The bytes that they may hold; one frame and one answer may go beyond it. */
    public long inFlightBytesMax() {
        return shared.limits().frames().inFlightBytes() + shared.limits().answerBytes();
    }

    /** The number of times that a frame, a request or an answer had to wait for memory. */
    public long memoryWaits() {
        return shared.budget().waits() + shared.answers().waits();
    }

    /**
     * Stops accepting, lets requests in flight end for a while, those of peers that have left included, closes every
     * connection, and returns when all are.
     */
    public void stop(Duration grace) throws InterruptedException {
        isStopped = true;
        // No connection may begin anything more before others can see that the transport stops.
        shared.connections().members().forEach(ChannelConnection::drain);
        shared.connections().close();
        listeners.forEach(Listener::close);
        Timers.Timer deadline = timers.schedule(grace, () -> {
            shared.connections().members().forEach(ChannelConnection::closeNow);
            shared.running().abandon();
        });
        shared.connections().members().forEach(ChannelConnection::drain);
        shared.connections().awaitEmpty();
        shared.running().awaitEnd();
        deadline.cancel();
        loops.shutdownGracefully(0, LOOP_STOP_SECONDS, TimeUnit.SECONDS).await();
    }

    @Override
    public void close() {
        if (isStopped) {
            return;
        }
        try {
            stop(STOP_GRACE);
        } catch (InterruptedException _) {
            Thread.currentThread().interrupt();
        }
    }

    private Listener bind(Endpoint endpoint, String face, BiConsumer<ChannelConnection, ChannelPipeline> installer)
            throws BindFailedException {
        ServerBootstrap bootstrap = new ServerBootstrap()
                .group(loops)
                .channel(serverChannel())
                .option(ChannelOption.SO_BACKLOG, shared.limits().connections().acceptQueue())
                .option(ChannelOption.SO_REUSEADDR, true)
                .childOption(ChannelOption.TCP_NODELAY, true)
                .childOption(ChannelOption.WRITE_BUFFER_WATER_MARK, UNSENT_BYTES)
                .childHandler(new ChannelInitializer<>() {
                    @Override
                    protected void initChannel(Channel channel) {
                        accept(channel, endpoint, face, installer);
                    }
                });
        ChannelFuture bound = bootstrap.bind(endpoint.address()).awaitUninterruptibly();
        Throwable cause = bound.cause();
        if (cause != null) {
            throw new BindFailedException(endpoint.address(), cause);
        }
        bound.channel().pipeline().addLast(new FailedAccepts(face, shared.connections()));
        Listener listener = new Listener(bound.channel());
        listeners.add(listener);
        return listener;
    }

    private void accept(
            Channel channel, Endpoint endpoint, String face, BiConsumer<ChannelConnection, ChannelPipeline> installer) {
        // A peer may have gone before it is looked at; then it has no address any more.
        if (channel.remoteAddress() == null) {
            channel.close();
            return;
        }
        ChannelConnection connection = new ChannelConnection(face, channel, shared);
        Runnable begin = () -> {
            encrypt(channel, endpoint);
            installer.accept(connection, channel.pipeline());
        };
        ConnectionRegistry.Entry entry = shared.connections().enter(connection);
        if (entry == ConnectionRegistry.Entry.REFUSED) {
            channel.close();
            return;
        }
        // Before the protocol begins: a connection on which that fails is closed, and leaves as any other.
        channel.closeFuture().addListener(_ -> connection.closed());
        if (entry == ConnectionRegistry.Entry.ADMITTED) {
            begin.run();
        } else {
            connection.waitForRoom(begin);
        }
    }

    private void encrypt(Channel channel, Endpoint endpoint) {
        Tls tls = endpoint.tls();
        if (tls == null) {
            return;
        }
        if (endpoint.alsoPlain()) {
            channel.pipeline().addLast(new TlsSniffer(allocator -> handler(tls, allocator)));
        } else {
            channel.pipeline().addLast(handler(tls, channel.alloc()));
        }
    }

    private SslHandler handler(Tls tls, ByteBufAllocator allocator) {
        SslHandler handler = tls.context().newHandler(allocator);
        handler.setHandshakeTimeoutMillis(
                shared.limits().timeouts().wholeHeader().toMillis());
        return handler;
    }

    private static Class<? extends ServerChannel> serverChannel() {
        return Epoll.isAvailable() ? EpollServerSocketChannel.class : NioServerSocketChannel.class;
    }

    private void scheduleCheck() {
        timers.schedule(CHECK_EVERY, () -> {
            if (!isStopped) {
                shared.connections().members().forEach(ChannelConnection::checkTimeouts);
                shared.connections().check(shared.clock().tickNanos());
                scheduleCheck();
            }
        });
    }
}
