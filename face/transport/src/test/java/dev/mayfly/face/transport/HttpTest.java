package dev.mayfly.face.transport;

import static dev.mayfly.face.transport.TransportFixture.eventually;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.face.transport.connection.EventLoopThread;
import dev.mayfly.face.transport.http.HostPolicy;
import dev.mayfly.face.transport.http.HttpHandler;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import dev.mayfly.face.transport.http.HttpService;
import dev.mayfly.face.transport.http.Router;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import org.junit.jupiter.api.Test;

final class HttpTest {
    private static final int BODY_BYTES = 1_000;

    private final Router router = new Router()
            .add("GET", "/hello", _ -> HttpResponse.text(200, "hello"))
            .add("GET", "/docs/{id}", request -> HttpResponse.text(200, "document " + request.parameter("id")))
            .add("GET", "/docs/special", _ -> HttpResponse.text(200, "the special one"))
            .add("GET", "/files/{path...}", request -> HttpResponse.text(200, request.parameter("path")))
            .add(
                    "GET",
                    "/query",
                    request -> HttpResponse.text(200, request.query().toString()))
            .add(
                    "POST",
                    "/echo",
                    request -> HttpResponse.text(201, request.text()).with("X-Was", "echo"))
            .add("DELETE", "/docs/{id}", _ -> HttpResponse.of(204))
            .add("GET", "/waits", new Waiting())
            .add("GET", "/fails", _ -> {
                throw new IllegalStateException("asked to fail");
            })
            .add(
                    "GET",
                    "/events",
                    _ -> HttpResponse.streamed(200, "text/event-stream", stream -> {
                        stream.send("one".getBytes(StandardCharsets.UTF_8));
                        stream.send("two".getBytes(StandardCharsets.UTF_8));
                    }));
    private final HttpService service = new HttpService(
            "http",
            router,
            HostPolicy.loopback().withHost("db.example").withOrigin("https://console.example"),
            BODY_BYTES);

    @Test
    void requestsAreRoutedByMethodAndPath() throws IOException {
        assertAnswer("200 OK", "hello", "GET /hello");
        assertAnswer("200 OK", "document a b/c+d", "GET /docs/a%20b%2Fc+d");
        assertAnswer("200 OK", "the special one", "GET /docs/special");
        assertAnswer("200 OK", "a/b/c.txt", "GET /files/a/b/c.txt");
        assertAnswer("200 OK", "{a=[1, 2], b=[x y]}", "GET /query?a=1&b=x+y&a=2");
        assertAnswer("404 Not Found", "nothing is served under this path\n", "GET /nowhere");
        assertAnswer("404 Not Found", "nothing is served under this path\n", "GET /docs");
        assertAnswer("400 Bad Request", "the path or the query cannot be decoded\n", "GET /docs/%zz");
        assertAnswer("400 Bad Request", "the path or the query cannot be decoded\n", "GET /query?a=%zz");
        assertAnswer("400 Bad Request", "bad request\n", "GET http://elsewhere/hello");
        assertAnswer("500 Internal Server Error", "internal error\n", "GET /fails");
        assertAnswer("204 No Content", "", "DELETE /docs/1");
    }

    /** Would run on the event loop, and finds that it has to wait. */
    private static final class Waiting implements HttpHandler {
        @Override
        public HttpResponse handle(HttpRequest request) {
            return prepare(request).respond();
        }

        @Override
        public Prepared prepare(HttpRequest request) {
            return new Prepared() {
                @Override
                public boolean isBounded() {
                    return true;
                }

                @Override
                public boolean mayBeginAgain() {
                    return true;
                }

                @Override
                public HttpResponse respond() {
                    EventLoopThread.leave();
                    return HttpResponse.text(
                            200, "virtual: " + Thread.currentThread().isVirtual());
                }
            };
        }
    }

    @Test
    void requestThatHasToWaitLeavesTheEventLoop() throws IOException {
        assertAnswer("200 OK", "virtual: true", "GET /waits");
    }

    @Test
    void otherMethodsOfAPathAreNamed() throws IOException {
        String answer = once("PUT /docs/1 HTTP/1.1\nHost: localhost\n\n");
        assertTrue(answer.startsWith("HTTP/1.1 405 "), answer);
        assertTrue(answer.contains("Allow: DELETE, GET\n"), answer);
        assertTrue(answer.endsWith("\n\nthis path takes DELETE, GET\n"), answer);
    }

