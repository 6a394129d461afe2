package dev.mayfly.face.transport.http;

import dev.mayfly.base.clock.Clock;
import dev.mayfly.face.transport.connection.ChannelConnection;
import dev.mayfly.face.transport.connection.ConnectionClosedException;
import dev.mayfly.face.transport.connection.EventLoopLeftException;
import dev.mayfly.face.transport.connection.Request;
import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.QueryStringDecoder;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** One HTTP request on its way to a handler, and the answer on its way back. */
final class HttpTurn implements Request {
    private static final Logger LOG = LoggerFactory.getLogger(HttpTurn.class);
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern(
                    "EEE, dd MMM yyyy HH:mm:ss 'GMT'", Locale.ROOT)
            .withZone(ZoneOffset.UTC);
    private static final int QUERY_PARAMETERS = 1_000;
    private static final String LINE_END = "\r\n";
    private static final byte[] NO_BYTES = {};
    /** A body up to here is cheaper to copy than to send as a piece of its own. */
    private static final int SMALL_BYTES = 8 << 10;

    private static volatile Dated lastDate = new Dated(Long.MIN_VALUE, "");

    private final ChannelConnection connection;
    private final Clock clock;
    private final boolean keepAlive;
    private final String method;
    private final String target;
    private final HttpHandler.@Nullable Prepared prepared;
    private final HttpService service;
    private final HttpResponse refusal;

    HttpTurn(
            ChannelConnection connection,
            Clock clock,
            HttpService service,
            io.netty.handler.codec.http.HttpRequest head,
            byte[] body) {
        this.connection = connection;
        this.clock = clock;
        this.keepAlive = HttpUtil.isKeepAlive(head);
        this.method = head.method().name();
        this.target = head.uri();
        this.service = service;
        HttpFields fields = HttpFields.of(head.headers().entries());
        if (!service.hosts().allows(fields, connection)) {
            prepared = null;
            refusal = service.refusals().refusal(403, "this host or origin is not served here");
            return;
        }
        switch (find(service.router(), method, target)) {
            case Router.Match(HttpHandler found, Map<String, String> parameters) -> {
                HttpRequest request =
                        new HttpRequest(method, rawPath(target), parameters, query(target), fields, body, connection);
                prepared = found.prepare(request);
                refusal = HttpResponse.of(500);
            }
            case Router.Missing(int status, String allowed) -> {
                prepared = null;
                refusal = refusal(service.refusals(), status, allowed);
            }
        }
    }

    /** @param allowed the methods that the path does have, if it has any */
    private static HttpResponse refusal(HttpRefusals refusals, int status, String allowed) {
        if (!allowed.isEmpty()) {
            return refusals.refusal(status, "this path takes " + allowed).with("Allow", allowed);
        }
        String words = status == HttpResponseStatus.NOT_FOUND.code()
                ? "nothing is served under this path"
                : "the path or the query cannot be decoded";
        return refusals.refusal(status, words);
    }

    @Override
    public boolean isBounded() {
        return prepared == null || prepared.isBounded();
    }

    @Override
    public boolean mayBeginAgain() {
        return prepared != null && prepared.mayBeginAgain();
    }

    @Override
    public String operation() {
        return prepared == null ? "refused" : method;
    }

    @Override
    public void run() {
        HttpResponse response = respond();
        switch (response.body()) {
            case HttpBody.Bytes(byte[] bytes) -> send(response, bytes);
            case HttpBody.Streamed(HttpBody.Writer writer) -> stream(response, writer);
        }
    }

    private HttpResponse respond() {
        if (prepared == null) {
            return refusal;
        }
        try {
            return prepared.respond();
        } catch (ConnectionClosedException | EventLoopLeftException e) {
            throw e;
        } catch (RuntimeException e) {
            LOG.error("connection {}: {} {} failed", connection.id(), method, rawPath(target), e);
            return service.refusals().refusal(500, "internal error");
        }
    }

    private void send(HttpResponse response, byte[] bytes) {
        HttpHead head = HttpHead.of(response, date(clock.wallMillis()));
        if (response.status() != HttpResponseStatus.NO_CONTENT.code()
                && response.status() != HttpResponseStatus.NOT_MODIFIED.code()) {
            head.contentLength(bytes.length);
        }
        write(head, method.equals("HEAD") ? NO_BYTES : bytes);
        endIfLast();
    }

    private void stream(HttpResponse response, HttpBody.Writer writer) {
        HttpHead head = HttpHead.of(response, date(clock.wallMillis()));
        head.chunked();
        write(head, NO_BYTES);
        connection.flush();
        if (!method.equals("HEAD")) {
            Chunks chunks = new Chunks(connection);
            writer.writeTo(chunks);
            chunks.end();
        }
        endIfLast();
    }

    /** Writes a small body together with the head in one piece. */
    private void write(HttpHead head, byte[] body) {
        if (!keepAlive) {
            head.connectionCloses();
        }
        boolean isSmall = body.length <= SMALL_BYTES;
        ByteBuf message = connection.allocate(head.length() + (isSmall ? body.length : 0));
        head.writeTo(message);
        if (isSmall) {
            message.writeBytes(body);
        }
        connection.write(message);
        if (!isSmall) {
            connection.write(Unpooled.wrappedBuffer(body));
        }
    }

    private void endIfLast() {
        if (!keepAlive) {
            connection.close();
        }
    }

    /** Thousands of answers in a row carry the same second. */
    static String date(long millis) {
        long second = Math.floorDiv(millis, 1_000L);
        Dated known = lastDate;
        if (known.second != second) {
            known = new Dated(second, DATE.format(Instant.ofEpochSecond(second)));
            lastDate = known;
        }
        return known.text;
    }

    private record Dated(long second, String text) {}

    private static Router.Found find(Router router, String method, String target) {
        try {
            query(target);
            return router.find(method, rawPath(target));
        } catch (IllegalArgumentException _) {
            return new Router.Missing(HttpResponseStatus.BAD_REQUEST.code(), "");
        }
    }

    private static String rawPath(String target) {
        int query = target.indexOf('?');
        return query < 0 ? target : target.substring(0, query);
    }

    private static Map<String, List<String>> query(String target) {
        int query = target.indexOf('?');
        if (query < 0) {
            return Map.of();
        }
        QueryStringDecoder decoder = QueryStringDecoder.builder()
                .hasPath(false)
                .maxParams(QUERY_PARAMETERS)
                .build(target.substring(query + 1));
        return decoder.parameters();
    }

    /** Each part is a chunk of its own. */
    private record Chunks(ChannelConnection connection) implements HttpBody.Stream {
        @Override
        public void send(byte[] part) {
            if (part.length > 0) {
                connection.write(Unpooled.wrappedBuffer(
                        ascii(Integer.toHexString(part.length) + LINE_END), part, ascii(LINE_END)));
                connection.flush();
            }
        }

        @Override
        public boolean isOpen() {
            return connection.isOpen();
        }

        void end() {
            connection.write(Unpooled.wrappedBuffer(ascii("0" + LINE_END + LINE_END)));
        }

        private static byte[] ascii(String text) {
            return text.getBytes(StandardCharsets.US_ASCII);
        }
    }
}
