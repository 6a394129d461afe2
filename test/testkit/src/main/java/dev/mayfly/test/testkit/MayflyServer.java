package dev.mayfly.test.testkit;

import dev.mayfly.app.server.StartupException;
import dev.mayfly.app.server.config.ConfigException;
import dev.mayfly.app.server.config.ConfigReader;
import dev.mayfly.app.server.config.FaceName;
import dev.mayfly.app.server.config.Setting;
import dev.mayfly.engine.Collection;
import dev.mayfly.engine.Explanation;
import dev.mayfly.engine.expiry.Deadlines;
import dev.mayfly.engine.forecast.Forecast;
import dev.mayfly.engine.forecast.ForecastRange;
import dev.mayfly.engine.read.ReadView;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Collectors;

/**
 * A server in your test: in this process, in memory, on ports that are free, with a clock that stands still until the test
 * winds it. The extension makes one for each class; whoever runs tests by other means starts one by hand and closes it.
 */
public final class MayflyServer implements AutoCloseable {
    /** The system property that says into how many shards new collections are divided. */
    public static final String SHARDS_PROPERTY = "mayfly.shards";

    /**
     * The system property that names a node of Cassandra, as {@code HOST:PORT} in the data center {@code dc1}, in which each
     * server then has a keyspace of its own, in place of memory.
     */
    public static final String CASSANDRA_PROPERTY = "mayfly.cassandra";

    private static final AtomicInteger KEYSPACES = new AtomicInteger();

    /** The log lines that it keeps, in its own time, however far that is wound. */
    private static final String EVENTS_RETAIN = "36500d";

    private final dev.mayfly.app.server.MayflyServer running;
    private final DriverClients clients;
    private final DocumentNames names;
    private final MayflyEvents events;

    private MayflyServer(Builder asked) {
        this.running = start(asked);
        this.clients = new DriverClients(running);
        this.names = new DocumentNames(running);
        this.events = new MayflyEvents(running.engine().events(), names);
    }

    /** A server of every face, at the beginning of 2026. */
    public static MayflyServer start() {
        return builder().start();
    }

    public static Builder builder() {
        return new Builder("2026-01-01T00:00:00Z", List.of(FaceName.values()), "", Map.of());
    }

    /** The configuration of a server. Immutable. */
    public static final class Builder {
        private final String clock;
        private final List<FaceName> faces;
        private final String replicaSet;
        private final Map<Setting, String> settings;

        private Builder(String clock, List<FaceName> faces, String replicaSet, Map<Setting, String> settings) {
            this.clock = clock;
            this.faces = faces;
            this.replicaSet = replicaSet;
            this.settings = settings;
        }

        /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
        public Builder clock(String start) {
            return new Builder(start, faces, replicaSet, settings);
        }

        public Builder faces(FaceName... names) {
            return new Builder(clock, List.of(names), replicaSet, settings);
        }

        /** Makes the server the only member of a replica set of MongoDB; empty for a single server. */
        public Builder replicaSet(String name) {
            return new Builder(clock, faces, name, settings);
        }

        /** Sets what {@code mayfly serve} has a flag for, by the same words: {@code MAX_EXPIRE} to {@code 1000}. */
        public Builder with(Setting setting, String value) {
            Map<Setting, String> more = new EnumMap<>(Setting.class);
            more.putAll(settings);
            more.put(setting, value);
            return new Builder(clock, faces, replicaSet, Collections.unmodifiableMap(more));
        }

        public MayflyServer start() {
            return new MayflyServer(this);
        }
    }

    private static dev.mayfly.app.server.MayflyServer start(Builder asked) {
        Map<Setting, String> flags = new EnumMap<>(Setting.class);
        putStore(flags);
        flags.put(Setting.MONGO_PORT, "0");
        flags.put(Setting.ADMIN_PORT, "0");
        flags.put(Setting.COSMOS_PORT, "0");
        flags.put(Setting.COUCHBASE_PORT, "0");
        flags.put(Setting.KV_PORT, "0");
        flags.put(Setting.QUERY_PORT, "0");
        flags.put(Setting.EVENTS_RETAIN, EVENTS_RETAIN);
        flags.put(Setting.SHARDS, Integer.toString(Integer.getInteger(SHARDS_PROPERTY, 1)));
        flags.put(Setting.FACES, asked.faces.stream().map(FaceName::word).collect(Collectors.joining(",")));
        flags.put(Setting.MONGO_REPLSET, asked.replicaSet);
        flags.put(Setting.CLOCK, asked.clock.equals("system") ? asked.clock : "virtual@" + asked.clock);
        flags.putAll(asked.settings);
        try {
            return dev.mayfly.app.server.MayflyServer.start(ConfigReader.read(flags, Map.of(), null));
        } catch (ConfigException | StartupException failure) {
            throw new IllegalStateException("no server for this test: " + failure.getMessage(), failure);
        }
    }

    private static void putStore(Map<Setting, String> flags) {
        String cassandra = System.getProperty(CASSANDRA_PROPERTY, "");
        if (cassandra.isEmpty()) {
            flags.put(Setting.IN_MEMORY, "true");
            return;
        }
        long process = ProcessHandle.current().pid();
        flags.put(Setting.STORE, "cassandra");
        flags.put(Setting.CASSANDRA_CONTACT_POINTS, cassandra);
        flags.put(Setting.CASSANDRA_DATACENTER, "dc1");
        flags.put(Setting.CASSANDRA_KEYSPACE, "t" + process + "_" + KEYSPACES.incrementAndGet());
        flags.put(Setting.CASSANDRA_REPLICATION, "1");
    }

    /** Returns the connection string for clients of this face. */
    public String connectionString(FaceName face) {
        return running.connectionString(face);
    }

    /** Returns the address of the admin API, for tests in other languages; the admin face must listen. */
    public URI adminUrl() {
        return URI.create("http://127.0.0.1:" + running.port(FaceName.ADMIN));
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
        Collection found = names.collection(collection);
        return Optional.ofNullable(found.explain(names.key(found.name(), id)));
    }

    /** When a document expires; empty when it never does, or is not there. */
    public Optional<Instant> expiresAt(String collection, Object id) {
        return explain(collection, id)
                .filter(explanation -> !explanation.hidden())
                .map(Explanation::deadline)
                .filter(deadline -> deadline != Deadlines.NO_DEADLINE)
                .map(Instant::ofEpochMilli);
    }

    /** For how long a document lives yet; empty when it never expires, or is not there. */
    public Optional<Duration> timeLeft(String collection, Object id) {
        Instant now = Instant.ofEpochMilli(running.engine().clock().wallMillis());
        return expiresAt(collection, id).map(deadline -> Duration.between(now, deadline));
    }

    /**
     * Returns what will expire in a collection if nothing changes.
     *
     * @param next how far to look ahead
     * @param bucket how long each bucket of the answer lasts
     */
    public Forecast forecast(String collection, Duration next, Duration bucket) {
        Collection found = names.collection(collection);
        ReadView reading = found.reading();
        ForecastRange range = new ForecastRange(reading.now(), reading.now() + next.toMillis(), bucket.toMillis());
        return found.forecasts().forecast(reading, range);
    }

    /** The server itself, with everything it has. */
    public dev.mayfly.app.server.MayflyServer running() {
        return running;
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
