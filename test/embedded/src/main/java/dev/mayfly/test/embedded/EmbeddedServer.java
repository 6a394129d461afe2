package dev.mayfly.test.embedded;

import dev.mayfly.app.console.ServerFacts.FaceFacts;
import dev.mayfly.app.console.WindableClock;
import dev.mayfly.app.server.MayflyServer;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.test.testkit.RunningServer;
import dev.mayfly.test.testkit.ServerClock;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** A server in this JVM. Its clock is wound on the thread of the test. */
record EmbeddedServer(MayflyServer server) implements RunningServer {
    @Override
    public URI adminUrl() {
        return URI.create("http://127.0.0.1:" + server.port(FaceName.ADMIN));
    }

    @Override
    public Map<String, String> connectionStrings() {
        return server.faces().stream().collect(Collectors.toMap(FaceFacts::face, FaceFacts::connectionString));
    }

    @Override
    public Optional<ServerClock> clock() {
        return server.virtualClock().map(Winder::new);
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return type.isInstance(server) ? Optional.of(type.cast(server)) : Optional.empty();
    }

    @Override
    public void close() {
        server.close();
    }

    private record Winder(WindableClock clock) implements ServerClock {
        @Override
        public Instant now() {
            return clock.now();
        }

        @Override
        public void advance(Duration duration) {
            clock.advance(duration);
        }

        @Override
        public void advanceTo(Instant instant) {
            clock.set(instant);
        }

        @Override
        public Optional<Instant> advanceToNextExpiry() {
            return clock.advanceToNextExpiry();
        }
    }
}
