package dev.mayfly.face.transport.http;

import dev.mayfly.face.transport.connection.ByteBudget;
import dev.mayfly.face.transport.connection.ChannelConnection;
import dev.mayfly.face.transport.connection.ConnectionDuty;
import dev.mayfly.face.transport.connection.ConnectionReader;
import dev.mayfly.face.transport.connection.SharedState;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.codec.DecoderResult;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpDecoderConfig;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequestDecoder;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.ssl.SslHandshakeCompletionEvent;
import io.netty.util.ReferenceCountUtil;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.ArrayDeque;
import java.util.Locale;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/** Gathers the parts of HTTP requests and runs each when it is whole. Confined to the event loop. */
public final class HttpReader extends ConnectionReader {
    private static final int LINE_BYTES = 8 << 10;
    private static final int HEADER_BYTES = 16 << 10;
    private static final int CHUNK_BYTES = 64 << 10;
    private static final int HEADER_FIELDS = 100;
    /** More than a client sends before it looks for an answer. */
    private static final long DISCARDED_BYTES = 64L << 20;

    private final ChannelConnection connection;
    private final SharedState shared;
    private final HttpService service;
    /** Bounded by what one read brings, since nothing is read while it stands. */
    private final Queue<HttpObject> arrived = new ArrayDeque<>();

    private io.netty.handler.codec.http.@Nullable HttpRequest head;
    private ByteArrayOutputStream body = new ByteArrayOutputStream(0);
    private long reservedBytes;
    private boolean isClosed;
    /** The bytes of a refused body that are still read; below 0 if nothing was refused. */
    private long discardable = -1;

    private HttpReader(ChannelConnection connection, SharedState shared, HttpService service) {
        super(connection);
        this.connection = connection;
        this.shared = shared;
        this.service = service;
    }

