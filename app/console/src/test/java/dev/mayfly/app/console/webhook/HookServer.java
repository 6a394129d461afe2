package dev.mayfly.app.console.webhook;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;

/** Somebody's server that takes requests of webhooks, and answers as it is told to. */
final class HookServer implements AutoCloseable {
    private final HttpServer server;
    private final BlockingQueue<Received> received = new LinkedBlockingQueue<>();
    private final ConcurrentLinkedDeque<Integer> answers = new ConcurrentLinkedDeque<>();

    /** One request. */
    record Received(String body, Map<String, List<String>> fields) {
        String field(String name) {
            return fields.getOrDefault(name, List.of("")).getFirst();
        }
    }

    HookServer() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        server.createContext("/", this::handle);
        server.start();
    }

    URI url() {
        return URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/hook?of=test");
    }

    /** Answers the next requests with these statuses, and those after them with 200. */
    void answer(int... statuses) {
        for (int status : statuses) {
            answers.add(status);
        }
    }

    private void handle(HttpExchange exchange) throws IOException {
        String body = new String(exchange.getRequestBody().readAllBytes(), UTF_8);
        Integer status = answers.poll();
        received.add(new Received(body, Map.copyOf(exchange.getRequestHeaders())));
        exchange.getResponseHeaders().add("Location", "http://127.0.0.1:1/elsewhere");
        exchange.sendResponseHeaders(status == null ? 200 : status, -1);
        exchange.close();
    }

    Received next() throws InterruptedException {
        Received next = received.poll(30, TimeUnit.SECONDS);
        if (next == null) {
            throw new AssertionError("no request came");
        }
        return next;
    }

    int waiting() {
        return received.size();
    }

    @Override
    public void close() {
        server.stop(0);
    }
}