    @Test
    void bodiesArriveByLengthAndInChunks() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            String expected = "HTTP/1.1 201 Created\nContent-Type: text/plain; charset=utf-8\nX-Was: echo\n";
            assertEquals(
                    expected + "content-length: 3\n\nabc",
                    peer.http("POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 3\n\nabc"));
            assertEquals(expected + "content-length: 5\n\nabcde", peer.http("""
                            POST /echo HTTP/1.1
                            Host: localhost
                            Transfer-Encoding: chunked

                            3
                            abc
                            2
                            de
                            0

                            """));
        }
    }

    @Test
    void pipelinedRequestsAreAnsweredInOrder() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            StringBuilder requests = new StringBuilder();
            for (int i = 0; i < 500; i++) {
                requests.append("GET /docs/").append(i).append(" HTTP/1.1\nHost: localhost\n\n");
            }
            peer.sendBytes(requests.toString().replace("\n", "\r\n").getBytes(StandardCharsets.UTF_8));
            for (int i = 0; i < 500; i++) {
                String answer = peer.readHttp();
                assertTrue(answer.endsWith("document " + i), answer);
            }
        }
    }

    @Test
    void streamedAnswerArrivesPartByPart() throws IOException {
        String answer = once("GET /events HTTP/1.1\nHost: localhost\n\n");
        assertTrue(answer.endsWith("\n\none|two|"), answer);
        assertTrue(answer.contains("Content-Type: text/event-stream"), answer);
    }

    @Test
    void headAnswersWithoutABody() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            peer.sendBytes(
                    "HEAD /hello HTTP/1.1\r\nHost: localhost\r\n\r\nGET /docs/7 HTTP/1.0\r\nHost: localhost\r\n\r\n"
                            .getBytes(StandardCharsets.UTF_8));
            StringBuilder all = new StringBuilder();
            for (String part = peer.readHttp(); !part.isEmpty(); part = peer.readHttp()) {
                all.append(part);
            }
            assertTrue(all.toString().contains("content-length: 5"), all.toString());
            assertTrue(all.toString().endsWith("document 7"), all.toString());
        }
    }

    @Test
    void onlyKnownHostsAreServed() throws IOException {
        assertTrue(hosted("Host: localhost:8080").contains(" 200 "));
        assertTrue(hosted("Host: LOCALHOST").contains(" 200 "));
        assertTrue(hosted("Host: [::1]:9").contains(" 200 "));
        assertTrue(hosted("Host: db.example").contains(" 200 "));
        assertTrue(hosted("Host: evil.example").contains(" 403 "));
        assertTrue(hosted("Host: evil.example\nHost: localhost").contains(" 403 "));
        assertTrue(hosted("Host: localhost@evil.example").contains(" 403 "));
        assertTrue(hosted("Host: localhost.evil.example").contains(" 403 "));
        assertTrue(hosted("X-Host: localhost").contains(" 403 "));
    }

    @Test
    void onlyPagesOfTheSameOriginAreServed() throws IOException {
        assertTrue(hosted("Host: localhost:8080\nOrigin: http://localhost:8080").contains(" 200 "));
        assertTrue(
                hosted("Host: localhost:8080\nOrigin: https://console.example").contains(" 200 "));
        assertTrue(hosted("Host: localhost:8080\nOrigin: http://localhost:9090").contains(" 403 "));
        assertTrue(
                hosted("Host: localhost:8080\nOrigin: https://localhost:8080").contains(" 403 "));
        assertTrue(hosted("Host: localhost:8080\nOrigin: http://evil.example").contains(" 403 "));
        assertTrue(hosted("Host: localhost:8080\nOrigin: null").contains(" 403 "));
    }

    @Test
    void whatIsTooLongIsRefusedAndTheConnectionClosed() throws IOException {
        assertRefused(" 431 ", "GET /hello HTTP/1.1\nHost: localhost\nX: " + "x".repeat(17_000) + "\n\n");
        assertRefused(" 431 ", "GET /hello HTTP/1.1\nHost: localhost\n" + "X: 1\n".repeat(100) + "\n");
        assertRefused(" 414 ", "GET /" + "x".repeat(9_000) + " HTTP/1.1\nHost: localhost\n\n");
        assertRefused(" 413 ", "POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 1001\n\n" + "x".repeat(1_001));
        assertRefused(" 413 ", "POST /echo HTTP/1.1\nHost: localhost\nExpect: 100-continue\nContent-Length: 1001\n\n");
        assertRefused(
                " 413 ",
                "POST /echo HTTP/1.1\nHost: localhost\nTransfer-Encoding: chunked\n\n3e9\n" + "x".repeat(1_001)
                        + "\n0\n\n");
        assertRefused(" 400 ", "GET /hello HTTP/1.1\nHost: localhost\nContent-Length: x\n\n");
    }

    @Test
    void whoIsStillSendingIsToldThatItIsTooLong() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            String answer = peer.http("POST /echo HTTP/1.1\nHost: localhost\nContent-Length: 2000000\n\n");
            assertTrue(answer.contains(" 413 "), answer);
            byte[] part = new byte[500_000];
            for (int sent = 0; sent < 2_000_000; sent += part.length) {
                peer.sendBytes(part);
            }
            assertTrue(peer.isClosedByServer());
        }
    }

    @Test
    void slowHeaderIsClosed() throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            eventually("accepted", () -> fixture.transport.connections() == 1);
            peer.sendBytes("GET /hello HTTP/1.1\r\n".getBytes(StandardCharsets.UTF_8));
            eventually("closed", () -> {
                fixture.advance(Duration.ofSeconds(3));
                return fixture.transport.connections() == 0;
            });
            assertTrue(peer.isClosedByServer());
        }
    }

    private void assertAnswer(String status, String body, String line) throws IOException {
        String answer = once(line + " HTTP/1.1\nHost: localhost\n\n");
        assertTrue(answer.startsWith("HTTP/1.1 " + status + "\n"), answer);
        assertTrue(answer.endsWith("\n\n" + body), answer);
    }

    private String hosted(String fields) throws IOException {
        return once("GET /hello HTTP/1.1\n" + fields + "\n\n");
    }

    private String once(String request) throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            return peer.http(request);
        }
    }

    private void assertRefused(String status, String request) throws IOException {
        try (var fixture = new TransportFixture();
                var peer = Peer.to(fixture.listen(service))) {
            String answer = peer.http(request);
            assertTrue(answer.contains(status), answer);
            assertTrue(answer.contains("connection: close"), answer);
            assertTrue(peer.isClosedByServer());
        }
    }
}
