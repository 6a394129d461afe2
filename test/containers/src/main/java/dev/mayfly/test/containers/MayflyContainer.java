package dev.mayfly.test.containers;

import dev.mayfly.test.testkit.CosmosEndpoint;
import dev.mayfly.test.testkit.CouchbaseEndpoint;
import dev.mayfly.test.testkit.MayflyClock;
import dev.mayfly.test.testkit.MayflyEvents;
import dev.mayfly.test.testkit.MayflyFace;
import dev.mayfly.test.testkit.MayflyServer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.ServerSocket;
import java.net.URI;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/**
 * A server in a container: in memory, with a clock that stands still until the test winds it. Nobody has to log in, since only
 * the machine of the test reaches its ports.
 */
public class MayflyContainer extends GenericContainer<MayflyContainer> {
    /** The image without its tag, as {@code ./mayfly dist} names it. */
    public static final DockerImageName IMAGE = DockerImageName.parse("mayfly");

    private static final int ADMIN_PORT = 8080;
    private static final int MONGO_PORT = 27017;
    private static final int COSMOS_PORT = 8081;

    /** The settings of the ports of the couchbase face. */
    private static final List<String> COUCHBASE_PORTS =
            List.of("faces.couchbase.port", "faces.couchbase.kv-port", "faces.couchbase.query-port");

    /** What a server that listens everywhere calls itself. */
    private static final Pattern AUTHORITY = Pattern.compile("localhost:(\\d+)");

    /** Events are kept in the server's own time, however far that is wound. */
    private static final String EVENTS_RETAIN = "36500d";

    private final Set<MayflyFace> faces = EnumSet.allOf(MayflyFace.class);
    private final Map<String, String> settings = new LinkedHashMap<>();
    private @Nullable MayflyServer server;

    /** @param image such as {@code mayfly:0.1.0} */
    public MayflyContainer(String image) {
        this(DockerImageName.parse(image));
    }

    public MayflyContainer(DockerImageName image) {
        super(image);
        image.assertCompatibleWith(IMAGE);
        withSetting("in-memory", "true");
        withSetting("auth.mode", "open");
        withSetting("events.retain", EVENTS_RETAIN);
        withClock("2026-01-01T00:00:00Z");
        waitingFor(Wait.forHttp("/health/ready").forPort(ADMIN_PORT));
    }

    /** The faces that listen; that of administrators always does, since this class asks it. */
    public MayflyContainer withFaces(MayflyFace... wanted) {
        faces.clear();
        faces.addAll(List.of(wanted));
        faces.add(MayflyFace.ADMIN);
        return this;
    }

    /** The instant at which the clock stands still at first; {@code system} for the machine's own clock. */
    public final MayflyContainer withClock(String start) {
        return withSetting("clock", start.equals("system") ? start : "virtual@" + start);
    }

    /** Sets what the configuration file has a name for: {@code ttl.change-grace} to {@code 0s}. */
    public final MayflyContainer withSetting(String name, String value) {
        settings.put(name, value);
        return this;
    }

    /** The variable of a container by which a setting is said. */
    private static String variable(String setting) {
        return "MAYFLY_" + setting.replace('.', '_').replace('-', '_').toUpperCase(Locale.ROOT);
    }

    @Override
    protected void configure() {
        addSetting("faces.enabled", faces.stream().map(MayflyFace::word).collect(Collectors.joining(",")));
        addExposedPort(ADMIN_PORT);
        if (faces.contains(MayflyFace.MONGO)) {
            addExposedPort(MONGO_PORT);
        }
        if (faces.contains(MayflyFace.COSMOS)) {
            addExposedPort(COSMOS_PORT);
        }
        if (faces.contains(MayflyFace.COUCHBASE)) {
            for (String port : COUCHBASE_PORTS) {
                exposeAsItIs(port);
            }
        }
        settings.forEach(this::addSetting);
        // It answers those who call it by the name of the machine that its ports are on.
        addSetting("hosts", getHost());
    }

    private void addSetting(String name, String value) {
        addEnv(variable(name), value);
    }

    /** Clients of Couchbase are told the ports by the server, so these have the same numbers inside and outside. */
    private void exposeAsItIs(String setting) {
        int port = freePort();
        addSetting(setting, Integer.toString(port));
        addFixedExposedPort(port, port);
        addExposedPort(port);
    }

    private static int freePort() {
        try (ServerSocket socket = new ServerSocket(0)) {
            return socket.getLocalPort();
        } catch (IOException failure) {
            throw new UncheckedIOException("no port is free", failure);
        }
    }

    /** Returns the server in the container, with every method that a server of mayfly-junit has. */
    public synchronized MayflyServer server() {
        MayflyServer known = server;
        if (known == null) {
            known = MayflyServer.at(adminUrl(), this::reached);
            server = known;
        }
        return known;
    }

    /** Puts host and port as they are outside of the container in the place of those inside. */
    private String reached(String connectionString) {
        Matcher inside = AUTHORITY.matcher(connectionString);
        return inside.replaceAll(found -> getHost() + ":" + getMappedPort(Integer.parseInt(found.group(1))));
    }

    /** Returns the address of the admin API. */
    public URI adminUrl() {
        return URI.create("http://" + getHost() + ":" + getMappedPort(ADMIN_PORT));
    }

    /** Returns the connection string for clients of this face; refuses one that does not listen. */
    public String connectionString(MayflyFace face) {
        return server().connectionString(face);
    }

    public MayflyClock clock() {
        return server().clock();
    }

    public MayflyEvents events() {
        return server().events();
    }

    /** Where clients of Azure Cosmos DB find it. */
    public CosmosEndpoint cosmos() {
        return server().cosmos();
    }

    /** Where clients of Couchbase find it. */
    public CouchbaseEndpoint couchbase() {
        return server().couchbase();
    }

    @Override
    public void stop() {
        closeClients();
        super.stop();
    }

    private synchronized void closeClients() {
        if (server != null) {
            server.close();
            server = null;
        }
    }
}
