package dev.mayfly.app.console.auth;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.mayfly.app.console.http.ApiAnswers;
import dev.mayfly.base.clock.VirtualClock;
import dev.mayfly.base.query.RequestGuard;
import dev.mayfly.base.query.RequestMemoryPool;
import dev.mayfly.face.transport.connection.Connection;
import dev.mayfly.face.transport.connection.InnerConnection;
import dev.mayfly.face.transport.http.HttpBody;
import dev.mayfly.face.transport.http.HttpFields;
import dev.mayfly.face.transport.http.HttpRequest;
import dev.mayfly.face.transport.http.HttpResponse;
import io.netty.buffer.ByteBuf;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Requests of the admin API end at their limits of time and memory. */
final class GuardedHandlerTest {
    private static final Duration LIMIT = Duration.ofMillis(GuardedHandler.READ_MILLIS_MAX);

    private final VirtualClock machine = new VirtualClock(0);
    private final RequestMemoryPool memory = new RequestMemoryPool(32 << 20, 16 << 20);
    private boolean isOpen = true;

    private HttpResponse handle(String method, Function<HttpRequest, HttpResponse> work) {
        GuardedHandler handler =
                new GuardedHandler(AdminAuthenticator.open(machine), memory, machine, AdminRole.READ, Set.of(), work);
        return handler.handle(new HttpRequest(
                method,
                "/api/v1/work",
                Map.of(),
                Map.of(),
                HttpFields.of(List.of()),
                new byte[0],
                new LeavingClient()));
    }

    /** The connection of a client that may leave. */
    private final class LeavingClient implements Connection {
        private final Connection inner = InnerConnection.INSTANCE;

        @Override
        public long id() {
            return inner.id();
        }

        @Override
        public InetSocketAddress peer() {
            return inner.peer();
        }

        @Override
        public InetSocketAddress local() {
            return inner.local();
        }

        @Override
        public boolean isSecure() {
            return false;
        }

        @Override
        public boolean isOpen() {
            return isOpen;
        }

        @Override
        public void loggedIn() {}

        @Override
        public ByteBuf allocate(int bytes) {
            return inner.allocate(bytes);
        }

        @Override
        public void write(ByteBuf answer) {
            inner.write(answer);
        }

        @Override
        public void flush() {}

        @Override
        public void close() {}
    }

    private static HttpResponse done() {
        RequestGuard.current().check();
        return ApiAnswers.json(200, Map.of("done", true));
    }

    private static String body(HttpResponse response) {
        return response.body() instanceof HttpBody.Bytes(byte[] bytes) ? new String(bytes, StandardCharsets.UTF_8) : "";
    }

    @Test
    void readingEndsAtItsLimit() {
        HttpResponse before = handle("GET", _ -> {
            machine.advance(LIMIT.minusMillis(1));
            return done();
        });
        assertEquals(200, before.status());
        HttpResponse late = handle("GET", _ -> {
            machine.advance(LIMIT);
            return done();
        });
        assertEquals(408, late.status());
        assertTrue(body(late).contains("timeout"), body(late));
    }

    @Test
    void readingEndsWithItsConnection() {
        isOpen = false;
        assertEquals(408, handle("GET", _ -> done()).status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"POST", "PUT", "PATCH", "DELETE"})
    void changeGoesOnWithoutItsClient(String method) {
        isOpen = false;
        HttpResponse response = handle(method, _ -> {
            machine.advance(LIMIT.multipliedBy(2));
            return done();
        });
        assertEquals(200, response.status());
    }

    @ParameterizedTest
    @ValueSource(strings = {"GET", "POST"})
    void requestHoldsNoMoreThanItsShare(String method) {
        HttpResponse response = handle(method, _ -> {
            RequestGuard.current().charge(17 << 20);
            return done();
        });
        assertEquals(413, response.status(), body(response));
        assertEquals(0, memory.usedBytes());
    }
}