    public static void install(
            ChannelPipeline pipeline, ChannelConnection connection, SharedState shared, HttpService service) {
        HttpDecoderConfig config = new HttpDecoderConfig()
                .setMaxInitialLineLength(LINE_BYTES)
                .setMaxHeaderSize(HEADER_BYTES)
                .setMaxChunkSize(CHUNK_BYTES);
        pipeline.addLast(
                new FirstBytes(connection),
                new HttpRequestDecoder(config),
                new HttpReader(connection, shared, service));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (isClosed) {
            ReferenceCountUtil.release(message);
            return;
        }
        arrived.add((HttpObject) message);
        if (!connection.isBusy()) {
            process();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        isClosed = true;
        arrived.forEach(ReferenceCountUtil::release);
        arrived.clear();
        forgetBody();
    }

    @Override
    protected void process() {
        while (connection.isReady() && !isClosed) {
            HttpObject next = arrived.poll();
            if (next == null) {
                break;
            }
            try {
                take(next);
            } finally {
                ReferenceCountUtil.release(next);
            }
        }
        if (!isClosed && !connection.isBusy()) {
            settle();
        }
    }

    private void settle() {
        if (!connection.isReady()) {
            connection.pause();
        } else if (head != null) {
            connection.timeouts().waitFor(ConnectionDuty.FRAME);
        } else if (connection.timeouts().waiting() == ConnectionDuty.NOTHING) {
            connection.timeouts().restart(ConnectionDuty.NEXT_HTTP_REQUEST);
        }
    }

    private void take(HttpObject part) {
        if (discardable >= 0) {
            discard(part);
            return;
        }
        DecoderResult result = part.decoderResult();
        if (result.isFailure()) {
            refuse(statusOf(result.cause()));
            return;
        }
        if (part instanceof io.netty.handler.codec.http.HttpRequest request) {
            begin(request);
        }
        if (part instanceof HttpContent content && head != null) {
            append(content.content());
            if (content instanceof LastHttpContent && head != null) {
                finish(head);
            }
        }
    }

    private void begin(io.netty.handler.codec.http.HttpRequest request) {
        if (request.headers().size() > HEADER_FIELDS) {
            refuse(HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE);
        } else if (!request.uri().startsWith("/")) {
            refuse(HttpResponseStatus.BAD_REQUEST);
        } else if (HttpUtil.getContentLength(request, 0L) > service.bodyBytes()) {
            refuseBody(request);
        } else {
            head = request;
            if (HttpUtil.is100ContinueExpected(request)) {
                connection.write(Unpooled.copiedBuffer("HTTP/1.1 100 Continue\r\n\r\n", StandardCharsets.US_ASCII));
                connection.flush();
            }
        }
    }

    private void append(ByteBuf content) {
        int length = content.readableBytes();
        if ((long) body.size() + length > service.bodyBytes()) {
            refuseBody(head);
            return;
        }
        byte[] bytes = new byte[length];
        content.readBytes(bytes);
        body.writeBytes(bytes);
        payForBody();
    }

    /** Reads nothing more until what has arrived is paid for; short bodies are not counted. */
    private void payForBody() {
        long wanted = body.size() > ByteBudget.UNCOUNTED_BYTES ? body.size() : 0;
        long more = wanted - reservedBytes;
        if (more <= 0 || isClosed) {
            return;
        }
        if (shared.budget().tryReserve(more, connection)) {
            reservedBytes = wanted;
        } else {
            connection.awaitMemory(() -> {
                payForBody();
                connection.becomeReady();
            });
        }
    }

    private void finish(io.netty.handler.codec.http.HttpRequest request) {
        byte[] whole = body.toByteArray();
        long paidBytes = reservedBytes;
        reservedBytes = 0;
        head = null;
        body = new ByteArrayOutputStream(0);
        connection.timeouts().restart(ConnectionDuty.NOTHING);
        HttpTurn turn = new HttpTurn(connection, shared.clock(), service, request, whole);
        connection.run(turn, whole.length, paidBytes);
    }

    private void forgetBody() {
        head = null;
        body = new ByteArrayOutputStream(0);
        shared.budget().release(reservedBytes);
        shared.budget().end(connection);
        reservedBytes = 0;
    }

    /**
     * A peer that is still sending would never see an answer behind which the connection is closed: it is told at once, and
     * what it sends until the end of its request is thrown away, within the time and the length that a request may take.
     */
    private void refuseBody(io.netty.handler.codec.http.@Nullable HttpRequest request) {
        answerRefusal(HttpResponseStatus.REQUEST_ENTITY_TOO_LARGE);
        if (request != null && HttpUtil.is100ContinueExpected(request)) {
            connection.close();
            return;
        }
        connection.flush();
        discardable = DISCARDED_BYTES;
        connection.timeouts().restart(ConnectionDuty.FRAME);
    }

    private void discard(HttpObject part) {
        if (part instanceof HttpContent content) {
            discardable = Math.max(0, discardable - content.content().readableBytes());
        }
        if (part instanceof LastHttpContent
                || discardable == 0
                || part.decoderResult().isFailure()) {
            connection.close();
        }
    }

    private void refuse(HttpResponseStatus status) {
        answerRefusal(status);
        connection.close();
    }

    private void answerRefusal(HttpResponseStatus status) {
        shared.countRefusedFrame();
        forgetBody();
        HttpResponse refusal =
                service.refusals().refusal(status.code(), status.reasonPhrase().toLowerCase(Locale.ROOT));
        byte[] bytes = refusal.body() instanceof HttpBody.Bytes(byte[] known) ? known : new byte[0];
        HttpHead head = HttpHead.of(refusal, HttpTurn.date(shared.clock().wallMillis()));
        head.contentLength(bytes.length);
        head.connectionCloses();
        ByteBuf message = connection.allocate(head.length() + bytes.length);
        head.writeTo(message);
        message.writeBytes(bytes);
        connection.write(message);
    }

    private static HttpResponseStatus statusOf(Throwable cause) {
        return switch (cause) {
            case TooLongHttpLineException _ -> HttpResponseStatus.REQUEST_URI_TOO_LONG;
            case TooLongHttpHeaderException _ -> HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
            default -> HttpResponseStatus.BAD_REQUEST;
        };
    }

    /** Notices that a header has begun, which the codec tells only when it is whole. */
    private static final class FirstBytes extends ChannelInboundHandlerAdapter {
        private final ChannelConnection connection;

        FirstBytes(ChannelConnection connection) {
            this.connection = connection;
        }

        @Override
        public void userEventTriggered(ChannelHandlerContext context, Object event) throws Exception {
            if (event instanceof SslHandshakeCompletionEvent) {
                connection.timeouts().restart(ConnectionDuty.FIRST_BYTE);
            }
            super.userEventTriggered(context, event);
        }

        @Override
        public void channelRead(ChannelHandlerContext context, Object message) throws Exception {
            ConnectionDuty waiting = connection.timeouts().waiting();
            if (waiting == ConnectionDuty.FIRST_BYTE || waiting == ConnectionDuty.NEXT_HTTP_REQUEST) {
                connection.timeouts().restart(ConnectionDuty.HEADER);
            }
            super.channelRead(context, message);
        }
    }
}
