package dev.mayfly.test.testkit;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;

/**
 * A server that somebody else has started, which is asked over HTTP. To close it does nothing.
 *
 * @param clock empty where it is the machine's own
 */
record RemoteServer(URI adminUrl, Map<String, String> connectionStrings, Optional<ServerClock> clock)
        implements RunningServer {
    static RemoteServer at(URI adminUrl) {
        return at(adminUrl, UnaryOperator.identity());
    }

    /** @param reached makes of a connection string as the server says it the one by which it is reached from here */
    static RemoteServer at(URI adminUrl, UnaryOperator<String> reached) {
        AdminClient admin = new AdminClient(adminUrl);
        JsonTree status = admin.get("/api/v1/status");
        Map<String, String> connectionStrings = new LinkedHashMap<>();
        for (JsonTree face : status.items("faces")) {
            connectionStrings.put(face.text("face"), reached.apply(face.text("connectionString")));
        }
        boolean isVirtual = status.child("clock").text("kind").equals("virtual");
        return new RemoteServer(
                adminUrl,
                Map.copyOf(connectionStrings),
                isVirtual ? Optional.of(new RemoteClock(admin)) : Optional.empty());
    }

    @Override
    public <T> Optional<T> unwrap(Class<T> type) {
        return Optional.empty();
    }

    @Override
    public void close() {
        // Whoever has started it stops it.
    }

    /** The clock of a server that is asked over HTTP. */
    private record RemoteClock(AdminClient admin) implements ServerClock {
        private static final String SET = "/api/v1/clock/set";

        @Override
        public Instant now() {
            return instantOf(admin.get("/api/v1/clock"));
        }

        @Override
        public void advance(Duration duration) {
            if (duration.isNegative()) {
                throw new IllegalArgumentException("time never runs back, by " + duration);
            }
            admin.post("/api/v1/clock/advance" + AdminClient.query(Map.of("by", duration.toString())));
        }

        @Override
        public void advanceTo(Instant instant) {
            admin.post(SET + AdminClient.query(Map.of("to", instant.toString())));
        }

        @Override
        public Optional<Instant> advanceToNextExpiry() {
            try {
                return Optional.of(instantOf(admin.post(SET + AdminClient.query(Map.of("to", "next-expiry")))));
            } catch (AdminClient.Refusal refusal) {
                if (refusal.code().equals("nothing_expires")) {
                    return Optional.empty();
                }
                throw refusal;
            }
        }

        private static Instant instantOf(JsonTree clock) {
            return clock.instant("now").orElseThrow();
        }
    }
}
