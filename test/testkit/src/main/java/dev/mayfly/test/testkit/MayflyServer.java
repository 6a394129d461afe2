package dev.mayfly.test.testkit;

import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A server in your test: in memory, on ports that are free, with a clock that stands still until the test winds it. It runs in
 * this process where {@code mayfly-embedded} is on the class path of a Java 25, and otherwise in one of its own. The extension
 * makes one for each class; whoever runs tests by other means starts one by hand and closes it.
 */
public final class MayflyServer implements AutoCloseable {
    /** The log lines that it keeps, in its own time, however far that is wound. */
    private static final String EVENTS_RETAIN = "36500d";

    private static final List<String> PORTS =
            List.of("--mongo-port", "--http-port", "--cosmos-port", "--couchbase-port", "--kv-port", "--query-port");

    private final RunningServer running;
    private final AdminClient admin;
    private final CollectionNames names;
    private final MayflyEvents events;
    private final DriverClients clients;

    private MayflyServer(RunningServer running) {
        this.running = running;
        this.admin = new AdminClient(running.adminUrl());
        this.names = new CollectionNames(admin);
        this.events = new MayflyEvents(admin, names);
        this.clients = new DriverClients(this);
    }

    /** A server of every face, at the beginning of 2026. */
    public static MayflyServer start() {
        return builder().start();
    }

    /**
     * A server that runs already, such as one in a container. To close it closes the clients that were made for it, and leaves
     * the server alone.
     *
     * @param adminUrl of its admin face, where nobody has to log in
     */
    public static MayflyServer at(URI adminUrl) {
        return new MayflyServer(RemoteServer.at(adminUrl));
    }

    /**
     * A server that is reached by other addresses than it knows of itself, as behind the ports of a container.
     *
     * @param reached makes of a connection string as the server says it the one by which it is reached from here
     */
    public static MayflyServer at(URI adminUrl, UnaryOperator<String> reached) {
        return new MayflyServer(RemoteServer.at(adminUrl, reached));
    }

    public static Builder builder() {
        return new Builder("2026-01-01T00:00:00Z", List.of(MayflyFace.values()), "", Map.of());
    }

    /** The configuration of a server. Immutable. */
    public static final class Builder {
        private final String clock;
        private final List<MayflyFace> faces;
        private final String replicaSet;
        private final Map<String, String> settings;

        private Builder(String clock, List<MayflyFace> faces, String replicaSet, Map<String, String> settings) {
            this.clock = clock;
            this.faces = faces;
            this.replicaSet = replicaSet;
            this.settings = settings;
        }

        /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
        public Builder clock(String start) {
            return new Builder(start, faces, replicaSet, settings);
        }

        /** The faces that listen; that of administrators always does, since the kit asks it. */
        public Builder faces(MayflyFace... wanted) {
            return new Builder(clock, List.of(wanted), replicaSet, settings);
        }

        /** Makes the server the only member of a replica set of MongoDB; empty for a single server. */
        public Builder replicaSet(String name) {
            return new Builder(clock, faces, name, settings);
        }

        /** Sets what {@code mayfly serve} has a flag for, by the same words: {@code --max-expire} to {@code 1000}. */
        public Builder with(String flag, String value) {
            Map<String, String> more = new LinkedHashMap<>(settings);
            more.put(flag, value);
            return new Builder(clock, faces, replicaSet, Collections.unmodifiableMap(more));
        }

        public MayflyServer start() {
            return new MayflyServer(ServerProviders.chosen().start(flags()));
        }

        Map<String, String> flags() {
            Map<String, String> flags = new LinkedHashMap<>();
            flags.put("--in-memory", "true");
            PORTS.forEach(port -> flags.put(port, "0"));
            flags.put("--events-retain", EVENTS_RETAIN);
            flags.put("--face", faceWords());
            if (!replicaSet.isEmpty()) {
                flags.put("--mongo-replset", replicaSet);
            }
            flags.put("--clock", clock.equals("system") ? clock : "virtual@" + clock);
            flags.putAll(settings);
            return flags;
        }

        private String faceWords() {
            return Stream.concat(faces.stream(), Stream.of(MayflyFace.ADMIN))
                    .distinct()
                    .map(MayflyFace::word)
                    .collect(Collectors.joining(","));
        }
    }

    /** Returns the connection string for clients of this face; refuses one that does not listen. */
    public String connectionString(MayflyFace face) {
        String found = running.connectionStrings().get(face.word());
        if (found == null) {
            throw new IllegalArgumentException("the " + face.word() + " face does not listen");
        }
        return found;
    }

    /** Where clients of Azure Cosmos DB find it. */
    public CosmosEndpoint cosmos() {
        return CosmosEndpoint.of(connectionString(MayflyFace.COSMOS));
    }

    /** Where clients of Couchbase find it. */
    public CouchbaseEndpoint couchbase() {
        return CouchbaseEndpoint.of(connectionString(MayflyFace.COUCHBASE));
    }

    /** Returns the address of the admin API, for tests in other languages. */
    public URI adminUrl() {
        return running.adminUrl();
    }

    public MayflyClock clock() {
        return new MayflyClock(running);
    }

    public MayflyEvents events() {
        return events;
    }

    /**
     * Why a document will expire, or never does; empty when there is none.
     *
     * @param collection such as {@code app.sessions}; with the face before it, {@code mongo/app.sessions}, where two faces
     *     have one of this name
     * @param id as its face has it: a key, a value of BSON, an item's partition key and id as {@code ["CO1", "SO05"]}
     */
    public Optional<Explanation> explain(String collection, Object id) {
        CollectionNames.FullName found = names.find(collection);
        return admin.find(found.path() + "/documents/" + AdminClient.encoded(found.keyText(id)) + "/explain")
                .map(Explanation::of);
    }

    /** When a document expires; empty when it never does, or is not there. */
    public Optional<Instant> expiresAt(String collection, Object id) {
        return explain(collection, id).filter(Explanation::isLive).flatMap(Explanation::deadline);
    }

    /** For how long a document lives yet; empty when it never expires, or is not there. */
    public Optional<Duration> timeLeft(String collection, Object id) {
        return explain(collection, id).flatMap(Explanation::timeLeft);
    }

    /**
     * Winds the clock to the instant at which a document expires, and answers it; fails when it never does, or is not there.
     */
    public Instant waitForExpiry(String collection, Object id) {
        Instant deadline = expiresAt(collection, id)
                .orElseThrow(
                        () -> new IllegalStateException("document " + id + " of " + collection + " will not expire"));
        clock().advanceTo(deadline);
        return deadline;
    }

    /**
     * Returns what will expire in a collection if nothing changes.
     *
     * @param next how far to look ahead
     * @param bucket how long each bucket of the answer lasts
     */
    public Forecast forecast(String collection, Duration next, Duration bucket) {
        Map<String, String> range = new LinkedHashMap<>();
        range.put("from", "0s");
        range.put("until", next.toString());
        range.put("bucket", bucket.toString());
        String path = names.find(collection).path() + "/forecast" + AdminClient.query(range);
        return Forecast.of(admin.get(path));
    }

    /**
     * The server itself, where it runs in this process: with {@code mayfly-embedded} as a
     * {@code dev.mayfly.app.server.MayflyServer}.
     */
    public <T> T unwrap(Class<T> type) {
        return running.unwrap(type).orElseThrow(() -> new IllegalStateException("this server is no " + type.getName()));
    }

    DriverClients clients() {
        return clients;
    }

    /** Closes the clients that were made for it too. */
    @Override
    public void close() {
        clients.close();
        running.close();
    }
}
